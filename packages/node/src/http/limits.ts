/** Every limit of the server, each named once. Sizes in bytes, times in milliseconds. */
export const limits = {
  /** A signed message; over it is PAYLOAD_TOO_LARGE (decisions 2). */
  messageBytes: 64 * 1024,
  /** A GraphQL request without its file. */
  graphqlBytes: 1024 * 1024,
  /** How long a client may go on to send a file that was refused. */
  drainingMs: 10_000,
  /** A signed installation, with an avatar of 2 MiB in it. */
  installationBytes: 4 * 1024 * 1024,
  /** Installations that one client may try in a minute. */
  installationsPerMinute: 20,
  /** Mail servers that one client may have looked at in a minute. */
  smtpChecksPerMinute: 10,
  /** Mail servers that are looked at side by side, and how many may wait: each takes up to ten seconds. */
  smtpChecks: { atATime: 4, waiting: 16 },
  /** A form of the site: there are only those with a button. */
  formBytes: 1024,
  /** Request line and headers together, so it bounds the URL too. */
  headerBytes: 16 * 1024,
  /** From the first byte of a request to the end of its headers. */
  headersMs: 15_000,
  /** From the first byte of a request to the end of its body. */
  requestMs: 60_000,
  /** The same, where the body is a file. */
  uploadMs: 60 * 60_000,
  /** How long a connection may stand idle between two requests. */
  keepAliveMs: 30_000,
  /** Silence after which a connection is closed, even in the middle of a reply. */
  silenceMs: 120_000,
  /** How long replies may take to end when the server stops. */
  closingMs: 5_000,
  /** Connections at a time; more are refused. */
  connections: 10_000,
  /** Addresses that the rate limit remembers; the ones that were quiet longest are forgotten. */
  rateLimitClients: 10_000,
  /** Small contents that are kept in memory: all together, and one at the most. */
  contentCacheBytes: 32 * 1024 * 1024,
  cachedContentBytes: 64 * 1024,
  /** Index pages that are kept as text. */
  indexCacheBytes: 16 * 1024 * 1024,
  /** Pages of the site that are kept as HTML. */
  siteCacheBytes: 16 * 1024 * 1024,
  /** The longest Markdown that a page renders: rendering takes about 0.3 ms a kilobyte. */
  renderedMarkdownBytes: 256 * 1024,
  /** Characters of an error's sentence in a header. */
  errorDetailLength: 200,
} as const;

/** Of so many successful requests one is logged: a line each costs more than the reply. */
export const loggedSample = 100;
