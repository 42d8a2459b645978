import { mapProse } from "@freehold/protocol";
import { takeCaptionsBelow } from "./captions-below.ts";
import { leadToHeadings } from "./heading-ids.ts";
import { convertHtml, type TextWithoutHtml } from "./html/convert-html.ts";
import { convertAdmonitions } from "./tags/admonitions.ts";
import { convertCallouts } from "./tags/callouts.ts";
import { convertHexoTags, pageOf } from "./tags/hexo-tags.ts";
import { withoutHiddenText } from "./tags/hidden-text.ts";
import { convertHugoBlocks, convertHugoWords, toFence } from "./tags/hugo-shortcodes.ts";
import { withoutPrograms } from "./tags/mdx.ts";
import { replaceBetween } from "./tags/replace-between.ts";
import { guardHtmlCode, guardShownTags, withoutGuards } from "./tags/shown-tags.ts";
import { attributesOf, linkTo, pictureOf, separateWritten } from "./written-links.ts";

/**
 * Turns what Hugo, Jekyll and Obsidian have besides Markdown into Markdown: figures, highlighted code, embedded videos,
 * comments, HTML.
 *
 * @param options.readsCode the generator reads tags in blocks of code, too, as Liquid does
 * @throws ImportError IMPORT_INVALID for HTML beyond the limits
 */
export async function convertGeneratorMarkup(
  source: string,
  { readsCode = false }: { readsCode?: boolean } = {},
): Promise<TextWithoutHtml> {
  const unread: string[] = [];
  const notes = new Set<string>();
  const stay: Stay = (name, note) => {
    notes.add(note);
    unread.push(name);
  };
  const plain = convertAdmonitions(source.replaceAll("\r\n", "\n"));
  const text = withoutHiddenText(guardShownTags(plain, { readsCode }));
  const hugo = replaceBetween(text, hugoHighlight, /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g, toHighlighted);
  const blocks = replaceBetween(hugo, jekyllHighlight, /\{%-?\s*endhighlight\s*-?%\}/g, toHighlighted);
  const hexo = replaceBetween(blocks, hexoCode, /\{%-?\s*end(?:codeblock|code)\s*-?%\}/g, toHexoFence);
  const quoted = replaceBetween(hexo, hexoQuote, /\{%-?\s*end(?:blockquote|quote)\s*-?%\}/g, toQuote);
  const noted = replaceBetween(
    quoted,
    note,
    /\{%-?\s*end(?:note|callout|admonition|alert|tip|hint)\s*-?%\}/g,
    toNote,
  );
  const themed = convertHugoBlocks(noted);
  const guarded = leadToHeadings(guardHtmlCode(themed));
  const prose = mapProse(guarded, (part) => convertProse(part, stay, readsCode), { skipsIndented: true });
  const converted = await convertHtml(separateWritten(prose));
  return {
    ...converted,
    markdown: withoutGuards(
      takeCaptionsBelow(
        source.startsWith("\n") ? converted.markdown : converted.markdown.replace(/^\n+/, ""),
      ),
    ),
    notes: [...new Set([...notes, ...converted.notes])],
    unread,
  };
}

