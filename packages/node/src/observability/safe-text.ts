import { limits } from "./limits.ts";

const hidden = "[hidden]";

/**
 * Each with what stands in its place. What begins again and again and never ends is looked at for so far alone, for a line
 * may quote what somebody made up.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  // Tokens of this node, and of others.
  [/\beyJ[\w-]{5,1000}\.[\w-]{5,}\.[\w-]*/g, hidden],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi, `$1$2${hidden}`],
  [/\bwhsec_[\w-]+/g, hidden],
  // Name and password before a host.
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"\\]+@/gi, `$1${hidden}@`],
  // Parts of a query that open something, and the last part of an address that nobody could guess.
  [/([?&](?:[\w-]*(?:token|secret|password|signature)|code|key|auth)=)[^&\s"\\#]+/gi, `$1${hidden}`],
  [/(\bhttps?:\/\/[^\s"\\]{0,1000}?\/)(?!0x)[\w-]{32,}[^\s"\\]*/g, `$1${hidden}`],
  // What a wallet signed, a setup code, a private key. Hashes of contents have 0x before them, and are no secret.
  [/\b0x[0-9a-f]{130}\b/gi, hidden],
  [/(?<![0-9a-fx])[0-9a-f]{64}(?![0-9a-f])/gi, hidden],
];

/** A line of the log without what looks like a secret, wherever it came from: the text of another program's error, say. */
export function scrubSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

/** An error as it is logged. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError | string;
}

/**
 * What an error says, where it comes from, and its causes. Nothing else that hangs on it: libraries put requests, replies
 * and whole queries there.
 */
export function presentError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: message.slice(0, limits.messageLength),
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(stack !== undefined && { stack: stack.slice(0, limits.stackLength) }),
    ...(cause !== undefined && depth < limits.causes && { cause: presentError(cause, depth + 1) }),
  };
}

/**
 * A text from anywhere, made fit for one line of a terminal: no escape sequences, no line breaks, nothing that turns
 * the direction of writing.
 */
export function safeText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
