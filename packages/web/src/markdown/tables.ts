import type { MarkdownIt, RendererRule } from "markdown-it";
import { wideTables } from "./wide-tables.ts";

/** Tables that scroll by themselves, with the alignment of a column as a class: a page allows no styles of its own. */
export function tables(md: MarkdownIt): void {
  md.use(wideTables);
  md.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
  md.renderer.rules.table_close = () => "</table></div>";
  md.renderer.rules.th_open = openCell;
  md.renderer.rules.td_open = openCell;
}

const openCell: RendererRule = (tokens, index) => {
  const token = tokens[index];
  const [, side] = /^text-align:(right|center)$/.exec(String(token?.attrGet("style") ?? "")) ?? [];
  return side === undefined ? `<${token?.tag}>` : `<${token?.tag} class="${side}">`;
};
