import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { AppError, isRefusal, type Refusal } from "../../errors/errors.ts";
import { CostMeter } from "../../graphql/cost.ts";
import { presentRefusal } from "../../graphql/present-errors.ts";
import type { RequestContext } from "../../graphql/request-context.ts";
import { createLoaders } from "../../graphql/request-context.ts";
import { createSessionCookie, identifyCaller, readCookie } from "../caller.ts";
import { limits } from "../limits.ts";
import { readLocalOrigin } from "../loopback.ts";
import type { ServerContext } from "../server-context.ts";
import { readerCookies } from "../site/preferences.ts";
import { bad, type Parameters, parseParameters, readBody } from "./body.ts";
import { createExecute, type Execute } from "./execute.ts";
import { drain, graphqlPath, isGraphqlUpload, readMultipart } from "./uploads.ts";

/**
 * POST /api/graphql (specification 4.10, decisions 7; GraphQL over HTTP). There is no GET: a link must not run an operation
 * with the rights of its reader.
 */
export async function registerGraphqlRoutes(scope: FastifyInstance, ctx: ServerContext): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", (request: FastifyRequest, payload: Readable) =>
    readBody(ctx, request, payload),
  );
  scope.addContentTypeParser("multipart/form-data", async (_request: unknown, payload: unknown) => payload);
  scope.addContentTypeParser("*", async (_request: unknown, payload: unknown) => payload);
  const execute = await createExecute(scope, ctx);
  scope.setErrorHandler((error, request, reply) => {
    // RATE_LIMITED is answered as on every other path.
    if (!isRefusal(error) || error.retry) throw error;
    return refuse(error, request, reply);
  });
  scope.post(graphqlPath, (request, reply) => answer(ctx, execute, request, reply));
  scope.route({
    method: ["GET", "HEAD", "PUT", "PATCH", "DELETE"],
    url: graphqlPath,
    handler: (_request, reply) => {
      const errors = presentRefusal([bad("Operations are sent by POST.")]);
      return reply.code(405).header("allow", "POST").send({ errors });
    },
  });
}

async function answer(
  ctx: Context,
  execute: Execute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
  const own = await ctx.owner.get();
  if (!own) {
    const message = "This node has no owner yet: install it first.";
    return reply.code(503).send({ error: "NOT_INSTALLED", message });
  }
  const context = await openContext(ctx, own.url, request, reply);
  const { parameters, finish } = await readRequest(ctx, request, context);
  try {
    const { text, isRefused } = await execute(parameters, context, request.id);
    const type = chooseMediaType(request.headers.accept);
    // One of the two media types shows a refused document by its status; the other is always 200.
    const status = isRefused && type !== "application/json" ? 400 : 200;
    return reply.code(status).type(`${type}; charset=utf-8`).send(text);
  } finally {
    finish();
  }
}

/** Answers a request that can't be executed. */
function refuse(error: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A client that is still sending would not read the reply: read a little more than a valid body.
  drain(request.raw, isGraphqlUpload(request) ? undefined : 2 * limits.graphqlBytes);
  return reply
    .removeHeader("connection")
    .code(error.status)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .type(`${chooseMediaType(request.headers.accept)}; charset=utf-8`)
    .send(JSON.stringify({ errors: presentRefusal([error]) }));
}

async function openContext(
  ctx: Context,
  ownUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const session = createSessionCookie(request, reply);
  const caller = await identifyCaller(ctx, request, { ownUrl, session });
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return {
    node: ctx,
    caller,
    loaders: createLoaders(ctx, caller),
    meter: new CostMeter(caller),
    ip: request.ip ?? null,
    language:
      [readCookie(request, readerCookies.language), request.headers["accept-language"]]
        .filter(Boolean)
        .join(",") || null,
    agent: request.headers["user-agent"] ?? null,
    signInSite: signInSiteOf(request, ownUrl),
    session,
    signal: gone.signal,
  };
}

/** The page on which the owner signs in: the one that sent the request, or for a program the node's own. */
function signInSiteOf(request: FastifyRequest, ownUrl: string): RequestContext["signInSite"] {
  const page = URL.parse(request.headers.origin ?? ownUrl);
  if (!page) throw bad("The Origin header is no origin.");
  return { domain: page.host, uri: page.href, localOrigin: readLocalOrigin(request) };
}

async function readRequest(
  { config }: Pick<Context, "config">,
  { headers, body, raw }: FastifyRequest,
  { caller }: RequestContext,
): Promise<{ parameters: Parameters; finish: () => void }> {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json" && Buffer.isBuffer(body)) {
    return { parameters: parseParameters(body), finish: () => {} };
  }
  if (type !== "multipart/form-data") throw bad("The body must be application/json.");
  // No operation accepts a file from an anonymous caller.
  if (caller.kind === "anonymous") throw new AppError("UNAUTHENTICATED", "Sign in to send a file.");
  return await readMultipart({ headers, payload: raw }, config.maxContentBytes);
}

const newerType = "application/graphql-response+json";

/**
 * The media type for a client (GraphQL over HTTP, "Media Types"): the one with the higher weight, of equals the newer one
 * where it is named. A client that accepts anything, or neither, gets `application/json`.
 */
export function chooseMediaType(accept = ""): "application/json" | typeof newerType {
  const weights = { "application/json": 0, [newerType]: 0 };
  for (const part of accept.toLowerCase().split(",")) {
    const [type = "", ...params] = part.split(";").map((piece) => piece.trim());
    const weight = Number(params.find((param) => param.startsWith("q="))?.slice(2) ?? 1);
    if (type in weights) weights[type as keyof typeof weights] = weight;
  }
  const newer = weights[newerType];
  return newer > 0 && newer >= weights["application/json"] ? newerType : "application/json";
}
