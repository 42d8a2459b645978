import { hourMs, KiB, MiB } from "@freehold/protocol/internal";

/** Limits of the server that several files need, or an edge of which is tested. */
export const limits = {
  messageBytes: 64 * KiB,
  graphqlBytes: MiB,
  anonymousGraphqlBytes: 64 * KiB,
  installationBytes: 4 * MiB,
  formBytes: KiB,
  verifyFormBytes: 4 * MiB,
  commentFormBytes: 64 * KiB,
  uploadFieldBytes: 256 * KiB, // `operations` beside a file, and `map`
  headerBytes: 16 * KiB,
  headers: 100,
  jsonDepth: 32,
  messageValues: 1_000,
  jsonValues: 50_000,
  retryAfterSeconds: 60, // where no better time is known
  installationsPerMinute: 20,
  diagnosesPerMinute: 10,
  smtpChecksPerMinute: 10,
  eventStreams: 64,
  eventStreamsPerSession: 12,
  eventStreamsOfTokens: 32,
  downloads: 1,
  headersMs: 15_000,
  requestMs: 60_000,
  uploadMs: hourMs,
  silenceMs: 120_000, // silence in the middle of a request or reply
  brokenReplyMs: 1_000, // reading the answer to bytes that are not HTTP
  closingMs: 5_000, // replies that are under way when the server stops
  connectionBacklog: 2_048, // connections that were not accepted yet, unless the machine's own bound is lower
  contentCacheBytes: 32 * MiB, // small contents in memory
  cachedContentBytes: 64 * KiB, // a longer content is read from disk
  preparedResponseBytes: MiB, // a longer answer is made for each request
  sharedSeconds: 5,
  sameAnswerMs: 1_000, // waiting for an answer that is being made for another request
  sameStateReads: 4, // times that an answer is read again because public data changed meanwhile
  unheldReplyBytes: 16 * KiB, // an answer up to here is sent without asking for room
  compressedFromBytes: 500, // a shorter page, style or script is sent as it is
  renderedMarkdownBytes: 256 * KiB,
  excerptDiagramCharacters: 64_000, // the drawing of a diagram inside a post of the timeline
  previewBytes: MiB, // a text that the console sends to be shown as its page
  figuresBytes: 256 * KiB, // code, formulas and diagrams that the console sends to be rendered
  figuresPerText: 200,
  figureIdleMs: 60_000, // the thread of figures without work is ended
  pictureMs: 15_000, // making a card or an icon of the site
  quotesPerText: 20, // posts that a text quotes
  postsPerPage: 20, // posts on a page of the site
  commentsPerPage: 50, // comments on a page of the site
  listedPosts: 50, // posts in `/llms.txt`
  returnPathLength: 1_000, // the page that a chosen language or theme leads back to
  errorDetailLength: 200, // the sentence in `X-Error-Detail`
};
