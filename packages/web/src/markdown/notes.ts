import type { MarkdownIt } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { surroundingsOf } from "./parts-of.ts";

/** Footnotes (`[^1]`), below the text. Their anchors carry the name of the text, so that many may stand on one page. */
export function notes(md: MarkdownIt): void {
  md.use(footnotes);
  const { rules } = md.renderer;
  rules.footnote_anchor_name = (tokens, index, _, env) =>
    `${surroundingsOf(env).docId ?? "text"}-${Number(tokens[index]?.meta?.id) + 1}`;
  rules.footnote_caption = (tokens, index) => String(Number(tokens[index]?.meta?.id) + 1);
  rules.footnote_ref = (tokens, index, options, env, self) => {
    const name = self.rules.footnote_anchor_name?.(tokens, index, options, env, self);
    const caption = self.rules.footnote_caption?.(tokens, index, options, env, self);
    const again = Number(tokens[index]?.meta?.subId);
    return `<sup><a class="note-ref" id="ref-${name}${again > 0 ? `-${again}` : ""}" href="#note-${name}" role="doc-noteref">${caption}</a></sup>`;
  };
  rules.footnote_block_open = () => '<section class="notes" role="doc-endnotes"><ol>';
  rules.footnote_block_close = () => "</ol></section>";
  rules.footnote_open = (tokens, index, options, env, self) =>
    `<li id="note-${self.rules.footnote_anchor_name?.(tokens, index, options, env, self)}">`;
  rules.footnote_anchor = (tokens, index, options, env, self) => {
    const name = self.rules.footnote_anchor_name?.(tokens, index, options, env, self);
    const again = Number(tokens[index]?.meta?.subId);
    const number = self.rules.footnote_caption?.(tokens, index, options, env, self);
    return ` <a class="note-back" href="#ref-${name}${again > 0 ? `-${again}` : ""}" role="doc-backlink" aria-label="↩ ${number}">↩\uFE0E</a>`;
  };
}
