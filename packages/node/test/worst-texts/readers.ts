import { contentHash } from "@freehold/protocol";
import { weigh } from "../../../import/src/balance/balance.ts";
import { readBlocks } from "../../../import/src/balance/read-blocks.ts";
import { readHtml } from "../../../import/src/balance/read-html.ts";
import { readMarkdown } from "../../../import/src/balance/read-markdown.ts";
import { readShortcodes } from "../../../import/src/balance/read-shortcodes.ts";
import { findFeedLinks } from "../../../import/src/feeds/feed-links.ts";
import {
  decodeReferences,
  escapeText,
  languageTag,
  lineOf,
  linesToHtml,
  mediaTypeOf,
  mendControls,
  mendReferences,
} from "../../../import/src/feeds/feed-text.ts";
import { parseFeed } from "../../../import/src/feeds/parse-feed.ts";
import { parseOpml } from "../../../import/src/feeds/parse-opml.ts";
import { plainText, plainTextOfHtml } from "../../../import/src/feeds/plain-text.ts";
import { markdownCardToHtml } from "../../../import/src/formats/ghost/markdown-card.ts";
import { withoutIcons } from "../../../import/src/formats/ghost/rendered-html.ts";
import { readPlainText } from "../../../import/src/formats/read-text.ts";
import { withEmbeds } from "../../../import/src/formats/substack-embeds.ts";
import { replaceCode } from "../../../import/src/formats/wordpress/code-shortcodes.ts";
import { addParagraphs } from "../../../import/src/formats/wordpress/paragraphs.ts";
import { guessAsian, guessEncoding } from "../../../import/src/guess-encoding.ts";
import { guessLatin } from "../../../import/src/guess-latin.ts";
import { cleanHtml } from "../../../import/src/html/clean-html.ts";
import { toTitle } from "../../../import/src/html/figures.ts";
import { htmlToMarkdown } from "../../../import/src/html/html-to-markdown.ts";
import { mendHtml } from "../../../import/src/html/mend-html.ts";
import { takeCaptionsBelow } from "../../../import/src/markdown/captions-below.ts";
import { dateOfText } from "../../../import/src/markdown/front-matter.ts";
import { convertGeneratorMarkup } from "../../../import/src/markdown/generator-markup.ts";
import { leadToHeadings } from "../../../import/src/markdown/heading-ids.ts";
import { convertHtml } from "../../../import/src/markdown/html/convert-html.ts";
import { splitInline } from "../../../import/src/markdown/html/inline-html.ts";
import { readHtmlPage } from "../../../import/src/markdown/html-page.ts";
import { keepLines } from "../../../import/src/markdown/line-breaks.ts";
import { leadToPages, leaveWords } from "../../../import/src/markdown/links/leave-words.ts";
import { resolveLinks } from "../../../import/src/markdown/links/resolve-links.ts";
import { readOutlinePage } from "../../../import/src/markdown/outlines/outline-page.ts";
import { readProperty } from "../../../import/src/markdown/outlines/properties.ts";
import { nextFence, readOutline } from "../../../import/src/markdown/outlines/read-outline.ts";
import { readPost } from "../../../import/src/markdown/read-post.ts";
import { readSiteFrontMatter } from "../../../import/src/markdown/site-front-matter.ts";
import { convertAdmonitions } from "../../../import/src/markdown/tags/admonitions.ts";
import { convertCallouts } from "../../../import/src/markdown/tags/callouts.ts";
import { convertEmojiNames } from "../../../import/src/markdown/tags/emoji-names.ts";
import { convertHexoTags } from "../../../import/src/markdown/tags/hexo-tags.ts";
import { withoutHiddenText } from "../../../import/src/markdown/tags/hidden-text.ts";
import { convertHugoBlocks, convertHugoWords } from "../../../import/src/markdown/tags/hugo-shortcodes.ts";
import { fillLiquidValues } from "../../../import/src/markdown/tags/liquid-values.ts";
import { readNoteTags } from "../../../import/src/markdown/tags/note-tags.ts";
import { convertNotesMarkup } from "../../../import/src/markdown/tags/notes-markup.ts";
import { guardHtmlCode, guardShownTags } from "../../../import/src/markdown/tags/shown-tags.ts";
import { attributesOf } from "../../../import/src/markdown/written-links.ts";
import { parseArchivePath } from "../../../protocol/src/archive/archive-paths.ts";
import { parsePaxRecords } from "../../../protocol/src/archive/pax-records.ts";
import { parseTarHeader } from "../../../protocol/src/archive/tar-header.ts";
import { isPlainLine, toPlainLine } from "../../../protocol/src/plain-line.ts";
import { hashesOfText, readPastedPost } from "../../../protocol/src/proofs/pasted-post.ts";
import { completeAddresses } from "../../../protocol/src/resources/complete-addresses.ts";
import { escapeHtml } from "../../../protocol/src/text/html.ts";
import { isTimeZone } from "../../../protocol/src/time-zone.ts";
import { readVersionLink, withoutVersionLink } from "../../../protocol/src/version-link.ts";
import { isInBounds } from "../../../web/src/figures/figure.ts";
import { renderFormula } from "../../../web/src/figures/formula.ts";
import { writeAlphabets } from "../../../web/src/figures/math-alphabets.ts";
import { formulaToText } from "../../../web/src/markdown/formula-text.ts";
import { readReferences } from "../../../web/src/markdown/references.ts";
import { renderComment } from "../../../web/src/markdown/render-comment.ts";
import { renderForeign } from "../../../web/src/markdown/render-foreign.ts";
import { renderMarkdown } from "../../../web/src/markdown/render-markdown.ts";
import { countWords } from "../../../web/src/markdown/text/count-words.ts";
import { directionOf, writeDirection } from "../../../web/src/markdown/text/direction.ts";
import { readLead, readMarkdownOpening, readTitle } from "../../../web/src/markdown/text/opening.ts";
import { languageOfText } from "../../../web/src/markdown/text/text-language.ts";
import { noParts } from "../../../web/src/markdown/text/text-parts.ts";
import { toMailMarkup } from "../../../web/src/site/mail/mail-markup.ts";
import { toFeedAddress } from "../../src/domain/ask-feed.ts";
import { isBlank } from "../../src/domain/publications/texts/blank.ts";
import {
  findContentHashes,
  replaceContentHashes,
} from "../../src/domain/publications/texts/content-addresses.ts";
import { findNamedPictures } from "../../src/domain/publications/texts/named-pictures.ts";
import { cleanPicturesInText } from "../../src/domain/publications/texts/prepare-text.ts";
import { simplifyHan } from "../../src/domain/search/han-forms.ts";
import { listTerms } from "../../src/domain/search/index-documents.ts";
import { makeSnippet } from "../../src/domain/search/make-snippet.ts";
import { parseQuery } from "../../src/domain/search/parse-query.ts";
import { replaceTag } from "../../src/domain/search/replace-tag.ts";
import { readMarkdownText } from "../../src/domain/search/searchable-text.ts";
import { languageOf, stem } from "../../src/domain/search/stem.ts";
import { locateTags } from "../../src/domain/search/terms.ts";
import { takeExcerpt } from "../../src/domain/trash/excerpt.ts";
import { readHashInPage } from "../../src/domain/verification/find-hash-in-page.ts";
import { readRemoteSubject } from "../../src/domain/verification/read-subject.ts";
import { isPasted } from "../../src/domain/verification/verify-pasted.ts";
import { findEndpoint } from "../../src/foreign/pages/find-endpoint.ts";
import { readMention } from "../../src/foreign/pages/read-mention.ts";
import { parseSite } from "../../src/modules/export/import/old-site.ts";
import { addPolicy } from "../../src/modules/export/static/page-policy.ts";
import { rewriteCss, rewriteHtml } from "../../src/modules/export/static/rewrite.ts";
import { findReaderTexts } from "../../src/modules/newsletter/links.ts";
import { findExternalLinks } from "../../src/modules/webmention/mentions/external-links.ts";
import { safeText, scrubSecrets } from "../../src/observability/safe-text.ts";

