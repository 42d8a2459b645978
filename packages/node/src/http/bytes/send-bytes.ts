import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../limits.ts";
import { headOf, type SelectionHead, select, type Validators } from "./conditions.ts";

const loadedReplies = 8; // files that are read for prepared answers at a time; the next is streamed

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
 * Sends bytes as HTTP caches and players ask for them (specification 4.4, decisions 5): 200, 206 for a single range, 304 if
 * the client has them, 416 for a range outside; for HEAD the headers alone. Large bytes are streamed.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: BytesToSend,
): Promise<FastifyReply> {
  const { etag, lastModified, mediaType, size } = bytes;
  reply.header("etag", etag).header("accept-ranges", "bytes");
  if (lastModified !== null) reply.header("last-modified", new Date(lastModified).toUTCString());
  const selection = select(request, { etag, lastModified, size });
  reply.header("content-type", mediaType);
  setHead(reply, headOf(selection, size));
  if (selection.kind === "part") return send(request, reply, () => bytes.open(selection));
  if (selection.kind !== "whole") return reply.send();
  const loaded = request.method === "GET" ? (bytes.inMemory ?? (await load(bytes))) : null;
  // A range that ends before it begins can't be asked of a file.
  if (loaded || size === 0) return reply.send(loaded ?? Buffer.alloc(0));
  return send(request, reply, () => bytes.open());
}

/** Sends a short text with a tag of its own bytes. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, mediaType }: { text: string; mediaType: string },
): Promise<FastifyReply> {
  const inMemory = Buffer.from(text);
  const etag = `"${createHash("sha256").update(inMemory).digest("base64url").slice(0, 22)}"`;
  const open = async function* (range?: { start: number; end: number }) {
    yield range ? inMemory.subarray(range.start, range.end + 1) : inMemory;
  };
  return sendBytes(request, reply, {
    etag,
    lastModified: null,
    mediaType,
    size: inMemory.length,
    inMemory,
    open,
  });
}

function setHead(reply: FastifyReply, { status, headers, without }: SelectionHead): void {
  reply.code(status);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? "", headers[at + 1]);
  for (const name of without) reply.removeHeader(name);
}

let loading = 0;

/** Bytes that a prepared answer may be made of; null where they are to be streamed. */
async function load({ size, open }: BytesToSend): Promise<Buffer | null> {
  if (size === 0 || size > limits.preparedResponseBytes || loading >= loadedReplies) return null;
  loading += 1;
  try {
    return Buffer.concat(await Array.fromAsync(open()));
  } finally {
    loading -= 1;
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => AsyncIterable<Uint8Array>,
): FastifyReply {
  if (request.method === "HEAD") return reply.send();
  const source = open();
  return reply.send(source instanceof Readable ? source : Readable.from(source, { objectMode: false }));
}

/** Headers for uploaded bytes: a page that they are opened as must not run, load or send anything (decisions 5). */
export function protectBytes(reply: FastifyReply): FastifyReply {
  return reply.header("content-security-policy", "sandbox; default-src 'none'");
}
