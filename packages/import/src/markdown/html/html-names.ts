/** The elements of HTML. A name in angle brackets that is none of them is a word, as in `Vec<T>`. */
const elements = new Set(
  [
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button",
    "canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset",
    "figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd",
    "label legend li link main map mark marquee math menu meta meter nav nobr noscript object ol optgroup option output p param",
    "picture pre progress q rp rt ruby s samp script search section select small source span strike strong style sub summary",
    "sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr",
  ]
    .join(" ")
    .split(" "),
);
const voids = new Set(
  "area base basefont bgsound br col embed frame hr image img input link meta param source track wbr".split(
    " ",
  ),
);
/** Elements whose content is no Markdown. */
export const rawNames: ReadonlySet<string> = new Set(
  "code math pre samp script style svg textarea tt".split(" "),
);
/** Elements that give the blocks inside of them a form. Others around blocks are left out, and the blocks stay as they are. */
export const formingNames: ReadonlySet<string> = new Set(
  "blockquote dd details dl dt figure li ol pre script style svg table tbody td textarea tfoot th thead tr ul form".split(
    " ",
  ),
);

export const isElement = (name: string) => elements.has(name.toLowerCase());
const isVoid = (name: string) => voids.has(name.toLowerCase());
/** A name as components of MDX, of Vue and of custom elements have it. */
export const isComponent = (name: string) => /^[A-Z]\w*(?:\.\w+)*$|^[a-z]\w*(?:-\w+)+$/.test(name);

/** A tag in a text, as CommonMark reads it. */
export interface Tag {
  readonly at: number;
  readonly end: number;
  readonly name: string;
  readonly closes: boolean;
  /** It has no end tag. */
  readonly isSingle: boolean;
}

const openTag =
  /<([A-Za-z][\w.-]*)(?:\s+(?:[A-Za-z_:@#][\w.:@-]*(?:\s*=\s*(?:[^\s"'=<>`{}]+|'[^']*'|"[^"]*"|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}))?|\{[^{}]*\}))*\s*(\/?)>/y;
const closeTag = /<\/([A-Za-z][\w.-]*)\s*>/y;

/** The tag at a position; null for none. */
export function tagAt(text: string, at: number): Tag | null {
  openTag.lastIndex = at;
  const opening = openTag.exec(text);
  if (opening) {
    const [whole, name = "", slash] = opening;
    return { at, end: at + whole.length, name, closes: false, isSingle: slash === "/" || isVoid(name) };
  }
  closeTag.lastIndex = at;
  const closing = closeTag.exec(text);
  if (!closing) return null;
  const [whole, name = ""] = closing;
  return { at, end: at + whole.length, name, closes: true, isSingle: isVoid(name) };
}

/** The tags of HTML, without those in comments and in code. */
export function tagsOf(html: string): Tag[] {
  const tags: Tag[] = [];
  let raw: string | null = null;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at)) {
    if (raw === null && html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      if (end === -1) break;
      at = end + 3;
      continue;
    }
    const tag = tagAt(html, at);
    const name = tag?.name.toLowerCase() ?? "";
    const isWanted: boolean = raw === null || (tag?.closes === true && name === raw);
    if (tag && isWanted) {
      tags.push(tag);
      raw = !tag.closes && !tag.isSingle && rawNames.has(name) ? name : null;
    }
    at = tag && isWanted ? tag.end : at + 1;
  }
  return tags;
}

/** The number of the tag that closes a tag, by its own number. */
export function closersOf(tags: readonly Partial<Tag>[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>();
  const closing = new Map<number, number>();
  for (const [index, { name, closes, isSingle }] of tags.entries()) {
    if (name === undefined || isSingle) continue;
    const before = open.get(name.toLowerCase()) ?? [];
    open.set(name.toLowerCase(), before);
    if (!closes) before.push(index);
    else {
      const opener = before.pop();
      if (opener !== undefined) closing.set(opener, index);
    }
  }
  return closing;
}

/** Tells tags from words in angle brackets, as `Vec<T>` and `a<b and c>d`. @returns whether a tag is one, by its number */
export function createTagTest(text: string, tags: readonly Partial<Tag>[]): (index: number) => boolean {
  const closing = closersOf(tags);
  const closers = new Set(closing.values());
  return (index) => {
    const { at = 0, end = 0, name = "", closes, isSingle } = tags[index] ?? {};
    const isWhole = isSingle || closing.has(index) || closers.has(index);
    if (!isElement(name)) return isComponent(name) && isWhole;
    const inside = text.slice(at, end - 1);
    // Attributes without values are words, unless the element ends.
    return isWhole || closes === true || inside.includes("=") || !/\s\S/.test(inside);
  };
}
