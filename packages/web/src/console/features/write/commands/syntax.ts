import type { BlockContext, Line, MarkdownConfig } from "@lezer/markdown";
import { findFormula } from "../../../../markdown/mathematics.ts";

const dollar = 36;
const bracket = 91;

/** The syntax of posts beside GFM (docs/writing.md): formulas and references to footnotes. HTML is text in them. */
export const postSyntax: MarkdownConfig = {
  defineNodes: [{ name: "FormulaBlock", block: true }, "Formula", "FormulaMark", "FootnoteReference"],
  remove: ["HTMLBlock", "HTMLTag", "Subscript", "Superscript", "Emoji"],
  parseInline: [
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
