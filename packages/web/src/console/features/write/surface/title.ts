/** A text with its title apart: the four parts joined are the text, byte for byte. */
export interface TitledText {
  /** The mark of the heading: `# `; empty without one. */
  readonly mark: string;
  /** Empty for none. */
  readonly title: string;
  /** The line ends between the title and the rest. */
  readonly gap: string;
  readonly rest: string;
}

/** Splits off the heading of level one that a text begins with. Any other text has no title, and all of it is the rest. */
export function splitTitle(text: string): TitledText {
  const found = /^(#[ \t]+)(\S(?:[^\r\n]*\S)?)([ \t]*(?:(?:\r?\n(?:[ \t]*\r?\n)*)|$))/.exec(text);
  if (!found) return { mark: "", title: "", gap: "", rest: text };
  const [all, mark = "", title = "", gap = ""] = found;
  return { mark, title, gap, rest: text.slice(all.length) };
}

/** The text of its parts, where the title or the rest may have changed. Without a title there is no heading. */
export function joinTitle({ mark, title, gap, rest }: TitledText): string {
  if (title.trim() === "") return rest;
  const isSeparate = gap.includes("\n") || rest === "";
  return `${mark || "# "}${title.replace(/[\r\n]+/g, " ")}${isSeparate ? gap : "\n\n"}${rest}`;
}
