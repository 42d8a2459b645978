import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PeerError, type PeerRequest, type PeerResponse } from "@freehold/protocol";
import type { Dispatcher } from "undici";
import { type BodyLimits, boundBody, tooLarge } from "./bound-body.ts";

/**
 * What a caller gets of a reply: flat headers, and a body that keeps to the caller's limits. A read is for its body, and fails
 * at once where that can't be taken; of a message the status is the answer, and whoever reads the body of it all the same is told then.
 * @throws PeerError for a read: too-large for a declared length over the cap, bad-reply for what is packed; the body is then destroyed
 */
export async function presentReply(
  reply: Dispatcher.ResponseData,
  request: Pick<PeerRequest, "method" | "maxBytes" | "signal">,
  slowest: BodyLimits["slowest"],
): Promise<PeerResponse> {
  const { statusCode: status, body } = reply;
  const headers = flatten(reply.headers);
  const { maxBytes, signal } = request;
  const length = headers["content-length"] === undefined ? null : Number(headers["content-length"]);
  const isEmpty = request.method === "HEAD" || length === 0 || status === 204 || status === 304;
  const isTooLarge = !isEmpty && length !== null && length > maxBytes;
  const fault = isEncoded(headers) ? encoded() : isTooLarge ? tooLarge() : null;
  if (fault) {
    body.destroy();
    if (request.method === "GET" || request.method === "HEAD") throw fault;
    return { status, headers, body: failing(fault) };
  }
  if (isEmpty) {
    // Nobody reads a body that is none, and an unread one would hold its connection.
    body.resume();
    await finished(body);
    await nextTurn();
  }
  return { status, headers, body: boundBody(body, { maxBytes, length, slowest, signal }) };
}

/** What is asked for is plain; what swells when it is unpacked is not taken. */
function isEncoded(headers: Readonly<Record<string, string>>): boolean {
  const content = headers["content-encoding"] ?? "identity";
  const transfer = headers["transfer-encoding"] ?? "chunked";
  return content.trim().toLowerCase() !== "identity" || transfer.trim().toLowerCase() !== "chunked";
}

function encoded(): PeerError {
  return new PeerError("bad-reply", "The reply is encoded, which was not asked for.", {
    code: "ENCODED_REPLY",
  });
}

function failing(fault: PeerError): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(fault) }) };
}

function flatten(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name] = Array.isArray(value) ? value.join(", ") : value;
    }
  }
  return flat;
}
