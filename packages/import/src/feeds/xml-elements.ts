import { SaxesParser, type SaxesTagNS } from "saxes";
import { escapeText, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import { XmlMender } from "./mend-xml.ts";

/** An element. Its name has the prefix that its namespace usually has, whatever the document calls it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
  readonly parent: XmlElement | null;
  /** Known once it was asked for (see `baseOf`). */
  base: string | null;
}

const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "http://www.w3.org/2005/Atom": "atom:",
    "http://purl.org/atom/ns#": "atom:",
    "http://purl.org/rss/1.0/": "",
    "http://my.netscape.com/rdf/simple/0.9/": "",
    "http://backend.userland.com/rss2": "",
    "http://purl.org/rss/1.0/modules/content/": "content:",
    "http://purl.org/dc/elements/1.1/": "dc:",
    "http://purl.org/dc/terms/": "dcterms:",
    "http://purl.org/rss/1.0/modules/syndication/": "sy:",
    "http://search.yahoo.com/mrss/": "media:",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
    "http://purl.org/atom/app#": "app:",
    "http://www.w3.org/2007/app": "app:",
    "http://purl.org/syndication/thread/1.0": "thr:",
    "http://schemas.google.com/blogger/2008": "blogger:",
    "http://schemas.google.com/blogger/2018": "blogger:",
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/XML/1998/namespace": "xml:",
  }),
);

/**
 * Reads XML as it is found on the web: malformed parts are read as far as they make sense. Nothing is fetched and no entity
 * of the document's own is expanded. Deeper or more elements than the limits have no effect, and too many faults end it.
 *
 * @param onEnd gets each element when it ends; one for which it returns true is forgotten. "stop" ends the reading.
 * @returns the root with the elements that are left in it, or null if there is none
 */
export function readXml(text: string, onEnd: (element: XmlElement) => boolean | "stop"): XmlElement | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let root: XmlElement | null = null;
  let open: XmlElement | null = null;
  let skipped = 0;
  /** How many elements were kept when each open one began. */
  const before: number[] = [];
  let kept = 0;
  let stopped = false;
  const addText = (piece: string) => {
    if (open && skipped === 0 && piece !== "") open.children.push(piece);
  };
  let faults = 0;
  // With a listener the parser continues after an error.
  parser.on("error", () => {
    faults += 1;
    stopped ||= faults > limits.feedFaults;
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", (tag) => {
    if (skipped > 0 || before.length >= limits.feedDepth || kept >= limits.feedElements || (root && !open)) {
      skipped += 1;
      // The parser itself searches all open elements for each name.
      stopped ||= skipped > limits.feedDepth;
      return;
    }
    const element: XmlElement = {
      name: nameOf(tag),
      attributes: attributesOf(tag),
      children: [],
      parent: open,
      base: null,
    };
    open?.children.push(element);
    root ??= element;
    open = element;
    before.push(kept);
    kept += 1;
  });
  parser.on("closetag", () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    const ended = open;
    if (ended === null || stopped) return;
    open = ended.parent;
    const keptBefore = before.pop() ?? 0;
    const verdict = onEnd(ended);
    stopped = verdict === "stop";
    if (verdict === false) return;
    open?.children.pop();
    kept = keptBefore;
  });
  const sound = mend(text);
  for (let start = 0; start < sound.length && !stopped; start += pieceLength)
    parser.write(sound.slice(start, start + pieceLength));
  return root;
}

// The parser takes this much at a time, so that it can be stopped.
const pieceLength = 8 * 1_024;

function nameOf({ uri, prefix, local }: Pick<SaxesTagNS, "uri" | "prefix" | "local">): string {
  const known = prefixes.get(uri);
  return `${known ?? (prefix === "" ? "" : `${prefix}:`)}${local}`;
}

function attributesOf({ attributes }: SaxesTagNS): ReadonlyMap<string, string> {
  const own = Object.values(attributes).filter(({ name }) => !/^xmlns(:|$)/.test(name));
  return new Map(own.map((attribute) => [nameOf(attribute), attribute.value]));
}

/** Without characters that XML forbids, without what stands before the document, and with each lone `&` escaped. */
function mend(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  const mender = new XmlMender();
  return mender.add(allowed.slice(Math.max(allowed.indexOf("<"), 0))) + mender.finish();
}

/** The first child with one of the names, in the order of the names. */
export function childOf(element: XmlElement | null, ...names: string[]): XmlElement | null {
  for (const name of names) {
    const found = element?.children.find((child) => typeof child !== "string" && child.name === name);
    if (found) return found as XmlElement;
  }
  return null;
}

/** All children with one of the names. */
export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(
    (child) => typeof child !== "string" && names.includes(child.name),
  ) as XmlElement[];
}

/** The text in an element and below; empty for none. */
export function textOf(element: XmlElement | null): string {
  if (element === null) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

const withoutEnd = /^(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** The content of an XHTML element as HTML. It is as untrusted as before. */
export function htmlOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return escapeText(child);
      const attributes = [...child.attributes].map(([name, value]) => ` ${name}="${escapeText(value)}"`);
      const start = `<${child.name}${attributes.join("")}>`;
      return withoutEnd.test(child.name) ? start : `${start}${htmlOf(child)}</${child.name}>`;
    })
    .join("");
}

/**
 * The address that relative links of an element start from: `xml:base` of it and of those around it. A base that is too
 * long is ignored.
 */
export function baseOf(element: XmlElement, documentUrl: string): string {
  if (element.base !== null) return element.base;
  const outer = element.parent ? baseOf(element.parent, documentUrl) : documentUrl;
  element.base = resolveLink(element.attributes.get("xml:base"), outer) ?? outer;
  return element.base;
}
