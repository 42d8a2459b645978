import { isoSeconds, parseContentQuery, type WireForm } from "@freehold/protocol";
import type { FastifyReply, RouteHandlerMethod } from "fastify";
import { type OpenContent, openContent } from "../../domain/contents/open.ts";
import { pageOf } from "../../domain/publications/view.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import type { ServerContext } from "../server-context.ts";
import { redirectToStorage } from "./redirect-content.ts";
import { cacheScopeOf, chooseForm } from "./response.ts";

/** GET /ewp/contents/:contentHash (specification 4.4): the bytes that were signed, or a thumbnail of them. */
export function getContent(
  ctx: Pick<ServerContext, "store" | "owner" | "blobs" | "thumbnails">,
): RouteHandlerMethod {
  return async (request, reply) => {
    const query = parseContentQuery(Object.assign({}, request.query, request.params));
    const content = await openContent(ctx, query);
    const wire = chooseForm("getContent", request, reply);
    await describe(reply, content, wire);
    const { thumb, size, open, publication } = content;
    const { contentHash, timestamp } = publication;
    const validators = {
      etag: thumb === null ? `"${contentHash}"` : `"${contentHash}-${thumb}"`,
      lastModified: (timestamp ?? 0) * 1000,
    };
    if (await redirectToStorage(request, reply, ctx, { ...content, ...validators })) return reply;
    return sendBytes(request, reply, {
      ...validators,
      mediaType: mediaTypeOf(content, wire),
      size,
      open,
      // Only now that the database has said that it may be served.
      inMemory: thumb === null ? ctx.blobs.peek(contentHash) : null,
    });
  };
}

async function describe(
  reply: FastifyReply,
  { publication, nodeUrl, mediaType }: OpenContent,
  wire: WireForm,
): Promise<void> {
  const { contentHash, timestamp, kind, filename, description } = publication;
  protectBytes(reply)
    .header("cache-control", `${cacheScopeOf(wire)}, immutable, max-age=31536000`)
    .header("x-content-hash", contentHash)
    .header("x-created-at", isoSeconds(timestamp ?? 0));
  const page = pageOf(nodeUrl, publication);
  if (page !== null) reply.header("link", `<${page}>; rel="canonical"`);
  if (kind === "FILE") {
    const name = filename ?? (await nameOfContent(contentHash, mediaType));
    // Peers refuse a FILE without a description, and take an empty one for none.
    const caption = description || name;
    reply
      .header("content-disposition", contentDisposition(name))
      .header("content-description", encodeURIComponent(caption.toWellFormed()));
  }
}

function mediaTypeOf({ publication, mediaType }: OpenContent, wire: WireForm): string {
  return publication.kind === "POST" ? wire.markdownType : wire.fileType(mediaType);
}
