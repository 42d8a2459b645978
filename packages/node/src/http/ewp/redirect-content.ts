import type { FastifyReply, FastifyRequest } from "fastify";
import type { OpenContent } from "../../domain/contents/open.ts";
import { isUnchanged, type Validators } from "../bytes/conditions.ts";
import type { ServerContext } from "../server-context.ts";

/**
 * The destinations for which a browser shows the content itself. Scripts and nodes are not redirected: the policy of a page allows its
 * scripts no other host, and the pull of a reference node may not follow redirects. Node's `fetch` names no destination either.
 */
const shown = new Set(["image", "audio", "video", "document"]);

/** Media types that can't run a script when they are opened as a page without the policy that this node sends. */
const harmless = /^(audio|video)\/|^image\/(?!svg)|^application\/pdf$/;

/**
 * Sends a browser to the storage for a large content, where S3_URL has `redirect`: 302 to an address that is valid for some
 * minutes. Shared caches must not store the redirect: they would send it to nodes as well.
 *
 * @returns whether the reply was sent
 */
export async function redirectToStorage(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs }: Pick<ServerContext, "blobs">,
  { publication, thumb, size, mediaType, ...validators }: OpenContent & Validators,
): Promise<boolean> {
  const redirects = blobs.remote?.redirects;
  if (!redirects || thumb !== null || size < redirects.minBytes || request.method !== "GET") return false;
  if (!shown.has(String(request.headers["sec-fetch-dest"])) || isUnchanged(request.headers, validators))
    return false;
  const given = String(reply.getHeader("content-disposition") ?? "inline");
  const disposition = harmless.test(mediaType) ? given : given.replace(/^inline/, "attachment");
  const { url, seconds } = await redirects.sign(publication.contentHash, { mediaType, disposition });
  for (const name of ["content-disposition", "content-description"]) reply.removeHeader(name);
  reply.header("cache-control", `private, max-age=${seconds}`).header("vary", "Sec-Fetch-Dest");
  await reply.redirect(url, 302);
  return true;
}
