import { dayMs, minuteMs } from "@freehold/protocol/internal";

/** Limits of signing in and of tokens. */
export const accessLimits = {
  signInMs: 5 * minuteMs,
  usedSignIns: 1_000, // sign-in messages and passkeys' challenges that are remembered as used
  clockJumpMs: 5 * minuteMs, // the clock going back by more ends all challenges
  sessionMs: 7 * dayMs,
  freshSessionMs: 10 * minuteMs,
  // A session in which the owner signed in again: requests under way may end.
  replacedSessionMs: 10 * minuteMs,
  sessions: 200,
  integrationTokens: 100,
  labelLength: 100, // the label of a token
  shortestTokenSeconds: 60, // the shortest life of an integration token
  longestTokenSeconds: 10 * 366 * 24 * 60 * 60, // the longest life of an integration token
  expiredTokenMs: 30 * dayMs, // an expired token in the list
  passkeys: 20,
  passkeyLabelLength: 60, // the name of a passkey
  passkeyAnswerLength: 8_192, // each part of a browser's answer for a passkey
};