/** The name of the function in that of a reader. */
export const nameOf = (title: string): string => title.split(/[ :]/, 1)[0] ?? "";

/** Something that reads or renders a text, and returns what comes of it. */
type Read = (text: string) => unknown;

const url = "https://a.example/b";
const page = { url, mediaType: "text/html", charset: null };
const link = "https://ada.example/slug/a";
const parts = { ...noParts, findTags: locateTags };
const colours = { ink: "#000000", muted: "#666666", line: "#eeeeee", accent: "#0000ff" };
const foreign = { baseUrl: `https://a.example/${"x".repeat(1_900)}/`, pictureText: "Picture" };
const targets = { isVault: true, findFile: () => null, findText: (name: string) => `/${name}` };
const nothing = async () => null;
const own = { url: "https://ada.example", earlierUrls: ["https://before.example", "http://localhost:8543"] };
const otherHashes = new Map([[`0x${"a".repeat(64)}`, `0x${"b".repeat(64)}`]] as const);
const bytes = (text: string) => new TextEncoder().encode(text);
const inFeed = (before: string, after: string) => (text: string) =>
  parseFeed(bytes(`<rss version="2.0"><channel><title>T</title>${before}${text}${after}</channel></rss>`), {
    url,
    mostEntries: 200,
  });

const noConfig = { fields: null, isBroken: false };

