import type { FastifyReply, FastifyRequest } from "fastify";

/** What a script may read of a reply besides its bytes. */
const readable = [
  ...["content-description", "content-disposition", "content-range", "etag", "link"],
  ...["retry-after", "x-content-hash", "x-created-at", "x-error-detail"],
].join(", ");

/** What anybody may read, a page of another site may read too: it is public, and no cookie has a say in it. */
export function shareWithBrowsers(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-expose-headers", readable)
    .header("cross-origin-resource-policy", "cross-origin");
  done();
}
