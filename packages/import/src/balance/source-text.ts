/** A part of an entry as its program had it, from which its visible words are counted. */
export interface SourceText {
  /**
   * `html`: HTML. `shortcodes`: HTML with the shortcodes of WordPress. `markdown`: Markdown with its HTML and the marks of generators.
   * `outline`: an outline of Logseq. `plain`: text. `blocks`: the JSON of a block editor.
   */
  readonly kind: "html" | "shortcodes" | "markdown" | "outline" | "plain" | "blocks";
  readonly text: string;
}

/** The readable part of a text: its words, and its blocks of code, which are in the words, too. */
export interface VisibleText {
  readonly text: string;
  readonly code: readonly string[];
}

/** The parts of an entry as plain text. */
export const plainText = (...texts: readonly string[]): readonly SourceText[] =>
  texts.filter((text) => text !== "").map((text) => ({ kind: "plain", text }));
