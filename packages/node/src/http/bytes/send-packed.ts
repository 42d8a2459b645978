import type { FastifyReply, FastifyRequest } from "fastify";
import { limits } from "../limits.ts";
import { isUnchanged } from "./check-conditions.ts";
import { chooseEncoding, type Encoding } from "./choose-encoding.ts";

/** Bytes that are sent packed to whoever takes that. */
export interface Packable {
  readonly body: Buffer;
  /** A strong entity tag, with its quotes, of the bytes as they are. */
  readonly etag: string;
  readonly mediaType: string;
  pack(encoding: Encoding): Promise<Buffer>;
}

/**
 * Sends bytes packed as their asker likes, under an entity tag of their own (RFC 9110 section 8.8.3); 304 for whoever has
 * them. Only for what holds no secret: its size tells of what it holds.
 *
 * @param vary the other headers that the bytes depend on
 */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, mediaType, pack }: Packable,
  vary: readonly string[] = [],
): Promise<FastifyReply> {
  const isSmall = body.length < limits.packedFromBytes;
  const encoding = isSmall ? null : chooseEncoding(request.headers["accept-encoding"]);
  const tag = encoding === null ? etag : etag.replace(/"$/, `-${encoding}"`);
  reply.header("vary", ["Accept-Encoding", ...vary].join(", ")).header("etag", tag);
  if (isUnchanged(request.headers, { etag: tag, lastModified: null })) return reply.code(304).send();
  const sent = encoding === null ? body : await pack(encoding);
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type(mediaType).send(sent);
}
