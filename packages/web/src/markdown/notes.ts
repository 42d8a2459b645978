import type { MarkdownIt, Token } from "markdown-it";
import { surroundingsOf } from "./parts-of.ts";
import { readNotes } from "./read-notes.ts";

/** Footnotes (`[^1]`), below the text. Their anchors carry the name of the text, so that many may stand on one page. */
export function notes(md: MarkdownIt): void {
  md.use(readNotes);
  const { rules } = md.renderer;
  rules.footnote_ref = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return `<sup><a class="note-ref" id="ref-${name}${again}" href="#note-${name}" role="doc-noteref">${number}</a></sup>`;
  };
  rules.footnote_block_open = () => '<section class="notes" role="doc-endnotes"><ol>';
  rules.footnote_block_close = () => "</ol></section>";
  rules.footnote_open = (tokens, index, _, env) => `<li id="note-${describe(tokens[index], env).name}">`;
  rules.footnote_anchor = (tokens, index, _, env) => {
    const { name, number, again } = describe(tokens[index], env);
    return ` <a class="note-back" href="#ref-${name}${again}" role="doc-backlink" aria-label="↩ ${number}">↩\uFE0E</a>`;
  };
  rules.footnote_close = () => "</li>\n";
}

/** What its anchors are called, its number from 1, and what tells a second place that leads to it from the first. */
function describe(token: Token | undefined, env: object | undefined) {
  const number = Number(token?.meta?.id) + 1;
  const subId = Number(token?.meta?.subId ?? 0);
  const name = `${surroundingsOf(env).docId ?? "text"}-${number}`;
  return { name, number, again: subId > 0 ? `-${subId}` : "" };
}
