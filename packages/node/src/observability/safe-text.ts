import { limits } from "./limits.ts";

const messageLength = 2_000; // the message of an error
const stackLength = 4_000; // the stack of an error
const hidden = "[hidden]";

/** Patterns and their replacements. All take linear time: a line may quote a text that was made to be slow to match. */
const secrets: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  // Tokens of this node, and of others.
  [/[\w.-]+/g, hideTokens],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi, (_, kind, gap) => `${kind}${gap}${hidden}`],
  [/\bwhsec_[\w-]+/g, () => hidden],
  // Name and password before a host.
  [/(?<=:\/\/)[^\s/@"\\]+@/g, () => `${hidden}@`],
  // Secret parameters of a query, and the last part of a URL if nobody can guess it.
  [
    /([?&](?:[\w-]*(?:token|secret|password|signature)|code|key|auth)=)[^&\s"\\#]+/gi,
    (_, name) => `${name}${hidden}`,
  ],
  [/\bhttps?:\/\/[^\s"\\]+/g, hideLastPart],
  // A signature, a setup code, a private key. Hashes of contents begin with 0x and are not secret.
  [/\b0x[0-9a-f]{130}\b/gi, () => hidden],
  [/(?<![0-9a-fx])[0-9a-f]{64}(?![0-9a-f])/gi, () => hidden],
];

/** Words between dots, of which a token is three: a header that begins with `eyJ`, a body, and a signature. */
function hideTokens(words: string): string {
  const parts = words.split(".");
  const shown: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    const at = part.search(/\beyJ[\w-]{5}/);
    const isToken = at !== -1 && (parts[index + 1]?.length ?? 0) >= 5 && parts[index + 2] !== undefined;
    shown.push(isToken ? part.slice(0, at) + hidden : part);
    if (isToken) index += 2;
  }
  return shown.join(".");
}

/** A URL without what follows a part of its path that has 32 letters or more. */
function hideLastPart(url: string): string {
  const host = url.indexOf("//") + 2;
  const at = url.slice(host).search(/\/(?!0x)[\w-]{32}/);
  return at === -1 ? url : `${url.slice(0, host + at + 1)}${hidden}`;
}

/** Removes what looks like a secret from a line of the log, even if another program wrote it. */
export function scrubSecrets(line: string): string {
  return secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
}

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError | string;
}

/** An error as it is logged. Its other properties are left out: libraries put requests, replies and queries there. */
export function presentError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: message.slice(0, messageLength),
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(stack !== undefined && { stack: stack.slice(0, stackLength) }),
    ...(cause !== undefined && depth < limits.causes && { cause: presentError(cause, depth + 1) }),
  };
}

/** Makes any text safe for one line of a terminal: no escape sequences, line breaks or changes of the writing direction. */
export function safeText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}
