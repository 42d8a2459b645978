import { type EndpointName, endpoints } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import type { ServerContext } from "../server-context.ts";
import { createConnection } from "./create-connection.ts";
import { destroyConnection } from "./destroy-connection.ts";
import { getAvatar } from "./get-avatar.ts";
import { getContent } from "./get-content.ts";
import { getProfile } from "./get-profile.ts";
import { listPublications } from "./list-publications.ts";
import { publish } from "./publish.ts";
import { replicate } from "./replicate.ts";
import { explainBody, readMessageBodies } from "./request.ts";
import { updateNode } from "./update-node.ts";

type CreateHandler = (ctx: ServerContext) => RouteHandlerMethod;

const handlers: Record<EndpointName, CreateHandler> = {
  getProfile,
  getAvatar,
  listPublications,
  getContent,
  createConnection,
  destroyConnection,
  publish,
  updateNode,
  replicate,
};

/** The protocol's endpoints (specification 4.1 to 4.9), as its own table lists them. */
export function registerEwpRoutes(scope: FastifyInstance, ctx: ServerContext): void {
  readMessageBodies(scope);
  const { errorHandler } = scope;
  scope.setErrorHandler((error, request, reply) =>
    errorHandler.call(scope, Object(explainBody(error, request)), request, reply),
  );
  for (const [name, create] of Object.entries(handlers)) {
    const { method, path } = endpoints[name as EndpointName];
    const isRead = method === "GET";
    scope.route({
      method: isRead ? ["GET", "HEAD"] : method,
      url: path,
      handler: create(ctx),
      ...(isRead && { onRequest: allowAnyOrigin }),
    });
  }
}

/** What a script may read of a reply besides its bytes. */
const readable = [
  ...["content-description", "content-disposition", "content-range", "etag", "link"],
  ...["retry-after", "x-content-hash", "x-created-at", "x-error-detail"],
].join(", ");

/** What anybody may read, a page of another site may read too: it is public, and no cookie has a say in it. */
function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-expose-headers", readable)
    .header("cross-origin-resource-policy", "cross-origin");
  done();
}
