import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawSeal } from "../drawings/seal.ts";
import type { QuotedPost } from "./text-parts.ts";
import { partsOf, surroundingsOf, type TextSurroundings } from "./text-parts.ts";

/** A link alone in a paragraph quotes what it leads to, where that is a post that is kept here. */
export function quotes(md: MarkdownIt): void {
  md.core.ruler.push("quotes", findQuotes);
  md.renderer.rules.quote = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const quoted = partsOf(env).quotes.get(token?.info ?? "");
    if (quoted) return renderQuote(quoted, surroundingsOf(env));
    return `<p>${self.renderInline(token?.children ?? [], options, env)}</p>`;
  };
}

function findQuotes(state: StateCore): void {
  const kept: Token[] = [];
  for (const token of state.tokens) {
    const open = kept.at(-2);
    const inline = kept.at(-1);
    const href = open?.type === "paragraph_open" && !open.hidden && inline ? lonelyLink(inline) : null;
    if (token.type !== "paragraph_close" || href === null || !inline) {
      kept.push(token);
      continue;
    }
    const quote = Object.assign(new state.Token("quote", "", 0), { block: true, info: href });
    quote.children = inline.children;
    kept.splice(-2, 2, quote);
  }
  state.tokens = kept;
}

function lonelyLink({ type, children }: Token): string | null {
  const [first, ...rest] = children ?? [];
  const last = rest.at(-1);
  const isAlone = type === "inline" && first?.type === "link_open" && last?.type === "link_close";
  if (!isAlone || rest.slice(0, -1).some((token) => token.type === "link_close")) return null;
  return String(first.attrGet("href") ?? "");
}

/** Who said it, when, with its seal, and how it begins. */
function renderQuote(quoted: QuotedPost, { words }: TextSurroundings): string {
  const { href, author, contentHash, at, isSigned, title, summary } = quoted;
  const seal = isSigned ? inlineDrawing(drawSeal(contentHash as `0x${string}`), "seal", null) : null;
  const date = h("time", { dateTime: new Date(at).toISOString() }, words?.day(at) ?? "");
  const card = h(
    "aside",
    { className: "quoted" },
    h("p", { className: "quoted-by" }, h("span", null, author), " ", date, seal),
    title && h("p", { className: "quoted-title" }, title),
    summary && h("p", { className: "quoted-words" }, summary),
    h("p", { className: "quoted-way" }, h("a", { href }, words?.post.original(author) ?? author)),
  );
  return renderToStaticMarkup(card);
}
