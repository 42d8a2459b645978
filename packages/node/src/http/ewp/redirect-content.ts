import type { FastifyReply, FastifyRequest } from "fastify";
import type { OpenContent } from "../../domain/contents/open.ts";
import { isUnchanged, type Validators } from "../bytes/conditions.ts";
import type { ServerContext } from "../server-context.ts";

/**
 * What a browser shows by itself. Scripts and nodes are not sent elsewhere: the policy of a page names no other hosts for its scripts,
 * and a reference node's pull need not follow. Node's own `fetch` names no destination either.
 */
const shown = new Set(["image", "audio", "video", "document"]);

/** What can't run a script where it is opened as a page, without the policy that this node sends with its bytes. */
const harmless = /^(audio|video)\/|^image\/(?!svg)|^application\/pdf$/;

/**
 * Sends a browser to the storage for a large content, where S3_URL has `redirect`: 302 to an address that is good for some
 * minutes. Caches that readers share must not keep it: they would send nodes there as well.
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
