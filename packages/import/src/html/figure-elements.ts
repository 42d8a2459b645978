/** The elements of figures, as programs name them by their classes. */
const parts: readonly (readonly [tags: RegExp, classes: RegExp, shown: string])[] = [
  [/^(?:div|dl)$/, /^(?:wp-caption|gallery-item|tiled-gallery-item|figure)$/, "figure"],
  // A picture of Blogger is the first row of a table, and its caption the second.
  [/^table$/, /^tr-caption-container$/, "figure"],
  [/^(?:p|div|dd|td|span)$/, /^(?:wp-caption-text|tr-caption|tiled-gallery-caption)$/, "figcaption"],
  [/^p$/, /^caption$/, "figcaption"],
  [/^dt$/, /^gallery-icon$/, "div"],
  [/^ul$/, /^(?:wp-block-gallery|blocks-gallery-grid)$/, "figure"],
  [/^li$/, /^blocks-gallery-item$/, "div"],
];

/** The element that an element is by its classes, where it is a part of a figure; null for another. */
export function figurePart(tagName: string, classes: string): string | null {
  if (classes === "") return null;
  const names = classes.split(/\s+/);
  const found = parts.find(([tags, known]) => tags.test(tagName) && names.some((name) => known.test(name)));
  return found?.[2] ?? null;
}

const galleries =
  /(?:^|\s)(?:gallery|tiled-gallery|wp-block-gallery|wp-block-jetpack-(?:tiled-gallery|slideshow)|sectionLayout--outsetRow)(?:\s|$)/;

/** Whether an element shows the pictures in it side by side, or one after the other in one place. */
export const isGallery = (node: Element): boolean =>
  node.nodeName === "FIGURE" || (node.nodeName === "DIV" && galleries.test(node.className));

/** The class of a picture of Substack that says its width; "" without one. */
export const sizeOf = (classes: string): string => /sizing-(?:fullscreen|large)/.exec(classes)?.[0] ?? "";

const widths = {
  full: /(?:^|\s)(?:alignfull|kg-width-full|graf--layoutFillWidth|sizing-fullscreen)(?:\s|$)/,
  wide: /(?:^|\s)(?:alignwide|kg-width-wide|graf--layoutOutset(?:Center|Row)|sizing-large)(?:\s|$)/,
};

/** The width that the classes of a figure, of its pictures, or of the element right around it ask for; null for that of the column. */
export function widthOf(node: Element): "wide" | "full" | null {
  const around = node.parentElement?.children.length === 1 ? node.parentElement : null;
  const classes = [node, around, ...Array.from(node.querySelectorAll("figure, img"))]
    .map((one) => one?.className ?? "")
    .join(" ");
  return (["full", "wide"] as const).find((width) => widths[width].test(classes)) ?? null;
}
