import { importFormatLimits } from "@freehold/import";
import { protocolLimits as protocol } from "@freehold/protocol/internal";
import { limits as blobs } from "../packages/node/src/blobs/limits.ts";
import { settings } from "../packages/node/src/config/settings.ts";
import { accessLimits } from "../packages/node/src/domain/access/access-limits.ts";
import { commentLimits } from "../packages/node/src/domain/comments/limits.ts";
import { limits as domain } from "../packages/node/src/domain/limits.ts";
import { searchLimits } from "../packages/node/src/domain/search/search-limits.ts";
import { limits as graphql } from "../packages/node/src/graphql/limits.ts";
import { limits as http } from "../packages/node/src/http/limits.ts";
import { limits as jobs } from "../packages/node/src/jobs/limits.ts";
import { limits as limiter } from "../packages/node/src/limiter/limits.ts";
import { agentLimits } from "../packages/node/src/modules/agents/limits.ts";
import { importLimits } from "../packages/node/src/modules/export/import/limits.ts";
import { feedLimits } from "../packages/node/src/modules/feeds/limits.ts";
import { newsletterLimits } from "../packages/node/src/modules/newsletter/limits.ts";
import { notificationLimits } from "../packages/node/src/modules/notifications/limits.ts";
import { webhookLimits } from "../packages/node/src/modules/webhooks/limits.ts";
import { foundLimits } from "../packages/node/src/modules/webmention/limits.ts";
import { mentionLimits } from "../packages/node/src/modules/webmention/mentions/limits.ts";
import { menuLimits } from "../packages/web/src/site/menu.ts";
import { profileLinkLimits } from "../packages/web/src/site/profile-links.ts";

const contentBytes = Number(settings["max-content-bytes"].default);

/** The unit of a limit. `chars` are Unicode code points. */
export type Unit = "bytes" | "chars" | "ms" | "s" | "px" | "a minute" | "an hour" | "";
/** The limited thing, its unit, and the effect of more: a status and code, or a description. */
type Row = readonly [what: string, unit: Unit, beyond: string];

export interface LimitTable {
  readonly title: string;
  readonly rows: readonly { name: string; value: number; what: string; unit: Unit; beyond: string }[];
}

