import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PeerError, type PeerRequest, type PeerResponse } from "@freehold/protocol";
import type { Dispatcher } from "undici";
import { decodeBody, parseCodings, tooLarge } from "./content-encoding.ts";
import { failureOf } from "./failure-of.ts";

type ReplyBody = Dispatcher.ResponseData["body"];

const shortBytes = 64 * 1_024;

export interface BodyLimits {
  /** The most that is taken. */
  readonly maxBytes: number;
  /** The length that the reply declares, or null. */
  readonly length: number | null;
  /** The pace that a long body must keep on the average, once the grace is over. */
  readonly slowest: { readonly bytesPerSecond: number; readonly graceMs: number };
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
}

/**
 * A peer's body within limits. Ending the iteration early, and every failure, destroys it.
 * @throws PeerError from the iteration: too-large, timeout, unreachable, bad-reply; or the reason of the caller's signal
 */
function boundBody(
  body: ReplyBody,
  { maxBytes, length, slowest, signal }: BodyLimits,
): AsyncIterable<Uint8Array> {
  const { bytesPerSecond, graceMs } = slowest;
  const isPaced = length === null || length > (bytesPerSecond * graceMs) / 1000;
  const isShort = !isPaced && length <= shortBytes;
  const chunks = isShort ? readWhole(body) : body[Symbol.asyncIterator]();
  let received = 0;
  let waitedMs = 0;

  function check(chunk: Uint8Array): void {
    received += chunk.length;
    if (received > maxBytes) {
      throw tooLarge();
    }
    if (isPaced && waitedMs > graceMs && (received / waitedMs) * 1000 < bytesPerSecond) {
      throw new PeerError("timeout", "The reply comes too slowly.", { code: "TOO_SLOW" });
    }
  }

  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      // Only the waiting counts, not the time of the reader in between.
      const askedAt = performance.now();
      const step = await chunks.next();
      waitedMs += performance.now() - askedAt;
      if (step.done) {
        // The connection is free one turn later: a call at once would open another one.
        await nextTurn();
      } else {
        check(step.value);
      }
      return step;
    } catch (error) {
      body.destroy();
      throw failureOf(error, signal);
    }
  }

  const iterator: AsyncIterator<Uint8Array> = {
    next,
    async return() {
      body.destroy();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** A short body in one piece: the iterator of a stream costs more than its bytes. */
async function* readWhole(body: ReplyBody): AsyncGenerator<Uint8Array> {
  yield await body.bytes();
}

/**
 * Presents a reply to its caller: flat headers, and a body that keeps to the caller's limits, decompressed if the server
 * compressed it without being asked to. A read needs the body, and fails at once if that can't be taken. A message needs only
 * the status, and reading its body throws.
 * @throws PeerError for a read: too-large for a declared length over the cap, bad-reply for an encoding that is not known;
 * the body is then destroyed
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
  const codings = isEmpty ? [] : codingsOf(headers);
  const fault = codings === null ? encoded() : isTooLarge ? tooLarge() : null;
  if (fault) {
    body.destroy();
    if (request.method === "GET" || request.method === "HEAD") throw fault;
    return { status, headers, body: failing(fault) };
  }
  if (isEmpty) {
    // An invalid body is not read, and an unread one would hold its connection.
    body.resume();
    await finished(body);
    await nextTurn();
    return { status, headers, body: noBytes };
  }
  const bounded = boundBody(body, { maxBytes, length, slowest, signal });
  if (codings === null || codings.length === 0) return { status, headers, body: bounded };
  const { "content-encoding": _coding, "content-length": _length, ...decoded } = headers;
  return { status, headers: decoded, body: decodeBody(bounded, codings, maxBytes) };
}

const noBytes: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** The codings of the body; null if it can't be read. Those of the connection itself need a request for them. */
function codingsOf(headers: Readonly<Record<string, string>>) {
  const transfer = headers["transfer-encoding"] ?? "chunked";
  return transfer.trim().toLowerCase() === "chunked" ? parseCodings(headers["content-encoding"]) : null;
}

function encoded(): PeerError {
  return new PeerError(
    "bad-reply",
    "The reply has an encoding that is not known, although none was asked for.",
    {
      code: "ENCODED_REPLY",
    },
  );
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