/** By the name of the function, or of the function and a way to call it. */
export const readers: Readonly<Record<string, Read>> = {
  escapeHtml,
  renderMarkdown: (text) => renderMarkdown(text, { parts }),
  "renderMarkdown as an excerpt": (text) =>
    renderMarkdown(text, { parts, excerpt: 900, origin: "https://ada.example", omitTitle: true }),
  renderComment: (text) => renderComment(text.slice(0, 5_000)),
  renderForeign: (text) => renderForeign(text, foreign),
  "renderForeign as an excerpt": (text) => renderForeign(text, { ...foreign, excerpt: 900 }),
  toMailMarkup: (text) => toMailMarkup(text, link, colours),
  readReferences,
  formulaToText,
  readMarkdownOpening,
  readLead,
  readTitle,
  countWords,
  directionOf,
  findReaderTexts,
  simplifyHan,
  writeDirection,
  languageOfText: (text) => languageOfText(text, ["en"]),
  renderFormula: (text) => {
    const source = text.slice(0, 2_000);
    const html = tryTo(() => renderFormula(source, true));
    return html !== null && isInBounds({ kind: "maths", display: true, source }, { kind: "markup", html })
      ? html
      : null;
  },
  writeAlphabets,
  readVersionLink,
  withoutVersionLink,
  completeAddresses: (text) => completeAddresses(`/ewp/contents/0x ${text}`, "https://ada.example"),
  "completeAddresses of pictures": (text) =>
    completeAddresses(`![a](/ewp/contents/0x${"a".repeat(64)}) ${text} ](/ewp/contents/0x${text}`, url),
  readPastedPost,
  hashesOfText,
  contentHash: (text) => contentHash(bytes(text)),
  parseArchivePath,
  parsePaxRecords: (text) => tryTo(() => parsePaxRecords(bytes(text))),
  "parsePaxRecords of records": (text) =>
    tryTo(() => parsePaxRecords(bytes(`${text.length + 8} path=${text}\n`))),
  parseTarHeader: (text) => tryTo(() => parseTarHeader(bytes(text).slice(0, 512))),
  readMarkdownText: (text) => {
    const { title, body, tags } = readMarkdownText(text);
    return listTerms({ title, body, language: languageOf(body) }, tags);
  },
  languageOf,
  stem: (text) => stem(text, "nl"),
  makeSnippet: (text) => makeSnippet(text, parseQuery("nothing of it").wanted),
  isBlank,
  cleanPicturesInText: async (text) =>
    (await cleanPicturesInText(`![a](data:image/png;base64,${text} "data:image/png;base64,${text}`)).text,
  dateOfText,
  isTimeZone,
  readPost: (text) => readPost(text).catch(() => null),
  locateTags,
  findNamedPictures,
  takeExcerpt,
  findContentHashes: (text) => findContentHashes(text, own),
  replaceContentHashes: (text) => replaceContentHashes(text, own, otherHashes),
  findExternalLinks: (text) => findExternalLinks(text, own),
  readMention: (text) =>
    readMention({ ...page, bytes: bytes(`${text}<a class="u-in-reply-to" href="${link}">a</a>`) }, [link]),
  "readMention in an entry": (text) =>
    readMention(
      {
        ...page,
        bytes: bytes(
          `<div class="h-entry"><a class="u-in-reply-to" href="${link}">a</a><div class="e-content p-name">${text}`,
        ),
      },
      [link],
    ),
  findEndpoint: (text) => findEndpoint({ ...page, bytes: bytes(text) }, ""),
  readHashInPage,
  readRemoteSubject,
  isPasted,
  toFeedAddress,
  findFeedLinks: (text) => findFeedLinks(bytes(text), { url, contentType: null }),
  plainText,
  plainTextOfHtml,
  linesToHtml,
  mendControls,
  mendReferences,
  decodeReferences,
  lineOf,
  escapeText,
  languageTag,
  mediaTypeOf,
  "parseFeed: a title": inFeed("<item><guid>1</guid><title>", "</title></item>"),
  "parseFeed: an author": inFeed("<item><guid>1</guid><author>", "</author></item>"),
  "parseFeed: a link": inFeed("<item><link>", "</link></item>"),
  "parseFeed: a date": inFeed("<item><guid>1</guid><pubDate>", "</pubDate></item>"),
  "parseFeed: HTML": inFeed("<item><guid>1</guid><description><![CDATA[", "]]></description></item>"),
  "parseFeed: elements": inFeed("<item>", "</item>"),
  "parseFeed: JSON": (text) =>
    parseFeed(
      bytes(
        JSON.stringify({
          version: "https://jsonfeed.org/version/1.1",
          title: text,
          items: [
            {
              id: text,
              title: text,
              content_html: text,
              url: text,
              authors: [{ name: text }],
              date_published: text,
            },
          ],
        }),
      ),
      { url, mostEntries: 200 },
    ),
  parseOpml: (text) => parseOpml(bytes(`<opml version="2.0"><body>${text}</body></opml>`)),
  cleanHtml: (text) => cleanHtml(text, { base: url }),
  htmlToMarkdown: (text) => htmlToMarkdown(text, { base: url }),
  readPlainText,
  readHtml,
  readShortcodes,
  "readMarkdown of another program": (text) => readMarkdown(text, { isSource: true }),
  "readMarkdown of this one": (text) => readMarkdown(text, { isSource: false }),
  readBlocks,
  markdownCardToHtml: (text) => tryTo(() => markdownCardToHtml(text)),
  withoutIcons,
  weigh: (text) =>
    weigh([{ kind: "html", text }], {
      title: text,
      markdown: text,
      tags: [],
      excerpt: null,
      files: [],
      notes: [],
    }),
  addParagraphs,
  mendHtml,
  convertHtml,
  splitInline,
  withoutHiddenText,
  convertCallouts,
  convertHexoTags,
  convertHugoBlocks,
  convertHugoWords,
  convertNotesMarkup,
  readNoteTags,
  convertEmojiNames,
  convertAdmonitions,
  fillLiquidValues: (text) => fillLiquidValues(text, new Map([["title", "a"]]), null),
  guessEncoding: (text) => guessEncoding(Buffer.from(text, "latin1")),
  guessAsian: (text) => guessAsian(Buffer.from(text, "latin1")),
  guessLatin: (text) => guessLatin(Buffer.from(text, "latin1")),
  leadToHeadings,
  attributesOf: (text) => attributesOf(text),
  replaceCode,
  convertGeneratorMarkup,
  guardShownTags: (text) => guardShownTags(text, { readsCode: false }),
  guardHtmlCode,
  readHtmlPage,
  readSiteFrontMatter: (text) =>
    tryTo(() => readSiteFrontMatter(`a: ${text}`, { kind: "jekyll", isHexo: true, config: noConfig })),
  parseSite: (text) => tryTo(() => parseSite(text)),
  withEmbeds: (text) => withEmbeds(text, new Set()),
  toTitle,
  keepLines,
  takeCaptionsBelow,
  leaveWords: (text) => leaveWords(text, () => true),
  leadToPages: (text) => leadToPages(text, () => ({ page: "https://m.example/1", name: "a" })),
  readOutline,
  readOutlinePage: (text) => tryTo(() => readOutlinePage(text)),
  readProperty,
  nextFence: (text) => nextFence(text, null),
  replaceTag: (text) => replaceTag(`${text} #engines`, "engines", "looms"),
  resolveLinks: (text) => resolveLinks(text, "a/b.md", targets),
  rewriteHtml: (text) => rewriteHtml(text, nothing),
  addPolicy: (text) => addPolicy(`<meta charset="utf-8">${text}`, "shown"),
  rewriteCss: (text) => rewriteCss(text, nothing),
  toPlainLine,
  isPlainLine,
  scrubSecrets,
  safeText,
};

