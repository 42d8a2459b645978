import type { Attributes, IOptions, Transformer } from "sanitize-html";
import { invalidImport } from "../errors.ts";
import { importFormatLimits as limits } from "../limits.ts";
import { embeddedPage, frameAddress, isEmoji, pictureAddress, playerPage, scriptPage } from "./embeds.ts";
import { figurePart, sizeOf } from "./figure-elements.ts";
import { mendHtml } from "./mend-html.ts";

/** The result of cleaning. */
export interface CleanedHtml {
  readonly html: string;
  /** The parts that were left out, in plain words. */
  readonly notes: ReadonlySet<string>;
  /** Pictures inside the HTML (`data:`), by their new address. */
  readonly embedded: ReadonlyMap<string, { readonly mediaType: string; readonly base64: string }>;
}

interface CleaningOptions {
  /** The address of the page, which relative addresses start from; null keeps them as they are. */
  readonly base: string | null;
}

// A tag that is not allowed must keep its name: the sanitiser would end the next element with it.
/** Stands for an element of which only the content stays. */
const plainTag = "x-plain";
/** Stands for an element of which nothing stays. */
const droppedTag = "x-none";
const blocks =
  "p div blockquote pre ul ol li dl dt dd h1 h2 h3 h4 h5 h6 hr table thead tbody tfoot tr th td caption";
const inline =
  "a img br em i strong b del s strike code ins kbd mark samp small sup sub u q cite rt rp summary input";
const allowedTags =
  `${blocks} ${inline} figure figcaption details aside section x-formula x-mark ${plainTag} ${droppedTag}`.split(
    " ",
  );
const leftOut: ReadonlyMap<string, string> = new Map(
  Object.entries({
    form: "A form was left out; its words are kept.",
    svg: "A drawing (SVG) was left out.",
    canvas: "A drawing (canvas) was left out.",
    script: "A script was left out.",
  }),
);

/**
 * Reduces foreign HTML to the few elements that Markdown has words for, with absolute addresses and no scripts, styles or
 * embedded frames: a frame becomes a link to its page.
 *
 * @throws ImportError IMPORT_INVALID for HTML that is too long, or has too many elements or too many inside each other
 */
