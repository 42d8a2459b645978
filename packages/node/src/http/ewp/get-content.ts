import { isoSeconds, parseContentQuery, type WireForm } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { nameFor } from "../../domain/publications/delivery/read-index.ts";
import { type OpenContent, openContent } from "../../domain/publications/files/open-content.ts";
import { pageOf } from "../../domain/publications/view.ts";
import { statusOfConditions, type Validators } from "../bytes/conditions.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import type { ServerContext } from "../server-context.ts";
import { cacheScopeOf, chooseForm } from "./response.ts";

/** GET /ewp/contents/:contentHash (specification 4.4): the bytes that were signed, or a thumbnail of them. */
export function getContent(
  ctx: Pick<ServerContext, "store" | "owner" | "blobs" | "thumbnails">,
): RouteHandlerMethod {
  return async (request, reply) => {
    const query = parseContentQuery(Object.assign({}, request.query, request.params));
    const content = await openContent(ctx, query);
    const wire = chooseForm("getContent", request, reply);
    await describe(ctx, reply, content, wire);
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
  { store }: Pick<ServerContext, "store">,
  reply: FastifyReply,
  { publication, nodeUrl, mediaType }: OpenContent,
  wire: WireForm,
): Promise<void> {
  const { contentHash, timestamp, kind, filename, description } = publication;
  protectBytes(reply)
    .header("cache-control", `${cacheScopeOf(wire)}, immutable, max-age=31536000`)
    .header("x-content-hash", contentHash)
    .header("x-created-at", isoSeconds(timestamp ?? 0));
  // A peer knows a publication by its hash.
  const named = await nameFor(wire.form, { store }, publication);
  const page = pageOf({ url: nodeUrl, isSelf: false }, named);
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

/**
 * The destinations for which a browser shows the content itself. Scripts and nodes are not redirected: the policy of a page allows its
 * scripts no other host, and the pull of a reference node may not follow redirects. Node's `fetch` names no destination either.
 */
const shownDestinations = new Set(["image", "audio", "video", "document"]);

/** Media types that can't run a script when they are opened as a page without the policy that this node sends. */
const harmless = /^(audio|video)\/|^image\/(?!svg)|^application\/pdf$/;

/**
 * Sends a browser to the storage for a large content, where S3_URL has `redirect`: 302 to an address that is valid for some
 * minutes. Shared caches must not store the redirect: they would send it to nodes as well.
 *
 * @returns whether the reply was sent
 */
async function redirectToStorage(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs }: Pick<ServerContext, "blobs">,
  { publication, thumb, size, mediaType, ...validators }: OpenContent & Validators,
): Promise<boolean> {
  const redirects = blobs.remote?.redirects;
  if (!redirects || thumb !== null || size < redirects.minBytes || request.method !== "GET") return false;
  if (
    !shownDestinations.has(String(request.headers["sec-fetch-dest"])) ||
    statusOfConditions(request.headers, validators) !== null
  )
    return false;
  const given = String(reply.getHeader("content-disposition") ?? "inline");
  const disposition = harmless.test(mediaType) ? given : given.replace(/^inline/, "attachment");
  const { url, seconds } = await redirects.sign(publication.contentHash, { mediaType, disposition });
  for (const name of ["content-disposition", "content-description"]) reply.removeHeader(name);
  reply.header("cache-control", `private, max-age=${seconds}`).header("vary", "Sec-Fetch-Dest");
  await reply.redirect(url, 302);
  return true;
}
