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
import { type Answer, createExecute, type Execute } from "./execute.ts";
import { drain, graphqlPath, isGraphqlUpload, readMultipart } from "./uploads.ts";

/**
 * POST /api/graphql (specification 4.10, decisions 7; GraphQL over HTTP). There is no GET: a link must not be able to ask
 * for anything in somebody's name.
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
    return send(request, reply, await execute(parameters, context, request.id));
  } finally {
    finish();
  }
}

/** Answers a request that can't be carried out. A document that is wrong is another thing: see `send`. */
function refuse(error: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // The connection stays for a little more than could be right: a client that is still sending would not read the answer.
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
    language: readWishes(request),
    agent: request.headers["user-agent"] ?? null,
    signInSite: placeOf(request, ownUrl),
    session,
    signal: gone.signal,
  };
}

/** The page on which somebody signs in: the one that asks, or for a program the node's own. */
function placeOf(request: FastifyRequest, ownUrl: string): RequestContext["signInSite"] {
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
  // No operation takes a file from anybody.
  if (caller.kind === "anonymous") throw new AppError("UNAUTHENTICATED", "Sign in to send a file.");
  return await readMultipart({ headers, payload: raw }, config.maxContentBytes);
}

/**
 * By the specification's two media types: one says with its status that a document was refused, the other is 200
 * whenever the request was one of GraphQL.
 */
function send({ headers }: FastifyRequest, reply: FastifyReply, { text, isRefused }: Answer): FastifyReply {
  const type = chooseMediaType(headers.accept);
  return reply
    .code(isRefused && type !== "application/json" ? 400 : 200)
    .type(`${type}; charset=utf-8`)
    .send(text);
}

function readWishes(request: FastifyRequest): string | null {
  const wishes = [readCookie(request, readerCookies.language), request.headers["accept-language"]];
  return wishes.filter(Boolean).join(",") || null;
}

/** The two media types of an answer (GraphQL over HTTP, "Media Types"). */
export type AnswerType = "application/json" | "application/graphql-response+json";

/**
 * The media type that a client wants: the one with the higher weight, of equals the newer one where it is named. Who takes
 * anything, or neither, gets `application/json`.
 */
export function chooseMediaType(accept: string | undefined): AnswerType {
  const weights = { "application/json": 0, "application/graphql-response+json": 0 };
  for (const part of (accept ?? "").toLowerCase().split(",")) {
    const [type = "", ...params] = part.split(";").map((piece) => piece.trim());
    const weight = Number(params.find((param) => param.startsWith("q="))?.slice(2) ?? 1);
    if (type in weights) weights[type as AnswerType] = weight;
  }
  const newer = weights["application/graphql-response+json"];
  return newer > 0 && newer >= weights["application/json"]
    ? "application/graphql-response+json"
    : "application/json";
}