/** Functions that need no measuring of their own: they are reached through another one, or no stranger's text reaches them. */
export const elsewhere: Readonly<Record<string, string>> = {
  addressBefore: "findContentHashes, replaceContentHashes",
  asciiLower: "mendHtml",
  searchForward: "mendHtml",
  escapeStart: "htmlToMarkdown",
  wordsOf: "weigh",
  separateWritten: "convertGeneratorMarkup",
  withoutHeadingIds: "leadToHeadings, weigh",
  nameHeading: "leadToHeadings, renderMarkdown",
  replaceBetween: "convertHugoBlocks, convertGeneratorMarkup",
  writeForCard: "titles and names of bounded lengths",
  drawCardText: "titles and names of bounded lengths",
  withoutPrograms: "convertGeneratorMarkup, weigh",
  findCodePlaces: "guardShownTags, guardHtmlCode, convertGeneratorMarkup",
  readMarkdownPost: "readPost",
  readWrittenFrontMatter: "readPost",
  dedentComponents: "convertHtml, weigh",
  findHtml: "convertHtml",
  tagAt: "convertHtml",
  tagsOf: "convertHtml",
  createTagTest: "convertHtml",
  protect: "convertHtml",
  folderOf: "the name of a file, of a bounded length",
  decodeName: "parseTarHeader",
  prepareText: "completeAddresses, cleanPicturesInText",
  keccak256: "contentHash",
  toHex: "contentHash; bytes of hashes and keys",
  formatPostWithProof: "joins a text and a proof",
  decryptKeystore: "parseKeystore",
  openKeystore: "parseKeystore",
  toSource: "a stream of a text",
  readProse: "replaceTag, readMarkdownText",
  showAsTyped: "renderMarkdown",
  splitWidth: "renderMarkdown, readReferences",
  boundFor: "looks at a length",
  findFormula: "renderMarkdown",
  findForward: "renderMarkdown",
  findBlockElements: "renderMarkdown",
  sanitise: "renderMarkdown, renderForeign",
  drawDiagram:
    "a thread with a limit of time and of memory (hostile-figures.test.ts); the owner's own sources at most 4,000 characters",
  highlightCode: "the same thread; at most 20,000 characters",
  checkLabel: "the owner's own words, of a bounded length",
  untranslated: "a sentence of this program",
  clockOffset: "a header of a bounded length",
  openPage: "readMention, findEndpoint",
  readTags: "readMention, findEndpoint",
  readJsonFeed: "parseFeed",
  decodeReference: "decodeReferences",
  decodeWithEncoding: "guessEncoding, guessAsian",
  cutSource: "cuts at a length",
  readXmlFeed: "parseFeed",
  readXml: "parseFeed, parseOpml",
  readerIdIn: "a parameter of a bounded length",
  cutConsent: "cuts at a length",
  joinLines: "htmlToMarkdown",
  isSlug: "parseSlug",
  requireSlug: "parseSlug",
  isUnspaced: "splitWords",
  foldLetters: "splitWords",
  foldWord: "splitWords",
  foldMark: "splitWords",
  parseTag: "locateTags",
  mapProse: "convertGeneratorMarkup, addParagraphs",
  formatCid: "readCar",
  compress: "zlib",
  readId: "parseId",
  rewriteAddresses: "rewriteHtml",
  formatLine: "scrubSecrets",
};

/** Shapes whose time grows faster for a reader, up to a limit of its own, by reader. */
export const bounded: Readonly<Record<string, readonly string[]>> = {
  // As far as a post may have elements (`htmlElements`); an import runs beside the server.
  cleanHtml: ["elements that never end"],
  htmlToMarkdown: ["elements that never end"],
};

/** The errors of a reader for a text that is none of its own are as good as a result. */
function tryTo<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
