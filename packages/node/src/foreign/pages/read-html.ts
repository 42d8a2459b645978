import { Parser } from "htmlparser2";
import { limits } from "../limits.ts";
import { withoutFragment } from "./page-text.ts";

/** What a page of another site says of its links. */
export interface PageLinks {
  /** The address of the first `<link>` or `<a>` that is an endpoint for mentions (Webmention 3.1.2), or null. */
  readonly endpoint: string | null;
  /** Where its links, pictures and other media lead, as absolute addresses without fragments. */
  readonly targets: ReadonlySet<string>;
  /** The same page with nothing but the elements that microformats need, each of them closed. */
  readonly outline: string;
}

/** The attributes by which an element refers to another page. */
const references: Readonly<Record<string, readonly string[]>> = {
  a: ["href"],
  area: ["href"],
  link: ["href"],
  img: ["src"],
  video: ["src", "poster"],
  audio: ["src"],
  source: ["src"],
  track: ["src"],
  iframe: ["src"],
  embed: ["src"],
  object: ["data"],
  blockquote: ["cite"],
  q: ["cite"],
  ins: ["cite"],
  del: ["cite"],
};

/** Elements whose contents no reader sees. */
const unseen: ReadonlySet<string> = new Set([
  ...["script", "style", "template", "noscript", "textarea", "title", "svg", "math", "select"],
]);

/** Elements that microformats read by rules of their own; all others with a class become a `div`. */
const outlined: ReadonlySet<string> = new Set(["a", "img", "time", "data", "abbr", "video", "audio"]);
const attributes = ["class", "href", "src", "alt", "datetime", "value", "title", "rel"] as const;

/**
 * Reads an HTML page in one pass over its tags, so that no page is dear: a tree as browsers build it can be a thousand times as
 * large as its text.
 *
 * @param base the address of the page
 */
export function readHtml(html: string, base: string): PageLinks {
  const targets = new Set<string>();
  const outline: string[] = [];
  const open: { name: string; end: string }[] = [];
  let endpoint: string | null = null;
  let baseUrl = base;
  let hasBase = false;
  let hidden = 0;
  let elements = 0;
  let linkCount = 0;
  let inLink = false;

  const resolve = (href: string | undefined): URL | null =>
    href === undefined ? null : URL.parse(href.trim(), baseUrl);

  function follow(name: string, attribs: Readonly<Record<string, string>>): void {
    for (const attribute of references[name] ?? []) {
      const url = resolve(attribs[attribute]);
      if (!url || linkCount >= limits.pageLinks) continue;
      linkCount += 1;
      targets.add(withoutFragment(url));
    }
    if (endpoint !== null || (name !== "a" && name !== "link")) return;
    if (hasToken(attribs.rel, "webmention")) endpoint = resolve(attribs.href)?.href ?? null;
  }

  function outlineOf(name: string, attribs: Readonly<Record<string, string>>): string | null {
    const isMarked = /(?:^|\s)(?:h|p|u|e|dt)-[a-z]/.test(attribs.class ?? "");
    if (!(isMarked || outlined.has(name)) || (name === "a" && inLink)) return null;
    if (elements >= limits.pageElements || open.length >= limits.pageDepth) return null;
    elements += 1;
    const tag = outlined.has(name) ? name : "div";
    const kept = attributes.flatMap((attribute) => {
      const value = attribs[attribute];
      return value === undefined ? [] : [` ${attribute}="${escapeText(value)}"`];
    });
    outline.push(`<${tag}${kept.join("")}>`);
    return tag === "img" ? "" : `</${tag}>`;
  }

  const parser = new Parser({
    onopentag(name, attribs) {
      if (unseen.has(name)) hidden += 1;
      if (hidden > 0) return;
      if (name === "base" && !hasBase && attribs.href !== undefined) {
        hasBase = true;
        baseUrl = resolve(attribs.href)?.href ?? baseUrl;
      }
      follow(name, attribs);
      if (name === "br" || name === "p") outline.push("\n");
      const end = outlineOf(name, attribs);
      if (name === "a" && end !== null) inLink = true;
      if (end) open.push({ name, end });
    },
    ontext(text) {
      if (hidden === 0) outline.push(escapeText(text));
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
      if (name === "a") inLink = false;
      if (hidden > 0) return;
      const last = open.findLastIndex((one) => one.name === name);
      // What is open inside of it ends with it.
      if (last !== -1)
        outline.push(
          ...open
            .splice(last)
            .reverse()
            .map(({ end }) => end),
        );
    },
  });
  parser.end(html);
  outline.push(...open.reverse().map(({ end }) => end));
  return { endpoint, targets, outline: outline.join("") };
}

/** Whether a list of words, such as `rel`, has one of them. */
export function hasToken(list: string | undefined, token: string): boolean {
  return (list ?? "").toLowerCase().split(/\s+/).includes(token);
}

function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