export async function cleanHtml(source: string, { base }: CleaningOptions): Promise<CleanedHtml> {
  if (source.length > limits.htmlLength) throw invalidImport("Its HTML is too long.");
  // The parser looks through all elements that are open at each end of one, also of one that is not open.
  if (source.split("</", limits.htmlElements + 2).length > limits.htmlElements + 1)
    throw invalidImport("Its HTML has too many elements.");
  const { default: sanitizeHtml } = await import("sanitize-html");
  const notes = new Set<string>();
  const embedded: Map<string, { mediaType: string; base64: string }> = new Map();
  const isLazy = /\sdata-(?:lazy-|orig(?:inal)?-?)?src=/.test(source);
  const mended = mendHtml(source);
  let elements = 0;

  const resolve = (address: string) => {
    const bare = address.trim();
    const url = URL.parse(base === null && bare.startsWith("//") ? `https:${bare}` : bare, base ?? undefined);
    return url && /^(?:https?|mailto|tel):$/.test(url.protocol)
      ? encodeAddress(url.href)
      : keepRelative(address, base);
  };
  const link: Transformer = (tagName, { href, ...rest }) => ({
    tagName,
    attribs: { ...rest, ...(href?.startsWith("#") ? { href } : href && { href: resolve(href) }) },
  });
  // A video or a recording names its file itself or in an element inside of it, the best one first.
  let lacksFile = false;
  let framed = "";
  const frame: Transformer = (tagName, attributes) => {
    const isMedia = tagName === "video" || tagName === "audio";
    const written = tagName === "source" && !lacksFile ? "" : frameAddress(attributes);
    lacksFile = isMedia && written === "";
    const href = written === "" ? "" : playerPage(resolve(written));
    if (href === "" || (tagName === "embed" && href === framed)) {
      if (href === "" && /^(?:iframe|embed)$/.test(tagName))
        notes.add("A frame without an address was left out.");
      return { tagName: plainTag, attribs: {} };
    }
    framed = tagName === "object" ? href : "";
    return { tagName: "a", attribs: { href, class: "player" }, text: attributes.title || href };
  };
  const picture: Transformer = (_tagName, attributes) => {
    const { alt = "" } = attributes;
    const address = pictureAddress(attributes);
    if (isEmoji(attributes)) return { tagName: "img", attribs: { alt, class: "emoji" } };
    const [, mediaType, base64] = /^data:(image\/[\w.+-]{1,40});base64,([\w+/=\s]*)$/.exec(address) ?? [];
    if (mediaType === undefined || base64 === undefined) {
      const src = address.startsWith("data:") ? "" : resolve(address);
      return { tagName: "img", attribs: { alt, src, class: sizeOf(attributes.class ?? "") } };
    }
    const name = `embedded-${embedded.size + 1}.${mediaType.slice(6).replace("jpeg", "jpg").replace(/\W.*/, "")}`;
    embedded.set(name, { mediaType, base64 });
    return { tagName: "img", attribs: { alt, src: name } };
  };
  const script: Transformer = (tagName, attributes) => {
    const page = scriptPage(attributes);
    if (page === null) notes.add(leftOut.get("script") ?? "");
    return page === null
      ? { tagName, attribs: {} }
      : { tagName: "a", attribs: { href: page, class: "player" }, text: page };
  };
  const each: Transformer = (tagName, attribs) => {
    elements += 1;
    if (elements > limits.htmlElements) throw invalidImport("Its HTML has too many elements.");
    const note = leftOut.get(tagName);
    if (note !== undefined) notes.add(note);
    // The buttons and times of Ghost's players, and the fields and messages of its forms.
    if (controls.test(attribs.class ?? "")) return { tagName: droppedTag, attribs: {} };
    // A diagram that a script draws.
    if (/^(?:div|figure|p)$/.test(tagName) && /(?:^|\s)mermaid(?:\s|$)/.test(attribs.class ?? ""))
      return { tagName: "pre", attribs: { class: "language-mermaid" } };
    // The numbers of lines beside code, and the second form of a formula.
    if (isBesideCode(tagName, attribs.class ?? "")) return { tagName: droppedTag, attribs: {} };
    const page = tagName === "a" || tagName === "img" ? null : embeddedPage(tagName, attribs);
    const address = page === null ? "" : resolve(page);
    const shown =
      cardPart(tagName, attribs.class ?? "") ??
      figurePart(tagName, attribs.class ?? "") ??
      byStyle(tagName, attribs.style ?? "") ??
      renamed.get(tagName) ??
      tagName;
    const [formula] = /(?:^|\s)(?:katex(?:-display)?|math-source)(?=\s|$)/.exec(attribs.class ?? "") ?? [];
    if (formula !== undefined || tagName === "math")
      return {
        tagName: "x-formula",
        attribs: { class: attribs.display === "block" ? "katex-display" : (formula?.trim() ?? "") },
      };
    if (tagName === "annotation") {
      const isTex = /x-tex/i.test(attribs.encoding ?? "");
      return isTex ? { tagName: shown, attribs: { class: "tex" } } : { tagName: droppedTag, attribs: {} };
    }
    if (attribs["aria-hidden"] === "true" && /^(?:a|span|i)$/.test(tagName))
      return { tagName: tagName === "span" ? "x-mark" : shown, attribs: { class: "decoration" } };
    const side = sideOf(tagName, attribs);
    if (side !== null)
      return { tagName: shown, attribs: { ...attribs, class: `${attribs.class ?? ""} x-${side}` } };
    return {
      tagName: address !== "" && !allowedTags.includes(shown) ? "div" : shown,
      attribs: address === "" ? attribs : { ...attribs, "data-embed": address },
    };
  };

  const options: IOptions = {
    allowedTags,
    allowedAttributes: {
      "*": ["id", "class", "data-embed"],
      a: ["href", "title"],
      img: ["src", "alt"],
      ol: ["start", "reversed"],
      li: ["value"],
      input: ["type", "checked"],
      code: ["data-lang", "data-language"],
      pre: ["lang", "data-code-block-lang", "data-lang", "data-language", "data-enlighter-language"],
      sup: ["data-fn"],
      th: ["colspan", "rowspan"],
      td: ["colspan", "rowspan"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: limits.htmlDepth,
    nonTextTags: ["script", "style", "svg", "canvas", "title", ...(isLazy ? ["noscript"] : [])],
    transformTags: {
      a: link,
      img: picture,
      "amp-img": picture,
      image: picture,
      iframe: frame,
      "amp-iframe": frame,
      "amp-video": frame,
      "amp-audio": frame,
      embed: frame,
      object: frame,
      video: frame,
      audio: frame,
      source: frame,
      script,
      "*": each,
    },
  };
  // Long runs of spaces cost the converter quadratic time.
  const html = sanitizeHtml(mended, options).replace(/\s{100,}/g, (run) => run.slice(0, 100));
  refuseTangle(html);
  return { html, notes, embedded };
}

/** Elements that Markdown has no words for, whose text must not run into that of others. */
const renamed: ReadonlyMap<string, string> = new Map([
  ...Array.from(
    "article header footer main nav address hgroup fieldset legend form center search dialog optgroup button body".split(
      " ",
    ),
    (name) => [name, "div"] as const,
  ),
  ["select", "ul"],
  ["menu", "ul"],
  ["dir", "ul"],
  ["option", "li"],
  ["tt", "code"],
  ["annotation", "code"],
]);

const besideCode =
  /(?:^|\s)(?:linenos|linenodiv|lineno|rouge-gutter|crayon-nums|hljs-ln-numbers|line-numbers-rows|katex-html|MathJax_Preview)(?:\s|$)/;
function isBesideCode(tagName: string, classes: string): boolean {
  if (tagName === "span" && /(?:^|\s)lnt?(?:\s|$)/.test(classes)) return true;
  if (tagName === "td" && /(?:^|\s)gutter(?:\s|$)/.test(classes)) return true;
  return tagName !== "pre" && besideCode.test(classes);
}

const controls =
  /(?:^|\s)kg-(?:audio-player|audio-thumbnail|video-overlay|video-player-container|signup-card-(?:fields|success|error))(?:\s|$)/;

/** The names of the author and the site on a card of Ghost, which are no words of one text. */
function cardPart(tagName: string, classes: string): string | null {
  return tagName === "span" && /^kg-bookmark-(?:author|publisher)$/.test(classes) ? "div" : null;
}

/** A form of an address that needs no escapes in Markdown. */
export function encodeAddress(address: string): string {
  return address.replace(/[\s<>()[\]*_`\\"|]/g, (sign) =>
    sign === "_" ? sign : `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
  );
}

function keepRelative(address: string, base: string | null): string {
  const isRelative = base === null && !/^[a-z][a-z\d+.-]*:/i.test(address.trim());
  return isRelative ? encodeAddress(address.trim()) : "";
}

/** Bold, italic and struck text whose style says so; and `<b>` whose style makes it plain, as Google Docs writes it. */
function byStyle(tagName: string, style: string): string | null {
  if (style === "" || !/^(?:span|font|b|strong)$/.test(tagName)) return null;
  if (/font-weight:\s*(?:normal|400)/i.test(style)) return plainTag;
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) return "strong";
  if (/font-style:\s*italic/i.test(style)) return "em";
  return style.toLowerCase().split(";").some(isStruck) ? "del" : null;
}

/** The alignment of a paragraph, if it is another one than that of most texts. */
function sideOf(tagName: string, { align = "", style = "", class: names = "" }: Attributes): string | null {
  if (tagName === "center") return "center";
  if (tagName !== "p" && tagName !== "div") return null;
  const [, side] =
    /^(center|right)$/i.exec(align.trim()) ??
    /text-align:\s*(center|right)/i.exec(style) ??
    /(?:^|\s)has-text-align-(center|right)(?:\s|$)/.exec(names) ??
    [];
  return side?.toLowerCase() ?? null;
}

function isStruck(declaration: string): boolean {
  const at = declaration.indexOf("text-decoration");
  return at !== -1 && declaration.includes("line-through", at);
}

const formatting = new Set("a em i strong b del s strike code".split(" "));

/**
 * A parser of HTML repeats the formatting that is open in each block. So blocks within much formatting could become far
 * more elements than were written.
 */
function refuseTangle(html: string): void {
  let open = 0;
  let copies = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
    if (!formatting.has(name)) copies += open;
    else open += slash === "" ? 1 : -1;
    if (copies > limits.htmlElements * 5) throw invalidImport("Its HTML is too tangled.");
  }
}
