/**
 * The HTML of a post as Ghost rendered it, without the icons of its cards and of pages behind a link, and without the descriptions that it gives to pictures by itself: they are
 * no content of the author.
 */
export function withoutIcons(html: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const open = html.indexOf("<svg", at);
    const close = open === -1 ? -1 : html.indexOf("</svg>", open);
    if (close === -1) break;
    const end = close + "</svg>".length;
    kept.push(html.slice(at, isIcon(html, open) ? open : end));
    at = end;
  }
  return [...kept, html.slice(at)]
    .join("")
    .replace(/<img [^<>]*>/g, (tag) => (iconClass.test(tag) ? "" : tag))
    .replace(/(?<=<div class="kg-bookmark-thumbnail">)<img [^<>]*>/g, "")
    .replace(/ alt="CTA Image"(?= |>)/g, ' alt=""');
}

const iconClass = /\sclass="kg-(?:audio-thumbnail|bookmark-icon)\b/;

/** The longest tag before an icon. */
const tagLength = 300;

/** Whether the tag before a drawing is that of a card: of its button, its stars, or its place for an icon. */
function isIcon(html: string, open: number): boolean {
  const before = html.slice(Math.max(0, open - tagLength), open).trimEnd();
  return before.endsWith(">") && /\sclass="[^"]*\bkg-/.test(before.slice(before.lastIndexOf("<")));
}
