import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "./formatting.ts";

/** A heading of a text, outside of lists and quotations. */
export interface Heading {
  /** The position of its line. */
  readonly from: number;
  /** From 1, the largest, to 6. */
  readonly level: number;
  /** Its words without marks. */
  readonly text: string;
}

/**
 * The headings of a text, in its order.
 *
 * @param parseMs how long a long text may be parsed for them, in milliseconds
 */
export function listHeadings(state: EditorState, parseMs = 500): readonly Heading[] {
  const tree = ensureSyntaxTree(state, state.doc.length, parseMs) ?? syntaxTree(state);
  const headings: Heading[] = [];
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name) ?? [];
    if (level === undefined) continue;
    headings.push({
      from: node.from,
      level: Number(level),
      text: wordsOf(state, node).replace(/\s+/g, " ").trim(),
    });
  }
  return headings;
}

/** The words of a node: without the marks around them, the addresses of links and the signs that escape others. */
function wordsOf(state: EditorState, node: SyntaxNode): string {
  let text = "";
  let at = node.from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    text += state.sliceDoc(at, child.from);
    at = child.to;
    if (child.name === "Escape") text += state.sliceDoc(child.from + 1, child.to);
    else if (!isMark(child)) text += wordsOf(state, child);
  }
  return text + state.sliceDoc(at, node.to);
}

const isMark = ({ name, parent }: SyntaxNode) =>
  /Mark$|^LinkTitle$/.test(name) || (name === "URL" && /^(?:Link|Image)$/.test(parent?.name ?? ""));
