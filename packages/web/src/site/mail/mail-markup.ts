import { KiB } from "@freehold/protocol/internal";
import type sanitizeHtml from "sanitize-html";
import { sanitise } from "#sanitiser";
import { names } from "../../markdown/allowed-markup.ts";
import { textLimits } from "../../markdown/limits.ts";

const mailMultiple = 4; // styles of a mail, as a multiple of its HTML, besides `mailExtra`
const mailExtra = 64 * KiB;

/** The colours of a mail in light; in dark a media query replaces them. */
export interface MailColours {
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
}

const mono = "ui-monospace, Menlo, Consolas, monospace";

/** The inline style of each element: many mail programs drop everything else. */
function stylesOf({ ink, muted, line, accent }: MailColours): Readonly<Record<string, string>> {
  const cell = `padding: 6px 10px; border: 1px solid ${line}; vertical-align: top`;
  const heading = `margin: 32px 0 8px; line-height: 1.3; color: ${ink}`;
  return {
    a: `color: ${accent}; text-decoration: underline`,
    p: "margin: 0 0 18px",
    h1: `${heading}; font-size: 26px`,
    h2: `${heading}; font-size: 22px`,
    h3: `${heading}; font-size: 19px`,
    h4: `${heading}; font-size: 17px`,
    h5: `${heading}; font-size: 17px`,
    h6: `${heading}; font-size: 17px`,
    blockquote: `margin: 0 0 18px; padding: 0 0 0 16px; border-left: 3px solid ${line}; color: ${muted}`,
    pre: `margin: 0 0 18px; padding: 12px 14px; border: 1px solid ${line}; font: 14px/1.5 ${mono}; white-space: pre-wrap; overflow-wrap: anywhere`,
    code: `font-family: ${mono}; font-size: 0.9em`,
    kbd: `padding: 1px 5px; border: 1px solid ${line}; font-family: ${mono}; font-size: 0.85em`,
    summary: "margin: 0 0 18px; font-weight: bold",
    hr: `margin: 32px 0; border: 0; border-top: 1px solid ${line}`,
    ul: "margin: 0 0 18px; padding: 0 0 0 24px",
    ol: "margin: 0 0 18px; padding: 0 0 0 24px",
    li: "margin: 0 0 6px",
    figure: "margin: 0 0 18px",
    figcaption: `margin: 6px 0 0; font-size: 15px; line-height: 1.45; color: ${muted}`,
    img: "display: block; max-width: 100%; height: auto; border: 0",
    table: "margin: 0 0 18px; border-collapse: collapse",
    th: `${cell}; text-align: start`,
    td: cell,
  };
}

/** A style for words from right to left. */
const mirror = (style: string): string =>
  style
    .replace("0 0 0 24px", "0 24px 0 0")
    .replace("0 0 0 16px", "0 16px 0 0")
    .replace("border-left", "border-right");

const tags = names(`
  h1 h2 h3 h4 h5 h6 p blockquote pre code hr br div span ul ol li em strong s a img table thead tbody tr th td
  del ins kbd mark small sub sup u
`);

/**
 * Rendered Markdown as mail programs show it: inline styles, whole addresses, no classes, no scripts, and nothing that
 * loads besides the pictures of this node.
 *
 * @param markup safe HTML
 * @param link the post's page, which relative addresses are relative to
 */
export function toMailMarkup(markup: string, link: string, colours: MailColours): string {
  const styles = stylesOf(colours);
  let left = mailMultiple * markup.length + mailExtra;
  const whole = (address: string | undefined) => {
    const url =
      (address ?? "").length <= textLimits.addressLength ? URL.parse(address ?? "", link)?.href : undefined;
    return url !== undefined && url.length <= textLimits.addressLength ? url : link;
  };
  const styled: sanitizeHtml.Transformer = (tagName, attribs) => {
    left -= styles[tagName]?.length ?? 0;
    const { href, src, alt, start, value, width, dir, align } = attribs;
    const named = left < 0 ? undefined : styles[tagName];
    const style = dir === "rtl" ? named && mirror(named) : named;
    const kept = {
      ...(tagName === "a" && href !== undefined && { href: whole(href) }),
      ...(tagName === "img" && { src: whole(src), alt: alt ?? "" }),
      // Outlook knows no max-width: a large picture would be as wide as it is.
      ...(tagName === "img" && width !== undefined && { width: String(Math.min(600, Number(width) || 600)) }),
      ...(start !== undefined && { start }),
      ...(dir !== undefined && { dir }),
      ...(tagName === "div" && align !== undefined && { align }),
      ...(value !== undefined && { value }),
      ...(style !== undefined && { style }),
    };
    return { tagName, attribs: kept };
  };
  return sanitise(markup, {
    allowedTags: tags,
    allowedAttributes: {
      "*": ["style", "dir"],
      a: ["href"],
      div: ["align"],
      img: ["src", "alt", "width"],
      ol: ["start"],
      li: ["value"],
    },
    parseStyleAttributes: false,
    allowedSchemes: ["http", "https", "mailto"],
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "annotation", "annotation-xml", "svg"],
    transformTags: {
      ...Object.fromEntries(tags.map((tag) => [tag, styled])),
      input: (_, { checked }) => ({
        tagName: "span",
        attribs: {},
        text: checked === undefined ? "☐ " : "☑ ",
      }),
      // Mail programs fold nothing away.
      summary: (tag, attribs) => ({ ...styled(tag, attribs), tagName: "p" }),
      aside: (_, attribs) => styled("blockquote", attribs),
      figure: (tag, attribs) => ({ ...styled(tag, attribs), tagName: "div" }),
      figcaption: (tag, attribs) => ({ ...styled(tag, attribs), tagName: "p" }),
    },
  });
}
