import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { Context } from "../../context.ts";
import { installationSteps, readInstallation, runInstallation } from "../../domain/installation/install.ts";
import {
  type ApiPaths,
  json,
  jsonAnswer,
  moment,
  object,
  orNull,
  ref,
  type Schema,
  text,
} from "../openapi/parts.ts";

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

const step = object({
  step: { enum: installationSteps },
  success: { type: "boolean" },
  error: orNull(text),
});
const installed = (node: Record<string, Schema>) =>
  json(object({ result: { type: "array", items: step }, ...node }));

/** The description of these routes for `/api/openapi.json`. */
export const installationApi: ApiPaths = {
  "/api/install": {
    get: {
      operationId: "getInstallation",
      summary: "The state of the installation: whether this node has an owner, and since when",
      responses: {
        200: jsonAnswer("Done.", object({ installed: { type: "boolean" }, installedAt: orNull(moment) })),
      },
    },
    post: {
      operationId: "install",
      summary: "Makes the signer of the message the owner of this node",
      parameters: [
        {
          name: "x-setup-code",
          in: "header",
          schema: text,
          description: "The code that the start printed; not needed where `FREEHOLD_OWNER` names the owner.",
        },
      ],
      requestBody: { required: true, content: json(ref("DATA")) },
      responses: {
        200: {
          description: "The steps, and the node's profile.",
          content: installed({ node: ref("Profile") }),
        },
        500: { description: "The steps up to the one that failed, and why.", content: installed({}) },
      },
    },
  },
};
