import { escapeHtml, isRecord } from "@freehold/protocol/internal";
import { invalidImport } from "../../errors.ts";
import { textOr } from "../read-text.ts";
import { type CardContent, cardToHtml } from "./cards.ts";

/**
 * The HTML of a text as Ghost's editor from version 1 to 5 saved it: Mobiledoc 0.3
 * (github.com/bustle/mobiledoc-kit/blob/master/MOBILEDOC.md), with cards.
 *
 * @throws ImportError IMPORT_INVALID for another text
 */
export function mobiledocToHtml(mobiledoc: string): string {
  try {
    const document: unknown = JSON.parse(mobiledoc);
    if (!isRecord(document)) throw invalidImport("Its text (mobiledoc) is damaged.");
    return list(document.sections)
      .map((section) => sectionToHtml(list(section), document))
      .join("\n");
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError
      ? invalidImport("Its text (mobiledoc) is damaged.", error)
      : error;
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const tags = new Set("p h1 h2 h3 h4 h5 h6 blockquote aside ul ol pull-quote".split(" "));

/** A section is a list whose first part is its kind: 1 text, 2 picture, 3 list, 10 card. */
function sectionToHtml(
  [kind, second, third]: readonly unknown[],
  document: Readonly<Record<string, unknown>>,
): string {
  if (kind === 2) return `<img src="${escapeHtml(textOr(second))}">`;
  if (kind === 10) {
    const [type, content] = list(list(document.cards)[Number(second)]);
    return cardToHtml(textOr(type), (content ?? {}) as CardContent);
  }
  const tag = tags.has(textOr(second)) ? textOr(second).replace(/^(?:pull-quote|aside)$/, "blockquote") : "p";
  const inner =
    kind === 3
      ? list(third)
          .map((item) => `<li>${markersToHtml(list(item), document)}</li>`)
          .join("")
      : markersToHtml(list(third), document);
  return `<${tag}>${inner}</${tag}>`;
}

const markups = new Set("a b strong i em s code u sub sup".split(" "));

/** A marker is its kind (0 text, 1 atom), the markups that it opens, how many it closes, and its text. */
function markersToHtml(markers: readonly unknown[], document: Readonly<Record<string, unknown>>): string {
  const open: string[] = [];
  let html = "";
  for (const marker of markers) {
    const [kind, opens, closes, value] = list(marker);
    for (const number of list(opens)) {
      const [tag, attributes] = list(list(document.markups)[Number(number)]);
      const name = markups.has(textOr(tag)) ? textOr(tag) : "span";
      const pairs = list(attributes);
      const href = textOr(pairs[pairs.indexOf("href") + 1]);
      html += name === "a" ? `<a href="${escapeHtml(href)}">` : `<${name}>`;
      open.push(name);
    }
    const [atom, text] = kind === 1 ? list(list(document.atoms)[Number(value)]) : [null, value];
    html += atom === "soft-return" ? "<br>" : escapeHtml(textOr(text));
    for (let count = Number(closes) || 0; count > 0 && open.length > 0; count -= 1)
      html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join("")
  );
}
