import { KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";
import { settings } from "../config/settings.ts";

const tooOften = "429 RATE_LIMITED";
const overloaded = "503 OVERLOADED with `Retry-After`, for networks that use more than an even part";
const waits = "the next one waits, in turns by network";

/** How much one network may use. A network is an IPv4 address or an IPv6 /64; a /56 may use twice, a /48 four times as much. */
export const limiterLimits = {
  requestsPerMinute: limit(
    Number(settings["rate-limit"].default),
    "a minute",
    "requests of one network; a search counts as ten, a GraphQL operation by its cost",
    tooOften,
    { source: "decisions 2", setting: settings["rate-limit"].variable },
  ),
  requestBurst: limit(600, "", "a burst of one network, or a tenth of the minute's", tooOften),
  searchTokens: limit(10, "", "requests that a search counts as", "it always does"),
  formTokens: limit(10, "", "requests that a form, a mention or a subscription counts as", "it always does"),
  freshPageTokens: limit(
    3,
    "",
    "requests that a page counts as that is made for each request",
    "it always does",
  ),
  bodyBytesPerToken: limit(
    64 * KiB,
    "bytes",
    "a body in memory, as one more request",
    "it counts as more; a shorter one counts as nothing more",
  ),
  madeBytesPerToken: limit(
    8 * KiB,
    "bytes",
    "an answer that is in no cache, as one more request",
    "it counts as more; one from memory counts as nothing more",
  ),
  costPerToken: limit(100, "", "cost of a GraphQL operation that counts as one request", "it counts as more"),
  refusalsPerMinute: limit(
    60,
    "a minute",
    "refusals answered at once, of one network",
    "the next one waits a second",
  ),
  heldRefusalMs: limit(1_000, "ms", "such a refusal waiting", "it is answered"),
  networks: limit(10_000, "", "network prefixes that are counted", "the quietest makes room"),
  messagesPerMinute: limit(1_200, "a minute", "signed messages of one signer", tooOften),
  signers: limit(10_000, "", "signers that are counted", "the quietest makes room"),
  connections: limit(
    10_000,
    "",
    "connections",
    "the one that is idle longest of the network with most is closed; where none is idle, the new one",
  ),
  connectionsPerNetwork: limit(
    Number(settings["connections-per-address"].default),
    "",
    "connections of one network, and requests of one that are not answered yet",
    `${tooOften}; a connection inside TLS is closed`,
    { setting: settings["connections-per-address"].variable },
  ),
  pipelinedRequests: limit(
    32,
    "",
    "requests of one connection that are not answered yet",
    "the connection ends",
  ),
  openRequests: limit(5_000, "", "requests that are not answered yet", overloaded),
  bodyBytesPerNetwork: limit(8 * MiB, "bytes", "request bodies of one network in memory", tooOften),
  bodyBytes: limit(64 * MiB, "bytes", "request bodies in memory", overloaded),
  replyBytesPerNetwork: limit(
    16 * MiB,
    "bytes",
    "unread replies to one network",
    "503 OVERLOADED with `Retry-After`",
  ),
  replyBytes: limit(64 * MiB, "bytes", "replies that were not read yet", overloaded),
  streamedBytes: limit(
    256 * KiB,
    "bytes",
    "memory counted for a streamed body or reply",
    "it is sent as it is read",
  ),
  slowReplyBytes: limit(64 * KiB, "bytes", "a reply that may be read slowly", "it has a time limit"),
  slowReplyMs: limit(30_000, "ms", "a reply, beside the time for its bytes", "the connection ends"),
  replyBytesPerSecond: limit(
    4 * KiB,
    "bytes",
    "the slowest reader, on average a second",
    "the connection ends",
  ),
  pagesPerNetwork: limit(16, "", "pages that are made for one network at a time", waits),
  operationsPerNetwork: limit(4, "", "GraphQL operations of one network at a time", waits),
  expensiveAtOnce: limit(256, "", "pages, and as many GraphQL operations, that are worked on", waits),
  expensiveWaiting: limit(500, "", "pages, and as many GraphQL operations, that wait", overloaded),
  expensiveSliceMs: limit(
    5,
    "ms",
    "pages, and as long GraphQL operations, in a row",
    "other requests are answered before the next one begins",
  ),
  lateMs: limit(
    3_000,
    "ms",
    "a late event loop, twice in a row",
    "503 OVERLOADED with `Retry-After` for all but `/livez` and answers from memory",
  ),
  lateSampleMs: limit(100, "ms", "between two measurements of it, while requests come", "it is measured"),
  shedMs: limit(2_000, "ms", "after a 503, `/readyz` being 503 too", "it is 200 again"),
  retryAfterLeast: limit(2, "s", "the shortest `Retry-After` of a 503", "random"),
  retryAfterMost: limit(10, "s", "the longest one", "random"),
  fullQueueMs: limit(5_000, "ms", "the wait of a client that found a queue full", "it may try again"),
  peerCalls: limit(64, "", "look-ups of the nodes that messages name, side by side", waits),
  peerCallsPerNetwork: limit(16, "", "of these, for messages from one network", waits),
  peerCallsWaiting: limit(
    256,
    "",
    "such look-ups that wait",
    `${tooOften} for the network with most waiting`,
  ),
  visitorCalls: limit(16, "", "calls to other nodes for visitors, side by side", waits),
  visitorCallsPerNetwork: limit(4, "", "of these, for visitors of one network", waits),
  visitorCallsWaiting: limit(
    64,
    "",
    "calls for visitors that wait",
    `${tooOften} for the network with most waiting`,
  ),
} as const;

export const limits = valuesOf(limiterLimits);
