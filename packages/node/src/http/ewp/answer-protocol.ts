import { type EndpointName, endpoints } from "@freehold/protocol";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import type { ServerContext } from "../server-context.ts";
import { createConnection } from "./create-connection.ts";
import { destroyConnection } from "./destroy-connection.ts";
import { getAvatar } from "./get-avatar.ts";
import { getContent } from "./get-content.ts";
import { getProfile } from "./get-profile.ts";
import { listPublications } from "./list-publications.ts";
import { publish } from "./publish.ts";
import { explainBody, readMessageBodies } from "./read-message-bodies.ts";
import { replicate } from "./replicate.ts";
import { shareWithBrowsers } from "./share-with-browsers.ts";
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
export function answerProtocol(scope: FastifyInstance, ctx: ServerContext): void {
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
      ...(isRead && { onRequest: shareWithBrowsers }),
    });
  }
}
