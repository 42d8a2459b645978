import type { MarkdownRenderer } from "vitepress";

const fewestOfLongName = 14;

/**
 * Lets long names break between their parts, so that tables fit a phone, and keeps flags such as `--json` whole. Shows two braces as they
 * are written: VitePress makes a Vue template of a page, which would run the words between them.
 */
export function breakNames(md: MarkdownRenderer): void {
  const toHtml = (text: string) => md.utils.escapeHtml(text).replaceAll("{{", "&#123;&#123;");
  const longName = new RegExp(`\\w{${fewestOfLongName},}`, "g");
  md.renderer.rules.text = (tokens, at) => toHtml(tokens[at]?.content ?? "").replace(longName, breakName);
  md.renderer.rules.code_inline = (tokens, at, _options, _env, self) => {
    const token = tokens[at];
    if (!token) return "";
    const html = breakName(toHtml(token.content)).replace(flag, '<span class="whole">$&</span>');
    return `<code${self.renderAttrs(token)}>${html}</code>`;
  };
}

const flag = /(?<![\w-])--?[a-z][\w-]*/g;

/** Puts a place to break after `_`, `/` and `.`, and before a capital letter, inside of a name. */
function breakName(html: string): string {
  return html.replace(/(?<=\w[_/])(?=\w)|(?<=[a-z]\.)(?=[a-z])|(?<=[a-z\d])(?=[A-Z])/g, "<wbr>");
}