const hugoHighlight = /\{\{[<%]\s*highlight\s+"?([\w+#-]+)(?![\w+#-])[^>%{\n]*[>%]\}\}/g;
const jekyllHighlight = /\{%-?\s*highlight\s+["']?([\w+#-]+)(?![\w+#-])[^%{\n]*%\}/g;

function toHighlighted(code: string, [opening, language = ""]: RegExpExecArray, next: string): string {
  if (/\bhl_inline\s*=\s*"?true/.test(opening) && !code.includes("`")) return `\`${code.trim()}\``;
  return toFence(code, language, next);
}

const hexoCode = /\{%-?\s*(?:codeblock|code)(?:\s([^%{}\n]*))?%\}/g;
const hexoQuote = /\{%-?\s*(?:blockquote|quote)(?:\s([^%{}\n]*))?%\}/g;

/** A block of code of Hexo and Octopress: `{% codeblock a title lang:js https://… a link %}`. */
function toHexoFence(code: string, [, options = ""]: RegExpExecArray, next: string): string {
  const [, language = ""] = /(?:^|\s)lang:([\w+#-]+)/.exec(options) ?? [];
  const title = withSource(options.replace(/(?:^|\s)[a-z_]+:(?!\/\/)\S+/g, " "));
  return `${title === "" ? "" : `${title}\n${next.trimEnd()}\n${next}`}${toFence(code, language, next)}`;
}

/** A quote of Hexo and Octopress, with its author and source below it: `{% blockquote Somebody, A book https://… a link %}`. */
function toQuote(text: string, [, source = ""]: RegExpExecArray): string {
  const lines = text.trim().split("\n");
  const shown = withSource(source);
  if (shown !== "") lines.push("", `— ${shown}`);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

const note = /\{%-?\s*(note|callout|admonition|alert|tip|hint)(?![\w-])([^%{}\n]{0,300})%\}/g;

/** A note of Hexo's themes and of Eleventy's sites, as a quote; its title is the words that have a blank in them. */
function toNote(text: string, [, name = "", options = ""]: RegExpExecArray): string {
  const kind = /^[\s"']*(info|warn(?:ing)?|danger|success|tip|primary)(?![\w-])/i.exec(options)?.[1] ?? name;
  const quoted = [...options.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one = "", two = ""]) => one || two);
  const title = quoted.find((words) => /\S\s+\S/.test(words));
  const head = title ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}`;
  return [`**${head}**`, "", ...text.trim().split("\n")].map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** The words of a tag, with its address as a link of the words behind it. */
function withSource(words: string): string {
  const text = words.replace(/\s+/g, " ").trim();
  const [address = "", ...title] = text.slice(text.search(/https?:\/\//)).split(" ");
  if (!/^https?:\/\/[^\s<>]+$/.test(address)) return text;
  const before = text.slice(0, text.indexOf(address));
  return `${before}${title.length === 0 ? `<${address}>` : linkTo(address, title.join(" "))}`;
}

/** An address that a filter changes: Jekyll's `relative_url`, Eleventy's `url`, and those of a site. */
const filteredAddress =
  /\{\{-?[ \t]{0,9}["']((?:https?:\/)?\/[^"'{}\s]{1,2000}|[^"'{}\s/]{1,300}(?:\/[^"'{}\s]{0,2000}|\.\w{2,5}))["'][ \t]{0,9}\|[^{}]{1,300}\}\}/g;

/** The list in whose place kramdown puts the contents of the page. */
export const kramdownContents =
  /^(?:[-*+]|1\.)[ \t]{1,4}[^\n]{0,200}\n[ \t]{0,4}\{:[^{}\n]{0,100}\btoc\b[^{}\n]{0,100}\}[ \t]*$/gm;

/** A line in whose place Python-Markdown, markdown-it and GitLab put the contents of the page. */
export const contentsMark = /^(?:\[TOC\]|\[\[(?:_TOC_|toc)\]\])[ \t]*$/gm;

const stayAsTag = (stay: Stay, name = "") =>
  stay(name, `The tag “${name}” is not supported and stays as text.`);

/** Gets each tag that nothing here reads, and the sentence about it. */
type Stay = (name: string, note: string) => void;

function convertProse(prose: string, stay: Stay, isLiquid: boolean): string {
  const plain = replaceBetween(withoutPrograms(prose), /<!--/g, /-->/g, () => "");
  return convertHugoWords(convertHexoTags(convertCallouts(replaceBetween(plain, /%%/g, /%%/g, () => ""))))
    .replace(hugoPicture, toFigure)
    .replace(shownElsewhere, toPage)
    .replace(playedFile, toPlayed)
    .replace(jekyllInclude, toIncluded)
    .replace(addressedElsewhere, "<$1>")
    .replace(/\{\{[<%][ \t]{0,9}(?:rel)?ref[ \t]([^<>{}\n]{1,500})[>%]\}\}/gi, toTarget)
    .replace(/\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g, (_, target: string) => `/_posts/${target}.md`)
    .replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, "")
    .replace(/\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g, "")
    .replace(filteredAddress, "$1")
    .replace(kramdownContents, "")
    .replace(contentsMark, "")
    .replace(/(\]\([^()\s]*\))(?:\{:[^{}\n]*\})+|^\{:[^{}\n]*\}[ \t]*$/gm, "$1")
    .replace(/\{\{[<%]\s*(?:\/\s*)?([\w-]+)|\{%-?\s*(\w+)/g, (whole, hugo?: string, liquid?: string) => {
      if (hugo) stay(hugo, `The shortcode “${hugo}” is not supported and stays as text.`);
      else stayAsTag(stay, liquid);
      return whole;
    })
    .replace(/\{\{-?[ \t]{0,9}([a-z][\w.]{0,60})/gi, (whole, value: string) => {
      if (isLiquid) stayAsTag(stay, value);
      return whole;
    });
}

/** Hugo's figure, and the shortcodes of themes like it. */
const hugoPicture = /\{\{[<%]\s*(?:figure|image|img|picture|photo)\s([^>%{]*)[>%]\}\}/g;

const isPicture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** A picture, with its caption and title below it. */
function toFigure(whole: string, text: string): string {
  const attributes = attributesOf(text.trimEnd().replace(/\/$/, ""));
  const of = (name: string) => attributes.get(name) ?? "";
  const [title, words] = [of("title"), of("caption")];
  const source =
    of("attr") === "" ? "" : of("attrlink") === "" ? of("attr") : linkTo(of("attrlink"), of("attr"));
  const caption = [title, words, source].filter((one) => one !== "").join(" – ");
  const alt = of("alt");
  const address = of("src") || of("url") || (isPicture.test(of("0")) ? of("0") : "");
  return address === "" ? whole : pictureOf({ address, alt: alt || words || title, caption });
}

const shownElsewhere =
  /\{\{[<%]\s{0,9}(youtube|vimeo|gist|tweet|twitter|x|instagram|spotify|slideshare|speakerdeck)(?:_simple)?\s([^<>{}\n]{1,500}?)\/?[>%]\}\}/g;
/** A shortcode of a theme with an address alone shows what is there. */
const addressedElsewhere =
  /\{\{[<%][ \t]{0,9}[\w-]{1,40}[ \t]{1,9}(?:[\w-]{1,40}=)?["']?(https?:\/\/[^\s"'<>{}]{1,2000})["']?[ \t]{0,9}\/?[>%]\}\}/g;

/** The page that Hugo's `ref` names. */
function toTarget(whole: string, text: string): string {
  const attributes = attributesOf(text.trim());
  return attributes.get("path") ?? attributes.get("0") ?? whole;
}

/** Hugo's shortcodes for pages elsewhere, and Jekyll's includes with an id. */
function toPage(whole: string, name: string, text: string): string {
  const attributes = attributesOf(text);
  const named = name === "spotify" ? ["type", "id"] : ["user", "id", "url"];
  const words = named.flatMap((one) => attributes.get(one) ?? []);
  const numbered = [...attributes].flatMap(([one, value]) => (/^\d+$/.test(one) ? [value] : []));
  const page = pageOf(name, words.length > 0 ? words : numbered);
  const title = attributes.get("title") ?? "";
  return page === null ? whole : title === "" ? page : linkTo(page.slice(1, -1), title);
}

const playedFile =
  /\{\{[<%][ \t]{0,9}(?:audio|video|mp3|mp4|html5-?video|html5-?audio)[ \t]([^<>{}\n]{1,500}?)\/?[>%]\}\}/g;

/** The sound or the video that a shortcode of a theme plays: a link, which has a player where it stands alone. */
function toPlayed(whole: string, text: string): string {
  const attributes = attributesOf(text);
  const named = ["src", "url", "file", "path", "mp4", "webm", "mp3", "ogg", "0"];
  const address = named.map((name) => attributes.get(name) ?? "").find((one) => one !== "") ?? "";
  if (!/\.(?:mp4|m4v|webm|ogv|mov|mp3|m4a|ogg|oga|opus|wav|flac|aac)(?:[?#]|$)/i.test(address)) return whole;
  const words = attributes.get("caption") ?? attributes.get("title") ?? "";
  return linkTo(address, words || (address.split("/").at(-1) ?? address));
}

const jekyllInclude =
  /\{%-?\s{0,9}include(?:_cached|_relative)?\s{1,9}([\w./-]{1,200})\s([^{}%\n]{1,1000}?)-?%\}/g;

/** An include of Jekyll that shows a film or a picture. */
function toIncluded(whole: string, file: string, text: string): string {
  const attributes = attributesOf(text);
  const of = (...names: string[]) =>
    names.map((name) => attributes.get(name) ?? "").find((one) => one !== "") ?? "";
  const [, kind = ""] = /(youtube|vimeo|gist|tweet|twitter|instagram|video)/i.exec(file) ?? [];
  const id = of("id", "url", "video_id", "videoid", "video", "src");
  const provider = of("provider").toLowerCase() || kind.toLowerCase();
  if (kind !== "" && id !== "") return pageOf(provider, [id]) ?? whole;
  const address = of("image_path", "src", "image", "url", "path", "file");
  if (!/(?:image|img|figure|picture|photo)/i.test(file) || address === "") return whole;
  return pictureOf({ address, alt: of("alt", "title", "caption"), caption: of("caption") });
}
