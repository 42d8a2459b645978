import { limit, valuesOf } from "@freehold/protocol";
import { settings } from "../settings.ts";

const KiB = 1024;
const MiB = 1024 * KiB;
const tooLarge = "413 PAYLOAD_TOO_LARGE";
const tooOften = "429 RATE_LIMITED";
const tooSlow = "408, and the connection ends";

/** Every limit of the server. */
export const httpLimits = {
  messageBytes: limit(64 * KiB, "bytes", "a signed message", tooLarge, { source: "decisions 2" }),
  graphqlBytes: limit(MiB, "bytes", "a GraphQL request without its file", tooLarge),
  installationBytes: limit(4 * MiB, "bytes", "a signed installation, with its avatar", tooLarge),
  formBytes: limit(KiB, "bytes", "a form of the site", "413"),
  commentFormBytes: limit(64 * KiB, "bytes", "a comment in a form of the site", "413"),
  uploadFieldNameBytes: limit(100, "bytes", "the name of a field beside a file", "it is cut"),
  uploadPartHeaders: limit(20, "", "headers of one part of an upload", "the rest is left out"),
  headerBytes: limit(
    16 * KiB,
    "bytes",
    "request line and headers together, and so the URL",
    "431 PAYLOAD_TOO_LARGE",
  ),
  headers: limit(100, "", "headers", "431 PAYLOAD_TOO_LARGE"),
  jsonDepth: limit(32, "", "how deep JSON is nested", "400 INVALID_PAYLOAD (GraphQL: BAD_REQUEST)"),
  messageValues: limit(1_000, "", "keys and values of a signed message, together", "400 INVALID_PAYLOAD"),
  jsonValues: limit(50_000, "", "keys and values of a GraphQL request, together", "400 BAD_REQUEST"),
  drainingMs: limit(10_000, "ms", "going on to send a file that was refused", "the connection ends"),
  installationsPerMinute: limit(20, "a minute", "installations that one address tries", tooOften),
  diagnosesPerMinute: limit(10, "a minute", "diagnoses that one address wants of an installer", tooOften),
  smtpChecksPerMinute: limit(10, "a minute", "mail servers that one address has looked at", tooOften),
  smtpChecks: limit(4, "", "mail servers that are looked at side by side", "the next one waits"),
  smtpChecksWaiting: limit(16, "", "looks at a mail server that wait", tooOften),
  headersMs: limit(15_000, "ms", "sending the headers, and a new connection that says nothing", tooSlow),
  requestMs: limit(60_000, "ms", "sending the whole request", tooSlow),
  uploadMs: limit(60 * 60_000, "ms", "sending a request with a file", tooSlow),
  checkingMs: limit(5_000, "ms", "how late it is noticed that a request takes too long", "nothing"),
  keepAliveMs: limit(30_000, "ms", "a connection without a request", "it is closed"),
  silenceMs: limit(120_000, "ms", "silence in the middle of a request or reply", "the connection is closed"),
  brokenReplyMs: limit(1_000, "ms", "taking the answer to what is no HTTP", "the connection is closed"),
  closingMs: limit(5_000, "ms", "replies that are under way when the server stops", "they end"),
  connections: limit(
    10_000,
    "",
    "connections",
    "the one that is idle longest is closed; where none is, the new one",
  ),
  connectionsPerAddress: limit(
    Number(settings["connections-per-address"].default),
    "",
    "connections of one address, and requests of one that are not answered yet",
    "429 RATE_LIMITED; a connection inside TLS is closed",
    { setting: settings["connections-per-address"].variable },
  ),
  requestsPerMinute: limit(
    Number(settings["rate-limit"].default),
    "a minute",
    "requests of one address (an IPv4 address, or the /64 of an IPv6 one)",
    tooOften,
    { source: "decisions 2", setting: settings["rate-limit"].variable },
  ),
  rateLimitClients: limit(
    10_000,
    "",
    "addresses whose requests are counted",
    "the quietest makes room, and gives what it had left",
  ),
  contentCacheBytes: limit(32 * MiB, "bytes", "small contents in memory", "the oldest goes"),
  cachedContentBytes: limit(64 * KiB, "bytes", "a content in memory", "it is read from disk"),
  indexCacheBytes: limit(16 * MiB, "bytes", "index pages in memory", "the oldest goes"),
  siteCacheBytes: limit(16 * MiB, "bytes", "pages of the site in memory", "the oldest goes"),
  renderedMarkdownBytes: limit(256 * KiB, "bytes", "Markdown that a page renders", "it is cut"),
  codeCharacters: limit(20_000, "chars", "a block of code that is coloured", "it stays in one colour"),
  formulaCharacters: limit(2_000, "chars", "a formula", "it is shown as it was typed"),
  diagramCharacters: limit(4_000, "chars", "the source of a diagram", "it is shown as it was typed"),
  figuresPerText: limit(
    200,
    "",
    "blocks of code, formulas and diagrams of one text",
    "the rest are shown as typed",
  ),
  figureMs: limit(5_000, "ms", "making one of them", "it is shown as it was typed"),
  textFiguresMs: limit(10_000, "ms", "making all of one text's", "the rest are shown as typed"),
  textsWaiting: limit(50, "", "texts whose figures wait to be made", "they are shown as typed"),
  figuresKept: limit(1_000, "", "figures in memory", "the oldest goes"),
  figureMemory: limit(
    384 * MiB,
    "bytes",
    "memory of the thread that makes figures",
    "it is ended, and the figure is shown as typed",
  ),
  figureIdleMs: limit(60_000, "ms", "that thread without work", "it is ended"),
  picturesPerText: limit(100, "", "pictures of a text whose sizes are looked up", "the rest have none"),
  quotesPerText: limit(20, "", "posts that a text quotes", "the rest are links"),
  measuredPictures: limit(2_000, "", "sizes of pictures in memory", "the oldest goes"),
  postsPerPage: limit(20, "", "posts on a page of the site", "the next page has them"),
  commentsPerPage: limit(50, "", "comments on a page of the site", "the next page has them"),
  archiveLines: limit(200, "", "posts on a page of the archive", "the next page has them"),
  peoplePerPage: limit(50, "", "nodes on a page of followers", "the next page has them"),
  feedItems: limit(30, "", "posts in a feed", "older ones are on the site"),
  sitemapEntries: limit(10_000, "", "pages in one sitemap", "the next one has them"),
  searchCharacters: limit(200, "chars", "a search on the site", "it is cut"),
  errorDetailLength: limit(200, "chars", "the sentence in `X-Error-Detail`", "it is cut"),
  loggedPathLength: limit(200, "chars", "a path in the log", "it is cut"),
  loggedSample: limit(100, "", "requests that went well, of which one is logged", "the others are not"),
} as const;

export const limits = valuesOf(httpLimits);
