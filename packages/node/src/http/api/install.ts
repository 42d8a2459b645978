import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { runInstallation } from "../../domain/installation/run-installation.ts";
import { isFromThisMachine } from "./is-from-this-machine.ts";

/**
 * POST /api/install (specification 4.10, decisions 7): 200 with the steps and the node's profile, or 500 with the
 * steps up to the one that failed.
 */
export function install(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const claimant = { isLocal: isFromThisMachine(request, ctx.config), setupCode: readCode(request) };
    const { result, node } = await runInstallation(ctx, request.body, claimant);
    reply.header("cache-control", "no-store");
    return node ? reply.send({ result, node }) : reply.code(500).send({ result });
  };
}

function readCode({ headers }: FastifyRequest): string | null {
  const code = headers["x-setup-code"];
  return typeof code === "string" ? code : null;
}
