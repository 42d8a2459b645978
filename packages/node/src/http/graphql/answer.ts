import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { CostMeter } from "../../graphql/cost.ts";
import { createLoaders, type RequestContext } from "../../graphql/request-context.ts";
import { createSessionCookie, identifyCaller, readCookie } from "../caller.ts";
import { readLocalOrigin } from "../loopback.ts";
import type { ServerContext } from "../server-context.ts";
import { readerCookies } from "../site/preferences.ts";
import { bad, chooseMediaType, type Parameters, parseParameters } from "./body.ts";
import { createExecute, type Execute } from "./execute.ts";

export type AnswerOperation = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes what answers operations. */
export function openAnswers(ctx: ServerContext): AnswerOperation {
  const execute = createExecute(ctx);
  return (request, reply) => answer(ctx, execute, request, reply);
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
  const { readMultipart } = await import("./uploads.ts");
  return await readMultipart({ headers, payload: raw }, config.maxContentBytes);
}
