import { type EndpointName, EwpError, endpoints } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { acceptConnection } from "../../domain/connections/follow.ts";
import { acceptTermination } from "../../domain/connections/unfollow.ts";
import { readAvatar } from "../../domain/profile/avatar.ts";
import { toNodeProfile } from "../../domain/profile/owner.ts";
import { applyProfileUpdate } from "../../domain/profile/peer-profile.ts";
import { acceptProof } from "../../domain/replication/accept-proof.ts";
import { replicateNow } from "../../domain/replication/replicate-now.ts";
import { protectBytes, sendBytes } from "../bytes/send-bytes.ts";
import { simple } from "../prices.ts";
import type { ServerContext } from "../server-context.ts";
import { getContent } from "./get-content.ts";
import { listPublications } from "./list-publications.ts";
import { explainBody, readMessageBodies, readNodeUpdated } from "./request.ts";
import { chooseForm, sendJson } from "./response.ts";

/** The handlers of the protocol's endpoints; the section of the specification stands with each. */
const handlers: Record<EndpointName, (ctx: ServerContext) => RouteHandlerMethod> = {
  /** 4.1: the owner's profile. */
  getProfile: (ctx) => async (request, reply) => {
    const own = await ctx.owner.get();
    if (own === null) throw new EwpError("NODE_NOT_FOUND");
    const wire = chooseForm("getProfile", request, reply);
    return sendJson(reply, JSON.stringify(wire.writeProfile(toNodeProfile(own))));
  },
  /** 4.2: the owner's picture, 404 AVATAR_NOT_SET when there is none. */
  getAvatar: (ctx) => async (request, reply) => {
    const { hash, mediaType, size, open } = await readAvatar(ctx);
    // The owner may change it at any time, so caches keep it for a short time only.
    protectBytes(reply).header("cache-control", "public, max-age=300");
    return sendBytes(request, reply, { etag: `"${hash}"`, lastModified: null, mediaType, size, open });
  },
  /** 4.3 */
  listPublications,
  /** 4.4 */
  getContent,
  /** 4.5: a signed follow. */
  createConnection: (ctx) => async (request, reply) => {
    await acceptConnection(ctx, request.body, request.ip ?? null);
    return reply.code(endpoints.createConnection.success).send({ status: "created" });
  },
  /** 4.6: the signed end of a follow, by either side. */
  destroyConnection: (ctx) => async (request, reply) => {
    await acceptTermination(ctx, request.body);
    return reply.code(endpoints.destroyConnection.success).send();
  },
  /** 4.7: a followed publisher's proof; the content is pulled later. */
  publish: (ctx) => async (request, reply) => {
    await acceptProof(ctx, request.body, readNodeUpdated(request.headers));
    return reply.code(endpoints.publish.success).send({ status: "accepted" });
  },
  /** 4.8: another node's signed profile. */
  updateNode: (ctx) => async (request, reply) => {
    const { address } = request.params as { address: string };
    await applyProfileUpdate(ctx, address, { body: request.body, ip: request.ip ?? null });
    return reply.code(endpoints.updateNode.success).send();
  },
  /** 4.9: a followed publisher's proof, answered when its content is stored here. */
  replicate: (ctx) => async (request, reply) => {
    await replicateNow(ctx, request.body, readNodeUpdated(request.headers));
    return reply.code(endpoints.replicate.success).send({ status: "replicated" });
  },
};

/** The protocol's endpoints (specification 4.1 to 4.9), as its own table lists them. */
export function registerEwpRoutes(scope: FastifyInstance, ctx: ServerContext): void {
  readMessageBodies(scope);
  const { errorHandler } = scope;
  scope.setErrorHandler((error, request, reply) =>
    errorHandler.call(scope, explainBody(error, request), request, reply),
  );
  for (const [name, create] of Object.entries(handlers)) {
    const { method, path } = endpoints[name as EndpointName];
    const isRead = method === "GET";
    scope.route({
      method: isRead ? ["GET", "HEAD"] : method,
      url: path,
      handler: create(ctx),
      config: { isPrepared: isRead, price: simple },
      ...(isRead && { onRequest: allowAnyOrigin }),
    });
  }
}

/** The reply headers that a script of another site may read. */
const readable = [
  "content-description",
  "content-disposition",
  "content-range",
  "etag",
  "link",
  "retry-after",
  "x-content-hash",
  "x-created-at",
  "x-error-detail",
].join(", ");

/** Public reads allow any CORS origin. */
function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-expose-headers", readable)
    .header("cross-origin-resource-policy", "cross-origin");
  done();
}
