import type TurndownService from "turndown";
import type { ImportedFile } from "../source.ts";
import { asText, blockRules, embedLink, holdsBlocks } from "./block-rules.ts";
import { cleanHtml } from "./clean-html.ts";
import { codeRules, lineEnd } from "./code-rules.ts";
import { escapeText, joinLines } from "./escape-text.ts";
import { markPicture, withoutMarks } from "./figures.ts";
import { footnoteRules } from "./footnote-rules.ts";
import { isSamePicture, nameOf } from "./pictures-of-text.ts";
import { tableRules } from "./table-rules.ts";
import { textRules } from "./text-rules.ts";

export interface HtmlOptions {
  /** The address of the page, which relative addresses start from; null keeps them relative. */
  readonly base: string | null;
  /** The file of an archive for an address; null where there is none. */
  readonly fileAt?: (address: string) => Pick<ImportedFile, "address" | "open"> | null;
}

export interface ConvertedHtml {
  readonly markdown: string;
  readonly files: readonly ImportedFile[];
  readonly notes: readonly string[];
}

/**
 * Converts the HTML of a post to Markdown as this node renders it: the elements that posts may have are left in it (decision 0047), and no
 * other HTML. Its pictures are in `files`, and the files of the archive that it links to.
 *
 * @throws ImportError IMPORT_INVALID for HTML beyond the limits
 */
export async function htmlToMarkdown(source: string, options: HtmlOptions): Promise<ConvertedHtml> {
  const { html, notes, embedded } = await cleanHtml(source, options);
  const files = new Map<string, ImportedFile>();
  const takeFile = (address: string, description: string | null, isPicture: boolean): string => {
    const bytes = embedded.get(address);
    const found = bytes ? { address, open: () => decode(bytes.base64) } : (options.fileAt?.(address) ?? null);
    if (found === null && !isPicture) return address;
    const named = found ?? { address: address.replace(/^http:/, "https:"), open: null };
    const earlier = files.get(named.address);
    files.set(named.address, {
      ...named,
      name: nameOf(named.address),
      description: earlier?.description || description || null,
    });
    return named.address;
  };
  const { default: Turndown } = await import("turndown");
  const service = makeService(Turndown, takeFile);
  const markdown = service.turndown(markBangs(withoutMarks(html.replaceAll(lineEnd, ""))));
  return {
    markdown: tidy(withoutMarks(markdown.replaceAll(bang, ""))),
    files: [...files.values()],
    notes: [...notes],
  };
}

