import { KiB, limit, valuesOf } from "@freehold/protocol/internal";

const late = "the call fails with `timeout`";

/** Limits of a called server, besides the limits of each kind of call. */
export const peerLimits = {
  lookupMs: limit(2_000, "ms", "the answer of a name server", "asked once more, then the call fails"),
  systemLookups: limit(2, "", "names that the system is asked for, side by side", "the next one waits"),
  systemLookupsWaiting: limit(1_000, "", "names that wait to be asked for", "the call fails"),
  nextAddressMs: limit(2_000, "ms", "one address of a name, before the next one is tried", "it is tried"),
  connectMs: limit(10_000, "ms", "look-up, connection and TLS", late),
  headersMs: limit(10_000, "ms", "from a read to the headers of its reply", late),
  writeHeadersMs: limit(30_000, "ms", "from a message to the headers of its reply", late),
  idleMs: limit(20_000, "ms", "between two pieces of a reply", late),
  headerBytes: limit(16 * KiB, "bytes", "the headers of a reply", "the call fails with `bad-reply`"),
  connectionsPerOrigin: limit(6, "", "connections to one node", "the next call waits"),
  keptConnections: limit(
    128,
    "",
    "connections that are kept for the next call, to all nodes together",
    "one is closed after its call",
  ),
  slowestBytesPerSecond: limit(16 * KiB, "bytes/s", "the slowest pace of a long reply", late),
  slowestGraceMs: limit(30_000, "ms", "a long reply below that pace", late),
  keepAliveMs: limit(1_500, "ms", "a connection that is kept for the next call", "it is closed"),
  comparedClocks: limit(16, "", "hosts whose `Date` is remembered", "that of another one is forgotten"),
  aliases: limit(8, "", "aliases behind a name, in a diagnosis", "it counts as a circle"),
  ownReplyBytes: limit(64 * KiB, "bytes", "the answer of this node's own server to a command", "it is cut"),
  redirects: limit(3, "", "redirects of one call", "the call fails with `bad-reply`"),
} as const;

export const limits = valuesOf(peerLimits);
