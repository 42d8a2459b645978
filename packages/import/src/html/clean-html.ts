import type { IOptions, Transformer } from "sanitize-html";
import { invalidImport } from "../archives/archive-entries.ts";
import { importFormatLimits as limits } from "../limits.ts";

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

const blocks =
  "p div blockquote pre ul ol li dl dt dd h1 h2 h3 h4 h5 h6 hr table thead tbody tfoot tr th td caption";
const inline = "a img br em i strong b del s strike code kbd samp sup sub q cite rt rp summary input";
const allowedTags = `${blocks} ${inline} figure figcaption details aside section`.split(" ");
const leftOut: ReadonlyMap<string, string> = new Map(
  Object.entries({
    form: "A form was left out.",
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
  let elements = 0;

  const resolve = (address: string) => {
    const url = URL.parse(address.trim(), base ?? undefined);
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
  const frame: Transformer = (tagName, { src, data, title }) => {
    const isMedia = tagName === "video" || tagName === "audio";
    const written = tagName === "source" && !lacksFile ? "" : (src ?? data ?? "");
    lacksFile = isMedia && written === "";
    const href = written === "" ? "" : playerPage(resolve(written));
    if (href === "") return { tagName: "x-none", attribs: {} };
    return { tagName: "a", attribs: { href, class: "player" }, text: title || href };
  };
  const picture: Transformer = (tagName, attributes) => {
    const {
      src = "",
      alt = "",
      "data-src": lazy,
      "data-lazy-src": lazier,
      "data-original": laziest,
    } = attributes;
    const address = lazy ?? lazier ?? laziest ?? src;
    const [, mediaType, base64] = /^data:(image\/[\w.+-]{1,40});base64,([\w+/=\s]*)$/.exec(address) ?? [];
    if (mediaType === undefined || base64 === undefined)
      return { tagName, attribs: { alt, src: address.startsWith("data:") ? "" : resolve(address) } };
    const name = `embedded-${embedded.size + 1}.${mediaType.slice(6).replace("jpeg", "jpg").replace(/\W.*/, "")}`;
    embedded.set(name, { mediaType, base64 });
    return { tagName, attribs: { alt, src: name } };
  };
  const script: Transformer = (tagName, { src }) => {
    const [gist] = /^https:\/\/gist\.github\.com\/[\w-]+\/\w+(?=\.js)/.exec(src ?? "") ?? [];
    if (gist === undefined) notes.add(leftOut.get("script") ?? "");
    return gist
      ? { tagName: "a", attribs: { href: gist, class: "player" }, text: gist }
      : { tagName, attribs: {} };
  };
  const each: Transformer = (tagName, attribs) => {
    elements += 1;
    if (elements > limits.htmlElements) throw invalidImport("Its HTML has too many elements.");
    const note = leftOut.get(tagName);
    if (note !== undefined) notes.add(note);
    // The buttons and times of Ghost's players.
    if (controls.test(attribs.class ?? "")) return { tagName: "style", attribs: {} };
    return { tagName: byStyle(tagName, attribs.style ?? "") ?? tagName, attribs };
  };

  const options: IOptions = {
    allowedTags,
    allowedAttributes: {
      "*": ["id", "class"],
      a: ["href", "title"],
      img: ["src", "alt"],
      ol: ["start"],
      input: ["type", "checked"],
      code: ["data-lang", "data-language"],
      pre: ["data-lang", "data-language", "data-enlighter-language"],
      sup: ["data-fn"],
      th: ["colspan"],
      td: ["colspan"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: limits.htmlDepth,
    nonTextTags: [
      "script",
      "style",
      "textarea",
      "option",
      "xmp",
      "svg",
      "canvas",
      "form",
      "title",
      ...(isLazy ? ["noscript"] : []),
    ],
    transformTags: {
      a: link,
      img: picture,
      iframe: frame,
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
  const html = sanitizeHtml(source, options).replace(/\s{100,}/g, (run) => run.slice(0, 100));
  refuseTangle(html);
  return { html, notes, embedded };
}

const controls = /(?:^|\s)kg-(?:audio-player|audio-thumbnail|video-overlay|video-player-container)(?:\s|$)/;

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
  if (/font-weight:\s*(?:normal|400)/i.test(style)) return "span";
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) return "strong";
  if (/font-style:\s*italic/i.test(style)) return "em";
  return style.toLowerCase().split(";").some(isStruck) ? "del" : null;
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

/**
 * The page on which people watch or hear the content of a player in a frame; for unknown players the frame's own address.
 */
function playerPage(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const host = url.hostname.replace(/^www\./, "");
  const [, id] = /\/(?:embed|video|v|shorts)\/([\w-]+)/.exec(url.pathname) ?? [];
  if (/^youtube(?:-nocookie)?\.com$/.test(host) && id && id !== "videoseries")
    return `https://www.youtube.com/watch?v=${id}`;
  if (host === "player.vimeo.com" && id) return `https://vimeo.com/${id}`;
  if (host === "dailymotion.com" && id) return `https://www.dailymotion.com/video/${id}`;
  if (host === "open.spotify.com") return address.replace("/embed/", "/");
  const shown = host === "w.soundcloud.com" ? url.searchParams.get("url") : null;
  return shown?.startsWith("https://") ? shown : address;
}
