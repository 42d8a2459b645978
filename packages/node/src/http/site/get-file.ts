import { EwpError } from "@freehold/protocol";
import type { RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { openLocalContent } from "../../domain/contents/open.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import { readKey } from "./read-key.ts";

/** GET /publications/:key/file: the bytes of a post that is only here; those of a signed one are in the protocol. */
export function getFile(ctx: Pick<Context, "store" | "blobs">): RouteHandlerMethod {
  return async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    if (found === null) throw new EwpError("NOT_FOUND");
    const { contentHash, timestamp, kind, mediaType, filename } = found.post;
    if (timestamp !== null) return reply.redirect(`/ewp/contents/${contentHash}?timestamp=${timestamp}`, 302);
    const content = await openLocalContent(ctx, found.post);
    if (content === null) throw new EwpError("NOT_FOUND");
    protectBytes(reply)
      .header("cache-control", "no-cache")
      .header("content-disposition", contentDisposition(filename ?? nameOfContent(contentHash, mediaType)));
    return sendBytes(request, reply, {
      etag: `"${contentHash}"`,
      lastModified: null,
      mediaType: kind === "POST" ? "text/markdown; charset=utf-8" : mediaType,
      ...content,
    });
  };
}
