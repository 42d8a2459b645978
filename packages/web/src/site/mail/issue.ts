import { mapProse } from "@freehold/protocol";
import { pathAtNodes } from "@freehold/protocol/internal";
import { grounds, inks } from "../../drawings/accent.ts";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { languageOfText } from "../../markdown/text/text-language.ts";
import { type Html, html, raw } from "../html.ts";
import { pathOfPost, type SitePost } from "../post.ts";
import { addressesOfSite, baseOf, type OwnedView } from "../view.ts";
import { toMailMarkup } from "./mail-markup.ts";

/** The targets of a reader's links. */
export interface ReaderLinks {
  readonly preferences: string;
  readonly unsubscribe: string;
}

/** A post as a mail. */
export interface IssueMail {
  readonly subject: string;
  readonly html: string;
  /** Markdown, readable as it is. */
  readonly text: string;
}

type MailView = Pick<OwnedView, "owner" | "messages">;

/** The part of a post that a mail shows. */
export interface MailedPost
  extends Pick<
    SitePost,
    "id" | "slug" | "contentHash" | "publishedAt" | "proof" | "markdown" | "excerpt" | "parts"
  > {
  /** The picture above the text. */
  readonly coverPath: string | null;
}

// Mail programs cut a mail of about 100 KB, so a longer text ends with a link.
const wholeText = 60_000;
const shownOfLonger = 8_000;
// A mail has the beginning of tables and code as well, which take far more HTML than words.
const wholeHtml = 8 * wholeText;

const light = { ink: inks.light, ground: grounds.light, muted: "#6b675f", line: "#e4e0d8" } as const;
const dark = { ink: inks.dark, ground: grounds.dark, muted: "#9c968a", line: "#2e2b27" } as const;

/**
 * Renders a post as a mail: tables and inline styles in light, a media query for dark, absolute addresses, and nothing that
 * tracks its readers. Its pictures are those of this node, as everybody gets them.
 *
 * @param isTest the mail says that it is a test
 */
export function renderIssueMail(
  { owner, messages }: MailView,
  post: MailedPost,
  { links, isTest = false }: { links: ReaderLinks; isTest?: boolean },
): IssueMail {
  const base = baseOf(owner);
  const link = `${base}${pathOfPost(post)}`;
  const markdown = post.markdown ?? "";
  const options = {
    messages,
    language: languageOfText(markdown, [owner.language, messages.language]),
    parts: post.parts,
    name: String(post.id),
    omitTitle: true,
    formulasAsText: true,
    ...addressesOfSite(owner),
    page: "this",
  } as const;
  const whole = markdown.length > wholeText ? null : renderMarkdown(markdown, options);
  const isLong = whole === null || whole.html.length > wholeHtml;
  const rendered = isLong ? renderMarkdown(markdown, { ...options, excerpt: shownOfLonger }) : whole;
  const { mails } = messages.newsletter;
  const title = rendered.title ?? null;
  const subject = oneLine(title ?? rendered.summary.slice(0, 80)) || messages.lists.untitled;
  const accent = owner.accent.light;
  const body = toMailMarkup(rendered.html, link, { ...light, accent });
  const proof = describeProof(post, { owner, messages });
  const readerLink = (href: string, text: string) =>
    html`<a href="${href}" style="${`color: ${accent}`}">${text}</a>`;
  const page = html`
    ${preheader(post.excerpt ?? rendered.summary)}
    <p class="muted" style="${`margin: 0 0 28px; font-size: 15px; color: ${light.muted}`}">
      <a href="${`${base}/`}" style="${`color: ${accent}; text-decoration: none`}">${owner.title}</a>
    </p>
    ${isTest && html`<p class="muted" style="${small}">${mails.test}</p>`}
    ${title && html`<h1 dir="auto" style="${`margin: 0 0 10px; font-size: 30px; line-height: 1.2; font-weight: 600; color: ${light.ink}`}">${title}</h1>`}
    <p class="muted" style="${`${small} margin: 0 0 28px`}">
      ${messages.day(post.publishedAt)} · <a href="${link}" style="${`color: ${accent}`}">${mails.readOnline}</a>
    </p>
    ${
      post.coverPath !== null &&
      html`<p style="margin: 0 0 28px"><img src="${`${base}${post.coverPath}`}" alt="" width="600" style="display: block; width: 100%; height: auto; border: 0"/></p>`
    }
    ${raw(body)}
    ${(isLong || rendered.cut) && html`<p style="margin: 0 0 18px"><a href="${link}" style="${`color: ${accent}`}">${mails.readOn}</a></p>`}
    <hr class="line" style="${`margin: 36px 0 20px; border: 0; border-top: 1px solid ${light.line}`}"/>
    ${proof.map((line) => html`<p class="muted" style="${small}">${line}</p>`)}
    ${post.proof && html`<p class="muted" style="${small}"><a href="${`${base}/verify?of=${post.contentHash}`}" style="${`color: ${accent}`}">${mails.check}</a></p>`}
    <p class="muted" style="${`${small} margin: 20px 0 0`}">
      ${mails.why(owner.title)} ${readerLink(links.preferences, mails.choose)} · ${readerLink(links.unsubscribe, mails.end)}
    </p>
  `;
  return {
    subject,
    html: frame({ owner, messages }, subject, page),
    text: [
      absoluteLinks(
        isLong ? `${markdown.slice(0, shownOfLonger)}…\n\n${mails.readOn}: ${link}` : markdown,
        owner,
      ),
      [
        "-- ",
        ...(isTest ? [mails.test] : []),
        ...proof,
        ...(post.proof ? [`${mails.check}: ${base}/verify?of=${post.contentHash}`] : []),
        `${mails.readOnline}: ${link}`,
      ].join("\n"),
      `${mails.why(owner.title)}\n${mails.choose}: ${links.preferences}\n${mails.end}: ${links.unsubscribe}`,
    ].join("\n\n"),
  };
}

