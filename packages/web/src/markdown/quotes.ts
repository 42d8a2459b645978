import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { inlineSvg } from "../drawings/drawing.ts";
import { drawSeal } from "../drawings/seal.ts";
import { html } from "../site/html.ts";
import type { QuotedPost } from "./text/text-parts.ts";
import { partsOf, surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** A link alone in a paragraph quotes its post, if the post is stored here. */
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
  const tokens: Token[] = [];
  for (const token of state.tokens) {
    const open = tokens.at(-2);
    const inline = tokens.at(-1);
    const href = open?.type === "paragraph_open" && !open.hidden && inline ? lonelyLink(inline) : null;
    if (token.type !== "paragraph_close" || href === null || !inline) {
      tokens.push(token);
      continue;
    }
    const quote = Object.assign(new state.Token("quote", "", 0), { block: true, info: href });
    quote.children = inline.children;
    tokens.splice(-2, 2, quote);
  }
  state.tokens = tokens;
}

function lonelyLink({ type, children }: Token): string | null {
  const [first, ...rest] = children ?? [];
  const last = rest.at(-1);
  const isAlone = type === "inline" && first?.type === "link_open" && last?.type === "link_close";
  if (!isAlone || rest.slice(0, -1).some((token) => token.type === "link_close")) return null;
  return String(first.attrGet("href") ?? "");
}

/** The author, the date with the seal, and the beginning of the post. */
function renderQuote(quoted: QuotedPost, { messages }: TextSurroundings): string {
  const { href, author, contentHash, at, isSigned, title, summary } = quoted;
  const date = html`<time datetime="${new Date(at).toISOString()}">${messages?.day(at)}</time>`;
  const seal = isSigned && inlineSvg(drawSeal(contentHash as `0x${string}`), "seal", null);
  const card = html`
    <aside class="quoted">
      <p class="quoted-by"><span>${author}</span> ${date}${seal}</p>
      ${title && html`<p class="quoted-title">${title}</p>`}
      ${summary && html`<p class="quoted-summary">${summary}</p>`}
      <p class="quoted-link"><a href="${href}">${messages?.post.original(author) ?? author}</a></p>
    </aside>
  `;
  return String(card);
}
