import MarkdownIt, { type RendererRule } from "markdown-it";

/** The one Markdown parser: CommonMark with tables, strike-through and bare links, and no HTML. */
export const parser = new MarkdownIt({ html: false, linkify: true, typographer: false });

/** A picture of this site is shown; one from elsewhere is a link to it, since the page may not load it. */
const renderImage: RendererRule = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined) return "";
  const source = String(token.attrGet("src") ?? "");
  const alt = self.renderInlineAsText(token.children ?? [], options, env);
  const { escapeHtml } = parser.utils;
  if (/^\/(?![/\\])/.test(source)) {
    return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" loading="lazy">`;
  }
  const words = escapeHtml(alt || source);
  const insideLink = tokens.slice(0, index).reduce((depth, { type }) => depth + linkDepth(type), 0) > 0;
  return insideLink ? words : `<a href="${escapeHtml(source)}">${words}</a>`;
};

function linkDepth(type: string): number {
  return type === "link_open" ? 1 : type === "link_close" ? -1 : 0;
}

parser.renderer.rules.image = renderImage;
