import { mapProse } from "@freehold/protocol";

const marked = /==(?=[^\s=])([^=\n]{1,1000}?)(?<=[^\s=])==/g;
const blockId = /^(.*[^\s^]) \^[\w-]{1,60}[ \t]*$|^\^[\w-]{1,60}[ \t]*$/gm;

/** Marked words (`==x==`) become elements, and the names of blocks at their ends (`^x`), which nobody sees, are left out. */
export function convertNotesMarkup(markdown: string): string {
  if (!/==|\^/.test(markdown)) return markdown;
  return mapProse(markdown, (prose) =>
    prose.replace(marked, "<mark>$1</mark>").replace(blockId, (_, words = "") => words),
  );
}
