import { EwpError, type Hash, parseAddress, parseHash, thumbnailSizes } from "@freehold/protocol";
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { isAllowed } from "../../domain/access/callers.ts";
import { openPeerPicture } from "../../domain/profile/peer-picture.ts";
import { openVisibleContent } from "../../domain/publications/files/open-content.ts";
import { findMoved } from "../../domain/publications/old-addresses.ts";
import { AppError } from "../../errors/errors.ts";
import { contentDisposition, nameOfContent } from "../bytes/content-disposition.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import { endWithAuthority, requireCaller } from "../caller.ts";
import {
  type ApiPaths,
  bytes,
  describeErrors,
  etag,
  jsonAnswer,
  pathParameters,
  ranged,
  ref,
  text,
  thumb,
} from "../openapi/parts.ts";

/**
 * GET /api/contents/:id: the bytes of a publication by its id or content hash; with `thumb` (sm, md, lg) a thumbnail. The
 * access rules are those of GraphQL: a draft needs the owner's session, a replica the scope `read:timeline`. All other
 * callers get 404, or 410 for a publication that was public.
 */
export function getVisibleContent(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const asked = readQuery(request);
    const caller = await requireCaller(ctx, request, reply);
    const content = await openVisibleContent(ctx, asked, caller);
    if (content === null) throw await explainMissing(ctx, asked.key);
    const { publication, thumb, mediaType, size, open } = content;
    const { kind, filename, contentHash } = publication;
    endWithAuthority(ctx, caller, reply);
    protectFromOthers(reply, "private, no-cache").header(
      "content-disposition",
      contentDisposition(filename ?? (await nameOfContent(contentHash, mediaType))),
    );
    return sendBytes(request, reply, {
      etag: thumb === null ? `"${contentHash}"` : `"${contentHash}-${thumb}"`,
      lastModified: null,
      mediaType: kind === "POST" ? "text/markdown; charset=utf-8" : mediaType,
      size,
      open,
    });
  };
}

/** GONE for a publication that was public here, as for its page; CONTENT_NOT_FOUND for everything else. */
async function explainMissing(ctx: Pick<Context, "store">, key: { id: number } | { contentHash: Hash }) {
  const page = `/publications/${"id" in key ? key.id : key.contentHash}`;
  return (await findMoved(ctx, page)) === "gone"
    ? new AppError("GONE", "This was deleted.")
    : new EwpError("CONTENT_NOT_FOUND", "There is no content for you under this id.");
}

/** @throws EwpError CONTENT_NOT_FOUND for an invalid id, INVALID_THUMBNAIL_SIZE */
function readQuery({ params, query }: FastifyRequest) {
  const { id } = params as { id: string };
  const contentHash = parseHash(id);
  if (!contentHash && !/^[1-9]\d{0,15}$/.test(id)) {
    throw new EwpError("CONTENT_NOT_FOUND", "This is neither an id nor a hash.");
  }
  const { thumb: asked } = query as { thumb?: unknown };
  const thumb = thumbnailSizes.find((size) => size === asked) ?? null;
  if (asked !== undefined && thumb === null) throw new EwpError("INVALID_THUMBNAIL_SIZE");
  return { key: contentHash ? { contentHash } : { id: Number(id) }, thumb };
}

/** The bytes are for one caller: shared caches must not store them. */
function protectFromOthers(reply: FastifyReply, cacheControl: string): FastifyReply {
  return protectBytes(reply)
    .header("cache-control", cacheControl)
    .header("vary", "Cookie, Authorization")
    .header("cross-origin-resource-policy", "same-origin");
}

/** GET /api/portraits/:address: the saved avatar of another node, for callers with the scope `read:timeline`. */
export function getPeerAvatar(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const address = parseAddress((request.params as { address: string }).address);
    const caller = await requireCaller(ctx, request, reply);
    const picture =
      address && isAllowed(caller, "read:timeline") ? await openPeerPicture(ctx, address) : null;
    if (picture === null) throw new EwpError("CONTENT_NOT_FOUND", "There is no picture for you here.");
    const { hash, mediaType, size, open } = picture;
    // Its path changes with its bytes.
    protectFromOthers(reply, "private, max-age=86400");
    return sendBytes(request, reply, { etag: `"${hash}"`, lastModified: null, mediaType, size, open });
  };
}

const unauthenticated = jsonAnswer("UNAUTHENTICATED: the token is not valid.", ref("Error"));

/** The description of these routes for `/api/openapi.json`. */
export const contentsApi: ApiPaths = {
  "/api/contents/{id}": {
    get: {
      operationId: "getVisibleContent",
      summary: "The bytes of a publication by its id or hash, as far as the caller may see it",
      security: [{}, { token: [] }],
      parameters: [{ name: "id", in: "path", required: true, schema: text }, thumb],
      responses: {
        200: { description: "The bytes.", headers: etag, content: bytes },
        401: unauthenticated,
        ...ranged,
        ...describeErrors(["INVALID_THUMBNAIL_SIZE", "CONTENT_NOT_FOUND"]),
        410: jsonAnswer("GONE: It was public here, and was deleted or taken back.", {
          allOf: [ref("Error"), { properties: { error: { enum: ["GONE"] } } }],
        }),
      },
    },
  },
  "/api/portraits/{address}": {
    get: {
      operationId: "getPortrait",
      summary: "The picture of a node that this one knows",
      security: [{ token: [] }],
      parameters: pathParameters("/:address"),
      responses: {
        200: { description: "The picture.", headers: etag, content: bytes },
        401: unauthenticated,
        ...ranged,
        ...describeErrors(["CONTENT_NOT_FOUND"]),
      },
    },
  },
};
