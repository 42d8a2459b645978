import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { readInstallation, runInstallation } from "../../domain/installation/install.ts";

/**
 * POST /api/install (specification 4.10, decisions 7): 200 with the steps and the node's profile, or 500 with the
 * steps up to the one that failed. `X-Time-Zone` has the zone of the site (IANA name); without it that is UTC.
 */
export function install(ctx: Context): RouteHandlerMethod {
  return async (request, reply) => {
    const { result, node } = await runInstallation(
      ctx,
      request.body,
      readGivenCode(request),
      readHeader(request, "x-time-zone"),
    );
    reply.header("cache-control", "no-store");
    return node ? reply.send({ result, node }) : reply.code(500).send({ result });
  };
}

/** The setup code that a request carries. */
export function readGivenCode(request: Pick<FastifyRequest, "headers">): string | null {
  return readHeader(request, "x-setup-code");
}

function readHeader({ headers }: Pick<FastifyRequest, "headers">, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

/** GET /api/install (specification 4.10, decisions 7): whether this node has an owner, and since when. */
export function getInstallation(ctx: Pick<Context, "store">): RouteHandlerMethod {
  return async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return reply.send(await readInstallation(ctx));
  };
}
