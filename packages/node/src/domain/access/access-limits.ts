import { dayMs, limit, minuteMs, valuesOf } from "@freehold/protocol/internal";

const invalid = "VALIDATION_FAILED";

/** Limits of signing in and of tokens. */
export const accessLimitTable = {
  signInMs: limit(
    5 * minuteMs,
    "ms",
    "a sign-in message, or a passkey's challenge, waiting for its signature",
    "EXPIRED_SIGNATURE",
  ),
  usedSignIns: limit(
    1_000,
    "",
    "sign-in messages and passkeys' challenges that are remembered as used",
    "the oldest is forgotten",
  ),
  clockJumpMs: limit(5 * minuteMs, "ms", "the clock going back", "challenges issued before are refused"),
  sessionMs: limit(7 * dayMs, "ms", "a session", "sign in again"),
  freshSessionMs: limit(
    10 * minuteMs,
    "ms",
    "since the sign-in, for a new passkey or token, a backup, or an export with drafts",
    "REAUTHENTICATION_REQUIRED",
  ),
  replacedSessionMs: limit(
    10 * minuteMs,
    "ms",
    "a session in which the owner signed in again: requests under way may end",
    "the new session goes on",
  ),
  sessions: limit(200, "", "sessions", "the one that was used least lately ends"),
  integrationTokens: limit(100, "", "integration tokens", invalid),
  labelLength: limit(100, "chars", "the label of a token", invalid),
  shortestTokenSeconds: limit(60, "s", "the shortest life of an integration token", invalid),
  longestTokenSeconds: limit(
    10 * 366 * 24 * 60 * 60,
    "s",
    "the longest life of an integration token",
    invalid,
  ),
  expiredTokenMs: limit(30 * dayMs, "ms", "an expired token in the list", "it goes"),
  lastUseMs: limit(minuteMs, "ms", "the precision of a token's last use", "it is written"),
  passkeys: limit(20, "", "passkeys", "TOO_MANY"),
  passkeyLabelLength: limit(60, "chars", "the name of a passkey", invalid),
  passkeyAnswerLength: limit(
    8_192,
    "chars",
    "each part of a browser's answer for a passkey",
    "INVALID_SIGNATURE",
  ),
  tokenLength: limit(1_024, "chars", "a token", "401 UNAUTHENTICATED"),
  messageLength: limit(8_192, "chars", "a signed sign-in message", "INVALID_SIGNATURE"),
} as const;

export const accessLimits = valuesOf(accessLimitTable);