const small = `margin: 0 0 6px; font-size: 14px; line-height: 1.5; color: ${light.muted}; overflow-wrap: anywhere;`;

/** The line that mail programs show beside the subject. */
function preheader(summary: string): Html {
  return html`<div style="display: none; max-height: 0; overflow: hidden">${oneLine(summary)}</div>`;
}

function describeProof({ proof, contentHash }: MailedPost, { owner, messages }: MailView): string[] {
  const { mails } = messages.newsletter;
  if (proof === null) return [mails.unsigned];
  return [mails.signedBy(owner.address, messages.second(proof.timestamp * 1000)), mails.hash(contentHash)];
}

/** The document around a mail: one centred column. */
function frame({ owner, messages }: MailView, title: string, page: Html): string {
  const fonts =
    'Georgia, "Iowan Old Style", "Palatino Linotype", serif, "Noto Serif SC", "Noto Serif CJK SC", "Songti SC"';
  const column = `width: 100%; max-width: 600px; font: 18px/1.6 ${fonts}; color: ${light.ink}; text-align: left`;
  return `<!doctype html>\n${html`
    <html lang="${messages.language}">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width"/>
        <meta name="color-scheme" content="light dark"/>
        <meta name="supported-color-schemes" content="light dark"/>
        <title>${title}</title>
        <style>${raw(darkStyles(owner.accent.dark))}</style>
      </head>
      <body class="ground" style="${`margin: 0; padding: 0; background: ${light.ground}`}">
        <table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${`background: ${light.ground}`}">
          <tr>
            <td align="center" style="padding: 32px 20px 48px">
              <table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width: 100%; max-width: 600px">
                <tr><td class="ink" style="${`${column}; overflow-wrap: anywhere`}">${page}</td></tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  `}\n`;
}

/** A stylesheet overrides inline styles only with `!important`. */
function darkStyles(accent: string): string {
  return [
    ":root { color-scheme: light dark }",
    "@media (prefers-color-scheme: dark) {",
    `.ground { background: ${dark.ground} !important }`,
    `.ink, h1, h2, h3, h4, h5, h6 { color: ${dark.ink} !important }`,
    `.muted, blockquote { color: ${dark.muted} !important }`,
    `a { color: ${accent} !important }`,
    `.line, hr, pre, blockquote, th, td { border-color: ${dark.line} !important }`,
    "}",
  ].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Makes the addresses of this site in Markdown whole, and those present that it had before. */
function absoluteLinks(markdown: string, owner: MailView["owner"]): string {
  const { home, earlierUrls } = addressesOfSite(owner);
  return mapProse(markdown, (prose) =>
    prose
      .replace(/(\]\()(\/(?!\/)[^\s)]*)/g, (_, open, path) => `${open}${home}${path}`)
      .replace(/https?:\/\/[^\s<>()"'\]\\]+/gi, (address) => {
        const path = pathAtNodes(address, earlierUrls);
        return path === null ? address : `${home}${path}`;
      }),
  );
}
