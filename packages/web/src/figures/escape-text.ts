const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it stands in HTML and XML, between tags or in quotation marks. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? "");
}