const isPlayed = (address: string) =>
  /^https?:\/\/[^?#]+\.(?:mp4|m4v|webm|ogv|mov|mp3|m4a|ogg|oga|opus|wav|flac|aac)(?:[?#]|$)/i.test(address);

async function* bytesOf(base64: string): AsyncGenerator<Uint8Array> {
  yield Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
const decode = (base64: string) => Promise.resolve(bytesOf(base64));

type TakeFile = (address: string, description: string | null, isPicture: boolean) => string;

function makeService(Turndown: typeof TurndownService, takeFile: TakeFile): TurndownService {
  const service = new Turndown({
    headingStyle: "atx",
    hr: "---",
    bulletListMarker: "-",
    codeBlockStyle: "fenced",
    emDelimiter: "*",
    // An element without words may have the link of an embedding.
    blankReplacement: (content, node) => {
      const link = embedLink(node as unknown as Element, content);
      const shown = `${link}${content.trim() === "" ? "" : `\n\n${content.trim()}`}`;
      return shown !== "" || isBlock(node) ? `${shown}\n\n` : "";
    },
    keepReplacement: (content) => content,
  });
  service.escape = (text) => escapeText(text).replaceAll(`!${bang}`, "\\!");
  service.addRule("dropped", { filter: (node) => node.nodeName === "X-NONE", replacement: () => "" });
  // Signs beside headings and buttons; an emoji may be hidden from readers of screens, too.
  service.addRule("decoration", {
    filter: (node) => node.className === "decoration" && /^[\s+\-−–×#¶§›»▼▾🔗]*$/u.test(node.textContent),
    replacement: () => "",
  });
  service.addRule("picture", {
    filter: "img",
    replacement: (_content, node) => {
      const alt = (node.getAttribute("alt") ?? "").replace(/\s+/g, " ").trim();
      if (node.className === "emoji") return asText(alt);
      const whole = wholePicture(node);
      const src = whole ?? node.getAttribute("src") ?? "";
      return src === "" ? escapeText(alt) : markPicture(escapeText(alt), takeFile(src, alt, true));
    },
  });
  service.addRule("link", {
    filter: "a",
    replacement: (content, node) => {
      const href = node.getAttribute("href") ?? "";
      // A poem keeps its lines.
      const text = node.parentElement?.closest("pre") ? content.trim() : joinLines(content);
      const picture = node.querySelector("img");
      // A mark around blocks has no effect.
      const words = holdsBlocks(content) ? content : text;
      if (href === "" || href.startsWith("#") || (picture && wholePicture(picture) !== null)) return words;
      // A hashtag leads to the posts of this site.
      if (text === "" || /\bhashtag\b/.test(node.className)) return words;
      // A video or a sound, and no page with a player, stays a link that the report names.
      const address = takeFile(href, null, node.className === "player" && isPlayed(href));
      const card = cardTitle(node, address);
      if (card !== null) return `\n\n${card}\n\n`;
      if (node.querySelector("pre, ul, ol, table, blockquote"))
        return `${content.trimEnd()}\n\n<${address}>\n\n`;
      // Links side by side are apart on a page.
      const before = node.previousSibling?.nodeName === "A" ? " " : "";
      return node.textContent.trim() === href && /^https?:\/\/[^\s<>]+$/.test(href)
        ? `${before}<${address}>`
        : `${before}[${text}](${address})`;
    },
  });
  // The rule that was added last is asked first.
  for (const [name, rule] of Object.entries({
    ...textRules,
    ...blockRules,
    ...codeRules,
    ...tableRules,
    ...footnoteRules,
  }))
    service.addRule(name, rule);
  return service;
}

/** A frame, a video or an embedded script, which became a link; and the cards of Ghost for a page or a file. */
function cardTitle(link: HTMLElement, address: string): string | null {
  const href = link.getAttribute("href") ?? "";
  if (link.className === "player") {
    const title = link.textContent.trim();
    if (title === href && address === href && /^https?:/.test(href)) return `<${address}>`;
    return `[${escapeText(title === href ? nameOf(address) : title)}](${address})`;
  }
  if (!/kg-bookmark-container|kg-file-card-container/.test(link.className)) return null;
  const words = (...names: string[]) =>
    names.map((name) => link.querySelector(name)?.textContent.replace(/\s+/g, " ").trim()).filter(Boolean);
  const [title = href] = words(".kg-bookmark-title", ".kg-file-card-title");
  const source = words(".kg-bookmark-author", ".kg-bookmark-publisher").join(" · ");
  const below = [...words(".kg-bookmark-description", ".kg-file-card-caption"), source];
  const lines = below.filter((line) => line !== "").map((line) => `  \n${escapeText(line ?? "")}`);
  return `[${escapeText(title)}](${address})${lines.join("")}`;
}

/** The address of the picture in its full size, where a small one links to it. */
function wholePicture(picture: Element): string | null {
  const href = picture.parentElement?.nodeName === "A" ? picture.parentElement.getAttribute("href") : null;
  return href && isSamePicture(href, picture.getAttribute("src") ?? "") ? href : null;
}

// Marks an exclamation mark before a link, which Markdown would take for a picture.
const bang = "\uE000";
const markBangs = (html: string) => html.replaceAll(bang, "").replace(/!(?=<a )/g, `!${bang}`);

const isBlock = (node: Node) =>
  /^(?:P|DIV|UL|OL|LI|H[1-6]|BLOCKQUOTE|PRE|TABLE|TR|FIGURE|FIGCAPTION|SECTION|ASIDE|DETAILS|SUMMARY|D[LTD])$/.test(
    node.nodeName,
  );

/** No spaces at the ends of lines, but those that break a line. */
function tidy(markdown: string): string {
  const lines = markdown.split("\n").map((line) => {
    const text = line.trimEnd();
    return text !== "" && line === `${text}  ` ? line : text;
  });
  return lines.join("\n").trim().replaceAll(lineEnd, "");
}
