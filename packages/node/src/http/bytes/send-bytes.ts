import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseRange, isUnchanged, mayTakeRange, type Validators } from "./conditions.ts";

/** Bytes to be sent; the headers that describe them are set already. */
export interface BytesToSend extends Validators {
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** All of them, where they are in memory. */
  readonly inMemory?: Uint8Array | null;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/**
 * Sends bytes as HTTP caches and players ask for them (specification 4.4, decisions 5): 200, 206 for a single range,
 * 304 for who has them, 416 for a range outside; for HEAD the headers alone. The bytes are streamed.
 */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: BytesToSend): FastifyReply {
  const { etag, lastModified, mediaType, size } = bytes;
  reply.header("etag", etag).header("accept-ranges", "bytes");
  if (lastModified !== null) reply.header("last-modified", new Date(lastModified).toUTCString());
  if (isUnchanged(request.headers, bytes)) return reply.code(304).send();

  // RFC 9110 defines a range for GET alone.
  const asked = request.method === "GET" && mayTakeRange(request.headers, bytes);
  const range = chooseRange(asked ? request.headers.range : undefined, size);
  if (range.kind === "unsatisfiable") {
    return reply.code(416).removeHeader("cache-control").header("content-range", `bytes */${size}`).send();
  }
  reply.header("content-type", mediaType);
  if (range.kind === "part") {
    const { start, end } = range;
    reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
    return send(request, reply, end - start + 1, () => bytes.open({ start, end }));
  }
  if (bytes.inMemory && request.method === "GET") return reply.send(asOneWrite(bytes.inMemory));
  return send(request, reply, size, () => bytes.open());
}

/** Node sends a text together with the headers, and bytes apart from them, which takes half as long again. */
function asOneWrite(bytes: Uint8Array): string | Uint8Array {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : bytes;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  length: number,
  open: () => AsyncIterable<Uint8Array>,
): FastifyReply {
  reply.header("content-length", length);
  if (request.method === "HEAD") return reply.send();
  // A range that ends before it begins can't be asked of a file.
  if (length === 0) return reply.send(Buffer.alloc(0));
  const source = open();
  return reply.send(source instanceof Readable ? source : Readable.from(source, { objectMode: false }));
}

/**
 * Headers for bytes that somebody uploaded: a browser must not guess another type, and what opens them as a page
 * must not let them run, load or send anything (decisions 5).
 */
export function protectBytes(reply: FastifyReply): FastifyReply {
  return reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "sandbox; default-src 'none'");
}
