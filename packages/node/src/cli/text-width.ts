const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f/u;

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += wide.test(segment) ? 2 : 1;
  }
  return width;
}

/** A text cut to so many columns, with an ellipsis in place of what is missing. */
export function cutText(text: string, columns: number): string {
  if (textWidth(text) <= columns) {
    return text;
  }
  let cut = "";
  let width = 1;
  for (const { segment } of graphemes.segment(text)) {
    width += wide.test(segment) ? 2 : 1;
    if (width > columns) {
      break;
    }
    cut += segment;
  }
  return columns > 0 ? `${cut.trimEnd()}…` : "";
}

/** A text filled up with spaces to so many columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}
