/** The kinds of items that are told apart, by their class in microformats 2. */
const roots: Readonly<Record<string, ItemType>> = { "h-entry": "entry", "h-card": "card" };
/** And by those of the first microformats, which themes of WordPress have. */
const classicRoots: Readonly<Record<string, ItemType>> = { hentry: "entry", vcard: "card", hfeed: "other" };

export type ItemType = "entry" | "card" | "other";

/** How an entry refers to another page, in the order in which one counts before another. */
export const references = ["in-reply-to", "like-of", "repost-of", "bookmark-of"] as const;
const texts = ["author", "name", "url", "content", "summary"] as const;

export type Reference = (typeof references)[number];
export type TextProperty = (typeof texts)[number];

const known: ReadonlyMap<string, Reference | TextProperty> = new Map(
  [...references, ...texts].map((name) => [name, name]),
);
const classic: Readonly<Record<ItemType, Readonly<Record<string, TextProperty>>>> = {
  entry: {
    "entry-title": "name",
    "entry-content": "content",
    "entry-summary": "summary",
    author: "author",
  },
  card: { fn: "name", url: "url" },
  other: { author: "author" },
};

/** The meanings of an element's classes. */
export interface Marks {
  /** The item that begins with it. */
  readonly root: ItemType | null;
  readonly isClassic: boolean;
  /** The properties of the item around it that this element holds. */
  readonly properties: ReadonlySet<Reference | TextProperty>;
  /** Whether it is any property of that item, also one that is not read; and whether that is a text. */
  readonly isProperty: boolean;
  readonly isText: boolean;
  /** Whether elements in it can say its value (value class pattern): all properties but those with markup. */
  readonly takesValues: boolean;
  /** Whether it says the value of the property around it, and whether by its title. */
  readonly isValue: boolean;
  readonly isValueTitle: boolean;
}

// More classes than any element of a real page has.
const mostClasses = 100;

/**
 * Reads a `class` attribute.
 *
 * @param around the item that the element is in; null where it is in none
 * @returns null if it has no known names
 */
export function readClasses(
  value: string | undefined,
  around: { readonly type: ItemType; readonly isClassic: boolean } | null,
): Marks | null {
  if (!value) return null;
  const classes = value.trim().split(/\s+/, mostClasses);
  const root = classes.find((name) => /^h-(?:[a-z0-9]+-)?[a-z]+(?:-[a-z]+)*$/.test(name));
  const classicRoot =
    root === undefined ? classes.find((name) => Object.hasOwn(classicRoots, name)) : undefined;
  const properties = new Set<Reference | TextProperty>();
  let [isProperty, isText, hasMarkup] = [false, false, false];
  for (const name of around ? classes : []) {
    const [, prefix, rest = ""] = /^(p|u|e|dt)-([a-z].*)$/.exec(name) ?? [];
    const old =
      around?.isClassic && Object.hasOwn(classic[around.type], name) ? classic[around.type][name] : undefined;
    const property = prefix === undefined ? old : known.get(rest);
    if (property) properties.add(property);
    isProperty ||= prefix !== undefined || old !== undefined;
    hasMarkup ||= prefix === "e" || property === "content";
    isText ||= prefix === "p" || prefix === "e" || old !== undefined;
  }
  const isValueTitle = around !== null && classes.includes("value-title");
  const isValue = isValueTitle || (around !== null && classes.includes("value"));
  if (root === undefined && classicRoot === undefined && !isProperty && !isValue) return null;
  return {
    root: root === undefined ? (classicRoots[classicRoot ?? ""] ?? null) : (roots[root] ?? "other"),
    isClassic: classicRoot !== undefined,
    properties,
    isProperty,
    isText,
    takesValues: isProperty && !hasMarkup,
    isValue,
    isValueTitle,
  };
}
