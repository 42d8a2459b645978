import { limits } from "../limits.ts";
import {
  type ItemType,
  type Marks,
  type Reference,
  readClasses,
  references,
  type TextProperty,
} from "./class-names.ts";
import { ownAddress, ownText } from "./element-values.ts";
import { createOpenElements } from "./open-elements.ts";
import type { Attributes } from "./read-tags.ts";
import { empty } from "./walk-page.ts";

const pageDepth = 64; // elements around one another

/** An item of microformats: a statement of a page about itself, a person or another page. */
export interface Item {
  readonly type: ItemType;
  readonly isClassic: boolean;
  /** The item around it. */
  readonly parent: Item | null;
  /** Whether it is independent: not a property of another item. */
  readonly isListed: boolean;
  /** How it refers to the page that is looked for. */
  readonly refersBy: Set<Reference>;
  /** Whether that page is linked from it. */
  hasLink: boolean;
  /** The first value of each property. */
  readonly values: Map<TextProperty, Value>;
}

/** A value of a property. */
export interface Value {
  /** Plain text, with line breaks where the page has them. */
  text: string;
  /** As the page has it. */
  address: string | null;
  item: Item | null;
}

/** An element that says something, while it is open. */
interface Open {
  readonly item: Item | null;
  /** The item around it, which has these properties. */
  readonly owner: Item | null;
  readonly properties: Marks["properties"];
  readonly value: Value;
  /** Whether its own attribute says it, so that its text does not count. */
  readonly hasOwnText: boolean;
  /** The texts of its pictures, for an element without another text. */
  pictures: string;
  /** The addresses of the links in it, up to two. */
  readonly links: string[];
  /** Whether the item of this element has texts of its own, which leave no name to be guessed. */
  hasTexts: boolean;
  /** Whether elements in it can say its value, and what they said; null where none did. */
  readonly takesValues: boolean;
  parts: string | null;
  /** The property of which it says the value. */
  readonly partOf: Open | null;
}

// A text is cut to its excerpt later, when its blanks are one.
const textLength = 4 * limits.excerptLength;

const breaks: ReadonlySet<string> = new Set([
  "p",
  "div",
  "blockquote",
  "ul",
  "ol",
  "li",
  "pre",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "br",
  "hr",
  "table",
  "tr",
]);

/** The events of a page that its items are found with. */
export interface ItemReader {
  onElement(name: string, attributes: Attributes, isTarget: boolean): void;
  onEnd(name: string): void;
  onText(text: string): void;
  /** All items, in the order of their beginnings. */
  end(): readonly Item[];
}

/**
 * Reads the microformats of a page, as far as a mention needs them: nine properties, the first value of each, of items that are
 * at most four in one another. Each text is read once, however many elements are around it.
 *
 * @param isTarget whether an address, as the page has it, is the page that is looked for
 */
