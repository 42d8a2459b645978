const dayMs = 24 * 60 * 60 * 1000;

/** Limits of signing in and of tokens, each named once. Lengths in Unicode code points. */
export const accessLimits = {
  /** How long a message waits for its signature. */
  signInMs: 5 * 60 * 1000,
  /** Messages that wait: of one address of the internet, and in all. Beyond that the oldest go. */
  signInsPerClient: 5,
  signIns: 1_000,
  /** How far this clock may have gone back since something was issued that is still good. */
  clockJumpMs: 5 * 60 * 1000,
  sessionMs: 7 * dayMs,
  /** Sessions at a time; those that were used least lately end. */
  sessions: 200,
  integrationTokens: 100,
  labelLength: 100,
  /** How long an integration token may be good, where it has an end. */
  shortestTokenSeconds: 60,
  longestTokenSeconds: 10 * 366 * 24 * 60 * 60,
  /** How long an integration token is still listed when it has expired, so that its owner sees why it stopped. */
  expiredTokenMs: 30 * dayMs,
  /** How exactly the last use of a token is known. */
  lastUseMs: 60_000,
  /** A token as text; ours take about 250 characters. */
  tokenLength: 1_024,
  /** A signed message, and its signature, as texts. */
  messageLength: 8_192,
} as const;
