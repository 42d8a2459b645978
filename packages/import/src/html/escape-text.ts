const address = /https?:\/\/[^\s<>"`\\[\]]+/g;

/** Escapes what Markdown, as this node reads it, would not show as it stands. Addresses stay whole, so that they become links. */
export function escapeText(text: string): string {
  let escaped = "";
  let at = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    escaped += escapeSigns(text.slice(at, index), at === 0) + found;
    at = index + found.length;
  }
  return escaped + escapeSigns(text.slice(at), at === 0);
}

/** A text that the node's Markdown reads as a formula; a price is none. */
export const formula = /\$(?=\S)[^$\n]{0,2000}\$(?![\p{L}\p{N}])/u;

function escapeSigns(text: string, isStart: boolean): string {
  const escaped = text
    .replace(/[\\`*[\]]|~(?=~)|(?<=~)~|<(?=[a-z/!?]|$)|&(?=#?\w{1,32};)/gi, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
  const signs = formula.test(text) ? escaped.replaceAll("$", "\\$") : escaped;
  return isStart ? escapeStart(signs) : signs;
}

/** Escapes the sign at the start of a line that would begin a list, a heading and the like. */
export function escapeStart(line: string): string {
  return line.replace(
    /^(\s*)(?:([-+](?=\s|$)|-{2,}|#{1,6}(?=\s|$)|>|=+\s*$|~{3})|(\d{1,9})([.)])(?=\s|$))/,
    (_all, space, sign, number, dot) =>
      sign === undefined ? `${space}${number}\\${dot}` : `${space}\\${sign}`,
  );
}

/** The lines of a text as one, without the blanks at their ends. */
export function joinLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
