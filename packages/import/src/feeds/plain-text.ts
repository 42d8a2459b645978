import { cutSource, decodeReferences, lineOf } from "./feed-text.ts";

// Elements that a title may have. Others are words of it, such as `<input>` and `Vec<T>`.
const inline =
  "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var";
const blocks = "div p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre center";
const inTitles = new Set(`${inline} ${blocks}`.split(" "));
const ofBlocks = new Set(`${blocks} br hr tr td`.split(" "));
const ofHtml = new Set([
  ...inTitles,
  ..."address area article aside audio base body br button canvas caption col colgroup data datalist dd details dialog dl dt embed fieldset figcaption figure footer form head header hr html iframe img input label legend link main map menu meta meter nav noscript object optgroup option output param picture progress rp rt ruby script search section select source style summary svg table tbody td template textarea tfoot th thead time title tr track video wbr".split(
    " ",
  ),
]);
const tag = /<(?:(\/?)([a-z][a-z\d]*)((?:\s[^<>]*)?\/?)|!--[^<>]*--)>/gi;

/**
 * The plain text of a title or a name, on one line and not endless. Feeds don't say whether there is markup in it, and both are
 * common: an element that belongs into a title and has an end is markup, as are line breaks and pictures with an address. All else in
 * angle brackets are words.
 */
export function plainText(text: string): string {
  const source = cutSource(text);
  if (!source.includes("<")) return lineOf(decodeReferences(source));
  const [begun, ended] = [new Set<string>(), new Set<string>()];
  for (const [, slash, name = ""] of source.matchAll(tag)) (slash ? ended : begun).add(name.toLowerCase());
  return withoutTags(source, (name, attributes) => {
    if (name === "br" || name === "wbr") return true;
    if (name === "img") return /\ssrc\s*=/i.test(attributes);
    return inTitles.has(name) && begun.has(name) && ended.has(name);
  });
}

/** The same of a text that is declared as HTML: each element that HTML has is markup. */
export function plainTextOfHtml(html: string): string {
  return withoutTags(cutSource(html), (name) => ofHtml.has(name));
}

function withoutTags(source: string, isMarkup: (name: string, attributes: string) => boolean): string {
  const text = source.replace(tag, (whole: string, _slash, written: string | undefined, attributes = "") => {
    const name = written?.toLowerCase();
    if (name === undefined) return "";
    if (!isMarkup(name, attributes)) return whole;
    if (name === "img")
      return /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.slice(1).join("") ?? "";
    return ofBlocks.has(name) ? " " : "";
  });
  return lineOf(decodeReferences(text));
}
