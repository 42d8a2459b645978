import { SaxesParser } from "saxes";
import { decodeReference, escapeText, mendControls, resolveLink } from "./feed-text.ts";
import { feedLimits as limits } from "./limits.ts";
import { XmlMender } from "./mend-xml.ts";
import { XmlNames } from "./xml-names.ts";

/** An element. Its name has the prefix that its namespace usually has, whatever the document calls it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
  readonly parent: XmlElement | null;
  /** Known once it was asked for (see `baseOf`). */
  base: string | null;
}

/**
 * Reads XML as it is found on the web: malformed parts are read as far as they make sense. Nothing is fetched and no entity
 * of the document's own is expanded, but those of HTML are. Deeper or more elements than the limits have no effect, and too many faults end it.
 *
 * @param onEnd gets each element when it ends; one for which it returns true is forgotten. "stop" ends the reading.
 * @returns the root with the elements that are left in it, or null if there is none
 */
export function readXml(text: string, onEnd: (element: XmlElement) => boolean | "stop"): XmlElement | null {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.ENTITIES = entitiesOfHtml;
  const names = new XmlNames();
  let root: XmlElement | null = null;
  let open: XmlElement | null = null;
  let skipped = 0;
  /** How many elements were kept when each open one began. */
  const before: number[] = [];
  let kept = 0;
  let stopped = false;
  const hasControls = /[\u0080-\u009f]|&#(?:0{0,3}1[2-5]\d|x0{0,2}[89][\da-f]);/i.test(text);
  const addText = (piece: string) => {
    if (open && skipped === 0 && piece !== "") open.children.push(hasControls ? mendControls(piece) : piece);
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
    if (root === null) names.begin(tag);
    const element: XmlElement = {
      name: names.element(tag),
      attributes: names.attributes(tag),
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

const xmlEntities: Readonly<Record<string, string>> = { amp: "&", gt: ">", lt: "<", quot: '"', apos: "'" };

/** The characters of the entities of XML and HTML by their names, as the parser asks for them. */
const entitiesOfHtml: Record<string, string> = new Proxy(Object.create(null), {
  get(_none, name) {
    if (typeof name !== "string") return undefined;
    const known = xmlEntities[name];
    if (known !== undefined) return known;
    const reference = `&${name};`;
    const decoded = decodeReference(reference);
    return decoded === reference ? undefined : decoded;
  },
});

/** Without characters that XML forbids, without what stands before the document, and with each lone `&` escaped. */
function mend(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  const mender = new XmlMender();
  return mender.add(allowed.slice(Math.max(allowed.indexOf("<"), 0))) + mender.finish();
}

/** The first child with one of the names, in the order of the names. */
export function childOf(element: XmlElement | null, ...names: string[]): XmlElement | null {
  let found: XmlElement | null = null;
  let rank = names.length;
  for (const child of element?.children ?? []) {
    const at = typeof child === "string" ? -1 : names.indexOf(child.name);
    if (at < 0 || at >= rank) continue;
    found = child as XmlElement;
    rank = at;
  }
  return found;
}

/** All children with one of the names. */
export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of element.children)
    if (typeof child !== "string" && names.includes(child.name)) found.push(child);
  return found;
}

/** The text in an element and below; empty for none. */
export function textOf(element: XmlElement | null): string {
  if (element === null) return "";
  const [only] = element.children;
  if (element.children.length === 1 && typeof only === "string") return only;
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

const withoutEnd = /^(area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/**
 * The content of an XHTML element as HTML. It is as untrusted as before. Where the namespace is missing, the names are those of the
 * elements all the same, and what follows a `<br>` without an end is not in it.
 */
export function htmlOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return escapeText(child);
      const attributes = [...child.attributes].map(([name, value]) => ` ${name}="${escapeText(value)}"`);
      const name = child.name.slice(child.name.indexOf(":") + 1);
      const start = `<${name}${attributes.join("")}>`;
      return withoutEnd.test(name) ? `${start}${htmlOf(child)}` : `${start}${htmlOf(child)}</${name}>`;
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