/** The limits that a client or the owner can meet, for docs/limits.md. A test at the edge of each names it. */
export const limitTables: readonly LimitTable[] = [
  table("Requests and connections", http, {
    messageBytes: ["a signed message (decisions 2)", "bytes", "413 PAYLOAD_TOO_LARGE"],
    graphqlBytes: ["a GraphQL request without its file, with a session or a token", "bytes", "413 TOO_LARGE"],
    anonymousGraphqlBytes: ["a GraphQL request without a session or a token", "bytes", "413 TOO_LARGE"],
    installationBytes: ["a signed installation, with its avatar", "bytes", "413 PAYLOAD_TOO_LARGE"],
    formBytes: ["a form of the site", "bytes", "413"],
    verifyFormBytes: ["a post that is pasted into `/verify`, as the form sends it", "bytes", "413"],
    commentFormBytes: ["a comment in a form of the site", "bytes", "413"],
    headerBytes: ["request line (with the URL) and headers, together", "bytes", "431 PAYLOAD_TOO_LARGE"],
    headers: ["headers", "", "431 PAYLOAD_TOO_LARGE"],
    jsonDepth: ["levels of JSON inside each other", "", "400 INVALID_PAYLOAD (GraphQL: BAD_REQUEST)"],
    messageValues: ["keys and values of a signed message, together", "", "400 INVALID_PAYLOAD"],
    jsonValues: ["keys and values of a GraphQL request, together", "", "400 BAD_REQUEST"],
    installationsPerMinute: ["installations that one address attempts", "a minute", "429 RATE_LIMITED"],
    diagnosesPerMinute: ["diagnoses that one address asks an installer for", "a minute", "429 RATE_LIMITED"],
    smtpChecksPerMinute: ["mail servers that one address may check", "a minute", "429 RATE_LIMITED"],
    eventStreams: ["open streams of events (`/api/events`) of all sessions", "", "429 RATE_LIMITED"],
    eventStreamsPerSession: ["open streams of one session or token", "", "429 RATE_LIMITED"],
    eventStreamsOfTokens: [
      "open streams of all tokens",
      "",
      "429 RATE_LIMITED, for tokens that use their equal share",
    ],
    downloads: ["backups and exports that are made or downloaded at once", "", "429 RATE_LIMITED"],
    headersMs: [
      "sending the headers, or a new connection that sends nothing",
      "ms",
      "408, and the connection ends",
    ],
    requestMs: ["sending the whole request", "ms", "408, and the connection ends"],
    uploadMs: ["sending a request with a file", "ms", "408, and the connection ends"],
    sharedSeconds: [
      "a public page, feed or drawing in a cache in front of the node",
      "s",
      "the cache asks the node",
    ],
    renderedMarkdownBytes: ["Markdown that a page renders", "bytes", "it is cut"],
    figuresPerText: ["blocks of code, formulas and diagrams of one text", "", "the rest are shown as typed"],
  }),
  table("What one network may use", limiter, {
    requestsPerMinute: [
      "requests of one network; a search counts as ten, a GraphQL operation by its cost (decisions 2) (set by `FREEHOLD_RATE_LIMIT`)",
      "a minute",
      "429 RATE_LIMITED",
    ],
    requestBurst: [
      "requests of one network at once, or a tenth of those of a minute",
      "",
      "429 RATE_LIMITED",
    ],
    bodyBytesPerToken: [
      "bytes of a body that count as one more request",
      "bytes",
      "each full amount counts as one more",
    ],
    madeBytesPerToken: [
      "bytes of an answer, not from memory, that count as one more request",
      "bytes",
      "each full amount counts as one more",
    ],
    messagesPerMinute: ["signed messages of one signer", "a minute", "429 RATE_LIMITED"],
    connections: [
      "connections",
      "",
      "of the network with most connections, the one that has been idle longest is closed; if none is idle, the new one",
    ],
    connectionsPerNetwork: [
      "connections of one network, and its requests that are not answered yet (set by `FREEHOLD_CONNECTIONS_PER_ADDRESS`)",
      "",
      "429 RATE_LIMITED; a connection inside TLS is closed",
    ],
    pipelinedRequests: ["requests of one connection that are not answered yet", "", "the connection ends"],
    bodyBytesPerNetwork: ["request bodies of one network in memory", "bytes", "429 RATE_LIMITED"],
    bodyBytes: [
      "request bodies in memory",
      "bytes",
      "503 OVERLOADED with `Retry-After`, for networks that use more than an equal share",
    ],
    replyBytesPerNetwork: ["unread replies to one network", "bytes", "503 OVERLOADED with `Retry-After`"],
    replyBytes: [
      "replies that were not read yet",
      "bytes",
      "503 OVERLOADED with `Retry-After`, for networks that use more than an equal share",
    ],
    slowReplyMs: ["a reply, in addition to the time for its bytes", "ms", "the connection ends"],
    replyBytesPerSecond: [
      "the slowest reading of a reply, on average a second",
      "bytes",
      "the connection ends",
    ],
    expensiveWaiting: [
      "waiting pages, and the same number of GraphQL operations",
      "",
      "503 OVERLOADED with `Retry-After`, for networks that use more than an equal share",
    ],
    lateMs: [
      "a late event loop, twice in a row",
      "ms",
      "503 OVERLOADED with `Retry-After` for all but `/livez` and answers from memory",
    ],
  }),
  table("The protocol, and calls to other nodes", protocol, {
    windowSeconds: [
      "a signed time before or after this clock (specification 5)",
      "s",
      "400 INVALID_TIMESTAMP",
    ],
    urlLength: ["the base URL of a node", "chars", "400 INVALID_URL_FORMAT"],
    titleLength: ["the title of a profile (decisions 4)", "chars", "400 INVALID_PAYLOAD"],
    descriptionLength: ["the description of a profile (decisions 4)", "chars", "400 INVALID_PAYLOAD"],
    indexPageSize: ["`limit` of an index page (specification 4.3)", "", "400 INVALID_LIMIT"],
    redirects: ["redirects of one call", "", "the call fails with `bad-reply`"],
  }),
  table("Queues", jobs, {
    longestRetryMs: ["the longest wait after a failure, or by `Retry-After`", "ms", "it is tried again"],
  }),
  table(
    "What the node keeps and does",
    { ...domain, contentBytes },
    {
      contentBytes: [
        "a file that is published or pulled (decisions 5) (set by `FREEHOLD_MAX_CONTENT_BYTES`)",
        "bytes",
        "413 TOO_LARGE; not pulled, and its owner sees why",
      ],
      waitingPublications: [
        "publications that wait for a node that can't be reached",
        "",
        "the oldest end, and the owner sees why; the node finds them in the index when it catches up",
      ],
      replicasPerPeer: [
        "stored publications of one followed node (setting `replicasPerPeer`)",
        "",
        "no more are pulled till there is room; 429 RATE_LIMITED for its proofs",
      ],
      replicaBytesPerPeer: [
        "replicas of one followed node, together (setting `replicaBytesPerPeer`)",
        "bytes",
        "no more are pulled till there is room; 429 RATE_LIMITED for its proofs",
      ],
      markdownBytes: ["a Markdown post of this node", "bytes", "VALIDATION_FAILED"],
      trashMs: ["a deleted post, file or comment in the trash", "ms", "it is deleted for good"],
      savedVersions: ["earlier texts of a post that are kept", "", "the oldest go"],
      templates: ["templates of the owner for posts", "", "TOO_MANY"],
      templateBytes: ["a template", "bytes", "TOO_LARGE"],
      stylesheetBytes: [
        "the owner's own stylesheet for the site (setting `stylesheet`)",
        "bytes",
        "VALIDATION_FAILED",
      ],
      searchedBytes: ["the part of a text that is searched", "bytes", "the rest is not found"],
      avatarBytes: ["an avatar (specification 4.2)", "bytes", "VALIDATION_FAILED"],
      slugLength: ["a slug", "chars", "VALIDATION_FAILED; a peer's longer one is dropped"],
      descriptionLength: ["a caption", "chars", "VALIDATION_FAILED; a peer's longer one is cut"],
      excerptLength: ["the owner's own summary of a post", "chars", "VALIDATION_FAILED"],
      filenameLength: ["a file name", "chars", "VALIDATION_FAILED; a peer's longer one is cut"],
      signaturesAtOnce: ["publications that are prepared for signing at once", "", "VALIDATION_FAILED"],
      pageItems: ["entries in a page of a GraphQL list", "", "VALIDATION_FAILED"],
      feedBytes: ["a feed, or a page that may name one", "bytes", "it is not read, and the owner sees why"],
      visitors: ["visitors who are online (decisions 7)", "", "the one not heard of for longest is removed"],
      visitorQuietMs: ["a visitor without a heartbeat (decisions 7)", "ms", "the visitor is removed"],
    },
  ),
  table("Signing in, and tokens", accessLimits, {
    signInMs: [
      "a sign-in message, or a passkey's challenge, waiting for its signature",
      "ms",
      "EXPIRED_SIGNATURE",
    ],
    sessionMs: ["a session", "ms", "sign in again"],
    freshSessionMs: [
      "since the sign-in, for a new passkey or token, a backup, or an export with drafts",
      "ms",
      "REAUTHENTICATION_REQUIRED",
    ],
    sessions: ["sessions", "", "the one that was not used for longest ends"],
    integrationTokens: ["integration tokens", "", "VALIDATION_FAILED"],
    passkeys: ["passkeys", "", "TOO_MANY"],
  }),
  table("Programs that write drafts", agentLimits, {
    drafts: ["drafts of one program, waiting or in work", "", "TOO_MANY"],
    proposals: ["drafts of one program that wait for the owner", "", "TOO_MANY"],
    pictures: ["pictures of one program in drafts that are not published", "", "TOO_MANY"],
    pictureBytes: ["a picture that a program attaches to a draft", "bytes", "TOO_LARGE"],
    noteLength: ["a program's note to the owner", "chars", "VALIDATION_FAILED"],
    messageBytes: ["a message to `/mcp`", "bytes", "413 PAYLOAD_TOO_LARGE"],
  }),
  table("Comments", commentLimits, {
    bodyLength: ["a comment", "chars", "VALIDATION_FAILED"],
    nameLength: ["the name under a comment", "chars", "VALIDATION_FAILED"],
    pendingMs: ["a comment that waits for its author (decisions 7)", "ms", "it is deleted"],
    signatureSeconds: ["confirming a comment by a signature (decisions 7)", "s", "EXPIRED_SIGNATURE"],
    perClientAndHour: ["comments that one address writes", "an hour", "RATE_LIMITED"],
    perAuthorAndHour: ["comments that one author confirms", "an hour", "RATE_LIMITED"],
    pendingPerMailAddress: ["comments that wait for one mail address", "", "RATE_LIMITED"],
    pending: [
      "comments of each kind that wait for their authors",
      "",
      "RATE_LIMITED, for networks that use their equal share",
    ],
  }),
  table("Readers by mail", newsletterLimits, {
    pendingMs: ["a subscription that waits for its reader", "ms", "it is deleted"],
    mailAddressMs: [
      "between two mails that anonymous callers cause to one address",
      "ms",
      "no mail; the page says the same",
    ],
    requestsPerClientAndHour: ["subscriptions that one address asks for", "an hour", "RATE_LIMITED"],
    requestsPerHour: [
      "subscriptions that all anonymous callers ask for together",
      "an hour",
      "RATE_LIMITED, for networks that use their equal share",
    ],
    subscribers: ["readers by mail", "", "TOO_MANY"],
    canaries: [
      "mails of a post before one of them is delivered",
      "",
      "the others wait; if nearly all are refused for one cause, sending stops",
    ],
    hardBounces: ["days in a row with a hard bounce of an address", "", "it is paused"],
    importBytes: ["a file of readers", "bytes", "TOO_LARGE"],
  }),
  table("Posts of other programs", importLimits, {
    entries: ["posts of one import", "", "the rest is not imported, and the report says so"],
    uploadBytes: [
      "a file to import that is sent to the dashboard",
      "bytes",
      "413 TOO_LARGE; use the command",
    ],
    fetchedFiles: ["missing files that an import fetches", "", "the others stay links"],
    fetchedFileBytes: ["a missing file of the old site that is no picture", "bytes", "it stays a link"],
    fetchedBytes: ["all files that an import fetches", "bytes", "the others stay links"],
    silentCalls: [
      "files in a row that a server did not give for now, after which it is not asked again",
      "",
      "its files stay links until the next import",
    ],
    fetchRepeats: [
      "calls after the first one for a missing file whose server has no time",
      "",
      "the next import fetches it",
    ],
    fetchWaitMs: [
      "the longest wait before such a call that a server may ask for",
      "ms",
      "the next import fetches it",
    ],
    uploadKeptMs: ["such a file that is not imported, and the report of one that was", "ms", "it is removed"],
  }),
  table("Feeds that the owner reads", feedLimits, {
    feeds: ["feeds that the owner reads", "", "TOO_MANY"],
    feedPauseMs: ["between two requests to a feed", "ms", "it is fetched again"],
    feedEntries: ["entries of a feed that are kept", "", "the oldest go"],
    opmlBytes: ["an OPML file", "bytes", "TOO_LARGE"],
    readLater: ["texts that are kept to be read later", "", "TOO_MANY"],
    readLaterLength: ["a text that is kept to be read later", "chars", "it is cut"],
  }),
  table("Files of other programs", importFormatLimits, {
    archiveRatio: [
      "unpacked bytes for each byte of an archive, after the first 16 MiB",
      "",
      "IMPORT_INVALID",
    ],
    rowLength: ["one entry of an export, as JSON or XML", "chars", "IMPORT_INVALID"],
    comments: ["comments that a post brings", "", "they stay behind, and the report says so"],
    commentLength: ["a comment that a post brings", "chars", "it stays behind, and the report says so"],
    commenterLength: ["the name of its author", "chars", "it is cut"],
    commenterUrlLength: ["the address of its author's site", "chars", "it is left out"],
    htmlLength: ["the HTML of a post", "chars", "it is set aside, and the report says so"],
  }),
  table("Notifications", notificationLimits, {
    notifications: ["notifications that are kept", "", "the oldest goes"],
    pushSubscriptions: ["devices with push", "", "TOO_MANY"],
  }),
  table("Webhooks", webhookLimits, { webhooks: ["webhooks", "", "TOO_MANY"] }),
  table("Telling others of posts", foundLimits, {
    subscriptions: ["subscriptions to feeds (WebSub)", "", "RATE_LIMITED"],
    subscriptionsPerHost: ["subscriptions to feeds of one host", "", "RATE_LIMITED"],
    subscriptionsPerClient: ["subscriptions to feeds that one network asked for", "", "RATE_LIMITED"],
    leaseSeconds: ["a subscription that is not renewed", "s", "a longer one is shortened"],
  }),
  table("Mentions", mentionLimits, {
    perClientAndHour: [
      "mentions from one network that their pages did not confirm",
      "an hour",
      "RATE_LIMITED",
    ],
    namedPerHostAndHour: [
      "mentions that name pages of one host, which did not confirm them",
      "an hour",
      "RATE_LIMITED",
    ],
    perAuthorAndPost: ["mentions of one post by one author", "an hour", "the next one is refused"],
    held: ["mentions that wait for the owner", "", "the next one is refused"],
    heldPerHost: ["mentions of one host that wait for the owner", "", "the next one is refused"],
    checkMs: ["trying to read the page of a mention", "ms", "it is refused"],
  }),
  table("The menu of the site", menuLimits, {
    menuEntries: ["entries", "", "VALIDATION_FAILED"],
    menuNameLength: ["the name of an entry", "chars", "VALIDATION_FAILED"],
    menuAddressLength: ["the address of an entry", "chars", "VALIDATION_FAILED"],
  }),
  table("The owner's pages elsewhere", profileLinkLimits, {
    profileLinks: ["links (setting `profileLinks`)", "", "VALIDATION_FAILED"],
    profileLinkLength: ["a link", "chars", "VALIDATION_FAILED"],
  }),
  table("Search", searchLimits, {
    length: ["the text of a search", "chars", "the rest is left out"],
    parts: ["parts of a search", "", "the rest is left out"],
    words: ["words of a search", "", "the rest is left out"],
  }),
  table("A GraphQL operation", graphql, {
    documentLength: ["a document; long texts come as variables", "chars", "400 TOO_COMPLEX"],
    tokens: ["tokens of a document (words and signs)", "", "400 TOO_COMPLEX"],
    depth: ["depth of fields", "", "400 TOO_COMPLEX"],
    aliases: ["aliases", "", "400 TOO_COMPLEX"],
    operations: ["operations in a document, of which one runs", "", "400 TOO_COMPLEX"],
    cost: ["the cost of all requested fields together", "", "400 TOO_COMPLEX"],
    bytesPerCost: [
      "text for an anonymous caller that adds 1 to the cost",
      "bytes",
      "each full amount adds 1",
    ],
    anonymousReplyBytes: [
      "a reply without a session or a token, and the text that is read for it",
      "bytes",
      "400 TOO_COMPLEX",
    ],
  }),
  table("Images and files", blobs, {
    imagePixels: [
      "an image that is decoded, and an avatar (decisions 5)",
      "px",
      "no thumbnail: the original is served; VALIDATION_FAILED",
    ],
    imageFrames: [
      "frames of an avatar",
      "",
      "VALIDATION_FAILED; of other images only the first frame is decoded",
    ],
    redirectedBytes: ["the smallest `redirect` of S3_URL", "bytes", "it is refused at the start"],
    signedSeconds: [
      "the validity of an address at S3 to which a browser is sent",
      "s",
      "the node is asked again",
    ],
  }),
];

function table<Name extends string>(
  title: string,
  values: Readonly<Record<Name, number>>,
  rows: Readonly<Partial<Record<NoInfer<Name>, Row>>>,
): LimitTable {
  const entries = Object.entries<Row | undefined>(rows).flatMap(([name, row]) =>
    row ? [{ name, value: values[name as Name], what: row[0], unit: row[1], beyond: row[2] }] : [],
  );
  return { title, rows: entries };
}
