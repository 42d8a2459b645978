/** The Markdown that shows a picture or leads to a file; what would end its name early is escaped. */
export function writeReference({
  isPicture,
  name,
  path,
}: {
  isPicture: boolean;
  name: string;
  path: string;
}): string {
  const words = name.replace(/\s+/g, " ").replace(/[\\[\]`*_<]/g, "\\$&");
  return `${isPicture ? "!" : ""}[${words}](${path})`;
}
