import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { runInstallation } from "../../domain/installation/run-installation.ts";

/**
 * POST /api/install (specification 4.10, decisions 7): 200 with the steps and the node's profile, or 500 with the
 * steps up to the one that failed.
 */
export function install(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const { result, node } = await runInstallation(ctx, request.body, readGivenCode(request));
    reply.header("cache-control", "no-store");
    return node ? reply.send({ result, node }) : reply.code(500).send({ result });
  };
}

/** The setup code that a request brings (`X-Setup-Code`), or null. */
export function readGivenCode({ headers }: Pick<FastifyRequest, "headers">): string | null {
  const code = headers["x-setup-code"];
  return typeof code === "string" ? code : null;
}
