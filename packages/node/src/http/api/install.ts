import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { type Claimant, runInstallation } from "../../domain/installation/run-installation.ts";
import { isFromThisMachine } from "./is-from-this-machine.ts";

/**
 * POST /api/install (specification 4.10, decisions 7): 200 with the steps and the node's profile, or 500 with the
 * steps up to the one that failed.
 */
export function install(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const { result, node } = await runInstallation(ctx, request.body, claimantOf(request, ctx));
    reply.header("cache-control", "no-store");
    return node ? reply.send({ result, node }) : reply.code(500).send({ result });
  };
}

/** Who asks, as far as that says whether they may install the node. */
export function claimantOf(request: FastifyRequest, { config }: Pick<Context, "config">): Claimant {
  const code = request.headers["x-setup-code"];
  return {
    isLocal: isFromThisMachine(request, config),
    setupCode: typeof code === "string" ? code : null,
  };
}
