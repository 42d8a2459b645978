import { PeerError } from "@freehold/protocol";
import { errors } from "undici";
import { isNotAllowed } from "./address-policy.ts";

type Kind = PeerError["kind"];

/** The class of a failure by its code: the first pattern that fits. The sentence is safe for anybody. */
const classes: readonly (readonly [RegExp, Kind, string])[] = [
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, "timeout", "The connection took too long."],
  [/^UND_ERR_HEADERS_TIMEOUT$/, "timeout", "The reply took too long to begin."],
  [/^UND_ERR_BODY_TIMEOUT$/, "timeout", "The reply stopped in the middle."],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "too-large", "The headers of the reply are too large."],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "bad-reply", "The reply is not as long as it says."],
  [/^UND_ERR_RES_|^UND_ERR_RESPONSE/, "bad-reply", "The reply is not valid HTTP."],
  [
    /CERT|^ERR_TLS_|^ERR_SSL_|^UNABLE_TO_|^EPROTO$/,
    "unreachable",
    "The certificate or the TLS handshake was refused.",
  ],
  [/^ENOTFOUND$|^ENODATA$|^EAI_|^ETIMEOUT$|^ESERVFAIL$/, "unreachable", "The host name has no address."],
];

/**
 * The error to throw for a failed call: the caller's own reason if the caller ended it, else the problem on the way to the
 * peer, as the protocol's client tells it: a kind, a fixed sentence, and a code of this node's own libraries. It contains
 * nothing that the peer said.
 */
export function failureOf(error: unknown, caller: AbortSignal | undefined): unknown {
  return caller?.aborted ? caller.reason : describeFailure(error);
}

function describeFailure(error: unknown): PeerError {
  if (error instanceof PeerError) {
    return error;
  }
  if (error instanceof errors.HTTPParserError) {
    return new PeerError("bad-reply", "The reply is not valid HTTP.", { code: "NO_HTTP" });
  }
  const code = codeOf(error);
  if (isNotAllowed(error)) {
    return new PeerError("unreachable", "The address is not one that this node connects to.", { code });
  }
  for (const [pattern, kind, sentence] of classes) {
    if (code !== null && pattern.test(code)) {
      return new PeerError(kind, sentence, { code });
    }
  }
  return new PeerError("unreachable", "The connection failed.", { code });
}

function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return codeOf(error.errors[0]);
  }
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code) ? code : null;
}
