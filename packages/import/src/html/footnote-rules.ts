import type TurndownService from "turndown";

/**
 * Footnotes: a link to an element of the same page whose text is a number or a sign becomes `[^name]`, and the element
 * becomes the note. So do the plugins of WordPress, Ghost's cards and Markdown converters write them.
 */
export const footnoteRules: Readonly<Record<string, TurndownService.Rule>> = {
  footnoteReference: {
    filter: (node) => node.nodeName === "A" && noteOf(node) !== null,
    replacement: (_content, node) => `[^${nameOf(noteOf(node))}]`,
  },
  footnoteSign: {
    filter: (node) =>
      node.nodeName === "SUP" && Array.from(node.querySelectorAll("a")).some((link) => noteOf(link) !== null),
    replacement: (content) => content.trim(),
  },
  footnote: {
    filter: (node) => isNote(node),
    replacement: (content, node) => {
      const text = content
        .trimEnd()
        .replace(/\[?[↩⤴↑^]\uFE0E?\]?$/, "")
        .replace(/^\s*(?:\d+\\?[.)]|\\?\[\d+\\?\])\s+/, "")
        .trim();
      return text === "" ? "" : `\n\n[^${nameOf(node)}]: ${text.replace(/\n(?!\n|$)/g, "\n    ")}\n\n`;
    },
  },
  footnotes: {
    filter: (node) =>
      /^(?:OL|UL)$/.test(node.nodeName) && node.firstElementChild !== null && isNote(node.firstElementChild),
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  },
  back: {
    filter: (node) => node.nodeName === "A" && isBack(node),
    replacement: () => "",
  },
};

const isLocal = (node: Element) => node.nodeName === "A" && (node.getAttribute("href") ?? "").startsWith("#");

const targets = new WeakMap<Document, ReadonlyMap<string, Element>>();
/** The elements that links of the page lead to, by their ids. */
function targetsOf(document: Document): ReadonlyMap<string, Element> {
  const known = targets.get(document);
  if (known) return known;
  const ids = new Map(
    Array.from(document.querySelectorAll("li[id], p[id], div[id]")).map((one) => [one.id, one]),
  );
  targets.set(document, ids);
  return ids;
}

/** The note that a link refers to, or null. */
function noteOf(link: Element): Element | null {
  if (!isLocal(link) || !/^[[(]?(?:\d{1,4}|[*†‡§])[\])]?$/.test(link.textContent.trim())) return null;
  const target = targetsOf(link.ownerDocument).get((link.getAttribute("href") ?? "").slice(1)) ?? null;
  return target === null || target.contains(link) ? null : target;
}

const noted = new WeakMap<Document, ReadonlySet<Element>>();
function isNote(node: Element): boolean {
  const document = node.ownerDocument;
  let notes = noted.get(document);
  if (notes === undefined) {
    const found = Array.from(document.querySelectorAll("a"))
      .map(noteOf)
      .filter((note) => note !== null);
    notes = new Set(found);
    noted.set(document, notes);
  }
  return notes.has(node);
}

/** A link within a note back to the text. */
function isBack(link: Element): boolean {
  if (!isLocal(link) || !/^(?:\[?[↩⤴↑^⇧]\uFE0E?\]?|back|return|\d*)$/i.test(link.textContent.trim()))
    return false;
  for (let node = link.parentElement; node !== null; node = node.parentElement) if (isNote(node)) return true;
  return false;
}

const nameOf = (note: Element | null) => (note?.id ?? "").replace(/[^\w-]+/g, "-").slice(-80) || "note";
