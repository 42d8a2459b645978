import { limits } from "../limits.ts";
import { type Attributes, readTags } from "./read-tags.ts";

/** The events of the visible part of a page. */
export interface PageVisitor {
  onElement(name: string, attributes: Attributes): void;
  /** Only for elements that can have contents. */
  onEnd(name: string): void;
  onText(text: string): void;
  /** Whether the rest of the page is of no use. */
  isOver(): boolean;
}

/** An HTML page. A bounded number of its addresses is made whole, each of bounded length. */
export interface Page {
  /** Calls a visitor for all that is seen of it, in one pass. */
  walk(visitor: PageVisitor): void;
  /** The addresses that an element links to, shows or cites, as `resolve` gives them. */
  linksOf(name: string, attributes: Attributes): string[];
  /** An absolute address without a fragment; null for none, a long one, and where the page has too many. */
  resolve(href: string | undefined): string | null;
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
  "script",
  "style",
  "template",
  "noscript",
  "textarea",
  "title",
  "svg",
  "math",
  "select",
  "iframe",
  "noembed",
  "noframes",
]);

/** Elements without contents. */
export const empty: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

const wanted: ReadonlySet<string> = new Set([
  "class",
  "href",
  "src",
  "poster",
  "data",
  "cite",
  "alt",
  "title",
  "value",
  "rel",
]);

/** The base of a page of the web: the first one, wherever it stands. */
function findBase(html: string, url: string): string | null {
  if (!/<base[\s/]/i.test(html)) return null;
  let base: string | null = null;
  walkSeen(html, {
    onElement(name, attributes) {
      const href = name === "base" ? attributes.get("href") : undefined;
      if (href === undefined) return;
      const found = URL.parse(href.trim(), url);
      base = found && /^https?:$/.test(found.protocol) ? found.href : url;
    },
    onEnd() {},
    onText() {},
    isOver: () => base !== null,
  });
  return base;
}

/** @param url the address of the page */
export function openPage(html: string, url: string): Page {
  const base = findBase(html, url);
  let links = 0;

  function resolve(href: string | undefined): string | null {
    if (href === undefined || links >= limits.pageLinks) return null;
    links += 1;
    const found = URL.parse(href.trim(), base ?? url);
    if (!found) return null;
    found.hash = "";
    return found.href.length <= limits.addressLength ? found.href : null;
  }

  return {
    resolve,
    linksOf: (name, attributes) =>
      (references[name] ?? []).flatMap((attribute) => resolve(attributes.get(attribute)) ?? []),
    walk: (visitor) => walkSeen(html, visitor),
  };
}

function walkSeen(html: string, visitor: PageVisitor): void {
  /** The outermost element that is not seen, and how many of its name are open; "" where all is seen. */
  let hidden = "";
  let hiddenDepth = 0;
  readTags(html, wanted, {
    onOpen(name, attributes, isSelfClosed) {
      if (hidden !== "") {
        if (name === hidden && !isSelfClosed) hiddenDepth += 1;
        return;
      }
      if (unseen.has(name)) {
        // Only those of other vocabularies close themselves.
        const isEmpty = isSelfClosed && (name === "svg" || name === "math");
        if (!isEmpty) [hidden, hiddenDepth] = [name, 1];
        if (!references[name]) return;
      }
      visitor.onElement(name, attributes);
    },
    onClose(name) {
      if (hidden === "") {
        if (!empty.has(name)) visitor.onEnd(name);
        return;
      }
      if (name !== hidden) return;
      hiddenDepth -= 1;
      if (hiddenDepth > 0) return;
      hidden = "";
      visitor.onEnd(name);
    },
    onText(text) {
      if (hidden === "") visitor.onText(text);
    },
    isOver: () => visitor.isOver(),
    isForeign: () => hidden === "svg" || hidden === "math",
  });
}
