import { KiB, MiB } from "@freehold/protocol/internal";
import { settings } from "../config/settings.ts";

/** How much one network may use. A network is an IPv4 address or an IPv6 /64; a /56 may use twice, a /48 four times as much. */
export const limits = {
  requestsPerMinute: Number(settings["rate-limit"].default),
  requestBurst: 600,
  bodyBytesPerToken: 64 * KiB,
  madeBytesPerToken: 8 * KiB,
  refusalsPerMinute: 60, // refusals answered at once, of one network
  networks: 10_000, // network prefixes that are counted
  messagesPerMinute: 1_200,
  signers: 10_000, // signers that are counted
  connections: 10_000,
  connectionsPerNetwork: Number(settings["connections-per-address"].default),
  pipelinedRequests: 32,
  openRequests: 5_000, // requests that are not answered yet
  bodyBytesPerNetwork: 8 * MiB,
  bodyBytes: 64 * MiB,
  replyBytesPerNetwork: 16 * MiB,
  replyBytes: 64 * MiB,
  streamedBytes: 256 * KiB, // memory counted for a streamed body or reply
  slowReplyMs: 30_000,
  replyBytesPerSecond: 4 * KiB,
  pagesPerNetwork: 16, // pages that are made for one network at a time
  operationsPerNetwork: 4, // GraphQL operations of one network at a time
  expensiveAtOnce: 256, // pages, and as many GraphQL operations, that are worked on
  expensiveWaiting: 500,
  expensiveSliceMs: 5, // pages, and as long GraphQL operations, in a row
  lateMs: 3_000,
  lateSampleMs: 100, // between two measurements of the event loop, while requests come
  retryAfterLeast: 2, // the shortest `Retry-After` of a 503 (s)
  retryAfterMost: 10, // the longest one (s)
  peerCalls: 64, // look-ups of the nodes that messages name, side by side
  peerCallsPerNetwork: 16, // for messages from one network
  peerCallsWaiting: 256,
  visitorCalls: 16, // calls to other nodes for visitors, side by side
  visitorCallsPerNetwork: 4, // for visitors of one network
  visitorCallsWaiting: 64, // calls for visitors that wait
};
