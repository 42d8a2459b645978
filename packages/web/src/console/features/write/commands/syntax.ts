import { tags } from "@lezer/highlight";
import {
  type BlockContext,
  type DelimiterType,
  InlineContext,
  type Line,
  type MarkdownConfig,
} from "@lezer/markdown";
import { findFormula } from "../../../../markdown/mathematics.ts";
import { characterAt, characterBefore, readEmphasis } from "../../../../markdown/text/emphasis.ts";

const dollar = 36;
const asterisk = 42;
const underscore = 95;
const tilde = 126;
const bracket = 91;
const angle = 60;
const noteIndent = 4; // columns, as the page has them

/** By the character of the marks. */
const emphasisTypes = new Map<number, DelimiterType>([
  [asterisk, InlineContext.emphasisAsterisk],
  [underscore, InlineContext.emphasisUnderscore],
  [tilde, { resolve: "Strikethrough", mark: "StrikethroughMark" }],
]);

/** The tags that may be elements on the page (decision 0047), and comments, which it does not show. */
const elementTag =
  /^(?:<\/?(?:br|del|details|div|ins|kbd|mark|p|small|su[bp]|summary|u)(?:\s[^<>]{0,200})?\/?>|<!--[\s\S]{0,2000}?-->)/i;

/** The syntax of posts beside GFM (docs/writing.md): formulas, references to footnotes and tags. Other HTML is text in them. */
export const postSyntax: MarkdownConfig = {
  defineNodes: [
    { name: "FormulaBlock", block: true },
    { name: "Footnote", block: true, composite: continuesNote },
    "FootnoteMark",
    "Formula",
    "FormulaMark",
    "FootnoteReference",
    { name: "ElementTag", style: tags.meta },
  ],
  remove: ["HTMLBlock", "HTMLTag", "Subscript", "Superscript", "Emoji"],
  parseInline: [
    {
      name: "AngleAutolink",
      before: "Link",
      // The package reads it together with the tags of HTML, which posts don't have.
      parse(cx, next, pos) {
        const found =
          next === angle ? /^<(?:[a-z][-\w+.]+:|[^\s<>@]+@)[^\s<>]+>/i.exec(cx.slice(pos, cx.end)) : null;
        if (!found) return -1;
        const end = pos + found[0].length;
        return cx.addElement(
          cx.elt("Autolink", pos, end, [
            cx.elt("LinkMark", pos, pos + 1),
            cx.elt("URL", pos + 1, end - 1),
            cx.elt("LinkMark", end - 1, end),
          ]),
        );
      },
    },
    {
      name: "ElementTag",
      before: "Link",
      parse(cx, next, pos) {
        const found = next === angle ? elementTag.exec(cx.slice(pos, cx.end)) : null;
        return found ? cx.addElement(cx.elt("ElementTag", pos, pos + found[0].length)) : -1;
      },
    },
    {
      name: "EmphasisWithoutSpaces",
      before: "Emphasis",
      parse(cx, next, pos) {
        const type = emphasisTypes.get(next);
        if (type === undefined) return -1;
        const at = pos - cx.offset;
        let end = at;
        while (cx.text.charCodeAt(end) === next) end += 1;
        if (next === tilde && end - at !== 2) return -1;
        const around = [characterBefore(cx.text, at), characterAt(cx.text, end)] as const;
        const { opens, closes } = readEmphasis(...around, next !== underscore);
        return cx.addDelimiter(type, pos, end + cx.offset, opens, closes);
      },
    },
    {
      name: "Formula",
      after: "Escape",
      parse(cx, next, pos) {
        if (next !== dollar) return -1;
        const found = findFormula(cx.text, pos - cx.offset, cx.text.length);
        if (found === null) return -1;
        const end = found.end + cx.offset;
        const width = found.mark.length;
        return cx.addElement(
          cx.elt("Formula", pos, end, [
            cx.elt("FormulaMark", pos, pos + width),
            cx.elt("FormulaMark", end - width, end),
          ]),
        );
      },
    },
    {
      name: "FootnoteReference",
      before: "Link",
      parse(cx, next, pos) {
        const found = next === bracket ? /^\[\^[^\s\]]+\]/.exec(cx.slice(pos, cx.end)) : null;
        return found ? cx.addElement(cx.elt("FootnoteReference", pos, pos + found[0].length)) : -1;
      },
    },
  ],
  parseBlock: [
    {
      name: "Footnote",
      before: "LinkReference",
      parse: readFootnote,
      endLeaf: (_, line) => openNote(line) !== null,
    },
    {
      name: "FormulaBlock",
      before: "FencedCode",
      parse: readFormulaBlock,
      endLeaf: (_, line) => opensFormula(textOf(line)) !== null,
    },
  ],
};

const textOf = (line: Line) => line.text.slice(line.pos).trimEnd();

/** In how many of the open lists and quotations a line stands; the types of the package leave it out. */
const depthOf = (line: Line) => (line as Line & { readonly depth: number }).depth;

function opensFormula(text: string): "alone" | "open" | null {
  if (text === "$$") return "open";
  const isAlone = /^\$\$[^$]+\$\$$/.test(text);
  return isAlone ? "alone" : null;
}

function readFormulaBlock(cx: BlockContext, line: Line): boolean {
  const kind = line.indent - line.baseIndent < 4 ? opensFormula(textOf(line)) : null;
  if (kind === null) return false;
  const start = cx.lineStart + line.pos;
  const marks = [cx.elt("FormulaMark", start, start + 2)];
  let end = start + textOf(line).length;
  if (kind === "alone") marks.push(cx.elt("FormulaMark", end - 2, end));
  while (kind === "open" && cx.nextLine() && depthOf(line) >= cx.depth) {
    end = cx.lineStart + line.text.trimEnd().length;
    if (textOf(line) !== "$$") continue;
    marks.push(cx.elt("FormulaMark", end - 2, end));
    break;
  }
  if (marks.length > 1) cx.nextLine();
  cx.addElement(cx.elt("FormulaBlock", start, end, marks));
  return true;
}

/** The mark of a footnote at the beginning of a line: `[^1]:`. */
function openNote(line: Line): string | null {
  return line.indent - line.baseIndent < noteIndent
    ? (/^\[\^[^\s\]]+\]:/.exec(line.text.slice(line.pos))?.[0] ?? null)
    : null;
}

function readFootnote(cx: BlockContext, line: Line): null | false {
  const mark = openNote(line);
  if (mark === null) return false;
  cx.startComposite("Footnote", line.pos, line.baseIndent + noteIndent);
  cx.addElement(cx.elt("FootnoteMark", cx.lineStart + line.pos, cx.lineStart + line.pos + mark.length));
  line.moveBase(
    line.pos + mark.length + (/^[ \t]*/.exec(line.text.slice(line.pos + mark.length))?.[0].length ?? 0),
  );
  return null;
}

function continuesNote(_: BlockContext, line: Line, indent: number): boolean {
  if (line.indent < indent && line.next > -1) return false;
  line.moveBaseColumn(indent);
  return true;
}