export function createItemReader(isTarget: (address: string) => boolean): ItemReader {
  const items: Item[] = [];
  const elements = createOpenElements<Open>(pageDepth, close);
  let count = 0;

  function currentItem(): Item | null {
    return elements.list().findLast(({ item }) => item !== null)?.item ?? null;
  }

  function beginItem(marks: Marks, parent: Item | null): Item | null {
    if (marks.root === null || depthOf(parent) >= limits.itemDepth) return null;
    const isListed = !(parent && marks.isProperty) && (parent?.isListed ?? true);
    const item: Item = {
      type: marks.root,
      isClassic: marks.isClassic,
      parent,
      isListed,
      refersBy: new Set(),
      hasLink: false,
      values: new Map(),
    };
    items.push(item);
    return item;
  }

  function close(open: Open): void {
    const { item, owner, properties, value, links, partOf } = open;
    value.text = (open.parts ?? (value.text.trim() || open.pictures)).trim();
    if (partOf) partOf.parts = `${partOf.parts ?? ""}${value.text}`.slice(0, textLength);
    if (item && !item.values.has("name") && !open.hasTexts) {
      item.values.set("name", { text: value.text, address: null, item: null });
    }
    const [link] = links;
    if (item && !item.values.has("url") && link !== undefined && links.length === 1) {
      item.values.set("url", { text: "", address: link, item: null });
    }
    if (!owner) return;
    const address = value.address ?? addressOf(item?.values.get("url")) ?? value.text;
    for (const name of references) {
      if (properties.has(name) && !owner.refersBy.has(name) && isTarget(address)) owner.refersBy.add(name);
    }
  }

  /** @param href of a link; one of another item is no address of the items around that */
  function addToOpen(name: string, own: string | null, href: string | undefined): void {
    const isPicture = name === "img" || name === "area";
    const innermost = elements.list().findLastIndex(({ item }) => item !== null);
    for (const [index, open] of elements.list().entries()) {
      if (breaks.has(name)) add(open, "\n");
      if (isPicture && own && open.pictures.length < textLength) open.pictures += ` ${own}`;
      if (href !== undefined && index >= innermost && open.links.length < 2) open.links.push(href);
    }
  }

  return {
    onElement(name, attributes, leadsToTarget) {
      const around = currentItem();
      if (leadsToTarget) for (let item = around; item; item = item.parent) item.hasLink = true;
      const marks = count < limits.pageElements ? readClasses(attributes.get("class"), around) : null;
      const own = ownText(name, attributes);
      const href = name === "a" || name === "area" ? attributes.get("href") : undefined;
      addToOpen(name, own, marks?.root == null ? href : undefined);
      if (around && marks?.isText) setTexts(elements.list(), around);
      const holder = marks === null ? undefined : elements.list().at(-1);
      const isInProperty = holder !== undefined && holder.item === null && holder.takesValues;
      const partOf = isInProperty && marks?.isValue ? holder : null;
      // A property that is not read counts where it is in another one: its values are not those of that one.
      const isRead = marks?.root != null || (marks && marks.properties.size > 0) || partOf !== null;
      if (marks === null || !(isRead || (isInProperty && marks.isProperty))) {
        if (!empty.has(name)) elements.openPlain(name);
        return;
      }
      count += 1;
      const item = beginItem(marks, around);
      if (around && item) setTexts(elements.list(), around);
      const text = marks.isValueTitle ? (attributes.get("title") ?? null) : own;
      const value: Value = { text: text ?? "", address: ownAddress(name, attributes), item };
      for (const property of marks.properties) {
        if (isTextProperty(property) && around && !around.values.has(property))
          around.values.set(property, value);
      }
      const open: Open = {
        item,
        owner: around,
        properties: marks.properties,
        value,
        hasOwnText: text !== null,
        pictures: "",
        links: href === undefined ? [] : [href],
        hasTexts: false,
        takesValues: item === null && marks.takesValues,
        parts: null,
        partOf,
      };
      if (empty.has(name)) close(open);
      else elements.open(name, open);
    },
    onEnd(name) {
      elements.end(name);
      if (breaks.has(name)) for (const open of elements.list()) add(open, "\n");
    },
    onText(text) {
      const isHeard = elements.list().some((open) => !open.hasOwnText && open.value.text.length < textLength);
      if (!isHeard) return;
      const plain = text.slice(0, 8 * textLength).replace(/\s+/g, " ");
      for (const open of elements.list()) add(open, plain);
    },
    end() {
      elements.endAll();
      return items;
    },
  };
}

function add(open: Open, text: string): void {
  const { value } = open;
  if (open.hasOwnText || value.text.length >= textLength) return;
  const isRepeat =
    text === " "
      ? value.text.endsWith(" ") || value.text.endsWith("\n")
      : text === "\n" && value.text.endsWith("\n\n");
  if (!isRepeat) value.text += text.slice(0, textLength - value.text.length);
}

function setTexts(open: readonly Open[], item: Item): void {
  const element = open.findLast((one) => one.item === item);
  if (element) element.hasTexts = true;
}

function depthOf(item: Item | null): number {
  let depth = 0;
  for (let one = item; one; one = one.parent) depth += 1;
  return depth;
}

function isTextProperty(name: Reference | TextProperty): name is TextProperty {
  return !references.some((reference) => reference === name);
}

function addressOf(value: Value | undefined): string | null {
  return value ? (value.address ?? value.text) : null;
}
