import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { actAs } from "../../domain/access/authority.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { AppError } from "../../errors/errors.ts";
import { CostMeter } from "../../graphql/cost.ts";
import { createLoaders } from "../../graphql/loaders.ts";
import type { RenderExcerpt, RequestContext, SessionCookie } from "../../graphql/request-context.ts";
import { chooseEncoding, compress } from "../bytes/compression.ts";
import { createSessionCookie, identifyCaller, readCookie } from "../caller.ts";
import { limits } from "../limits.ts";
import { readLocalOrigin } from "../loopback.ts";
import type { ServerContext } from "../server-context.ts";
import { readerCookies } from "../site/preferences.ts";
import { bad, chooseMediaType, type Parameters, parseParameters, wrongType } from "./body.ts";
import { createExecute, type Execute } from "./execute.ts";

export type AnswerOperation = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Makes what answers operations. */
export function openAnswers(ctx: ServerContext): AnswerOperation {
  const execute = createExecute(ctx);
  return (request, reply) => answer(ctx, execute, request, reply);
}

async function answer(
  ctx: ServerContext,
  execute: Execute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  const own = await ctx.owner.get();
  if (!own) {
    const message = "This node has no owner yet: install it first.";
    return reply.code(503).send({ error: "NOT_INSTALLED", message });
  }
  const session = createSessionCookie(request, reply);
  const identify = () => identifyCaller(ctx, request, { ownUrl: own.url, session });
  const { parameters, finish } = await readRequest(ctx, request, identify);
  try {
    // After the body: its sender may have been signed out while it came.
    const context = new OpenContext({ node: ctx, own, caller: await identify(), session }, request, reply);
    const { text, isRefused, isForbidden, isPublished, shortage } = await execute(
      parameters,
      context,
      request.id,
    );
    const type = chooseMediaType(request.headers.accept);
    // One of the two media types shows a refused document by its status; the other is always 200.
    const forDocument = isRefused && type !== "application/json" ? 400 : 200;
    // Programs such as the publishing tools of the reference node look at the status.
    const status = shortage?.status ?? (isForbidden ? 403 : forDocument);
    // As on every other path, for load balancers and for programs that try again.
    if (shortage?.retryAfter) reply.header("retry-after", shortage.retryAfter);
    reply.code(status).type(`${type}; charset=utf-8`);
    return reply.send(isPublished ? await pack(request, reply, text) : text);
  } finally {
    finish();
  }
}

/** Compresses a reply for a client that accepts it. Only without secrets: the compressed size leaks information about them. */
async function pack(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header("vary", "Accept-Encoding");
  const encoding =
    text.length < limits.compressedFromBytes ? null : chooseEncoding(request.headers["accept-encoding"]);
  if (encoding === null) return text;
  reply.header("content-encoding", encoding);
  return await compress(Buffer.from(text), encoding, "quick");
}

/** The context of a request whose caller is known. */
export function openContext(
  ctx: ServerContext,
  by: Pick<RequestContext, "own" | "caller" | "session">,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  return new OpenContext({ node: ctx, ...by }, request, reply);
}

/** The context of a request. Parts that few operations need are made on first use. */
class OpenContext implements RequestContext {
  readonly node: ServerContext;
  readonly own: RequestContext["own"];
  readonly caller: Caller;
  readonly session: SessionCookie;
  readonly meter: CostMeter;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #signInSite: RequestContext["signInSite"] | null = null;
  #loaders: RequestContext["loaders"] | null = null;
  #gone: AbortController | null = null;

  constructor(
    {
      node,
      own,
      caller,
      session,
    }: { node: ServerContext } & Pick<RequestContext, "own" | "caller" | "session">,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.node = actAs(node, caller);
    this.own = own;
    this.caller = caller;
    this.session = session;
    this.meter = new CostMeter(caller);
    this.ip = request.ip ?? null;
    this.agent = request.headers["user-agent"] ?? null;
    this.#request = request;
    this.#reply = reply;
    // An invalid one is refused for every operation.
    if (request.headers.origin !== undefined) this.#signInSite = signInSiteOf(request, own.url);
  }

  get signInSite(): RequestContext["signInSite"] {
    this.#signInSite ??= signInSiteOf(this.#request, this.own.url);
    return this.#signInSite;
  }

  get loaders(): RequestContext["loaders"] {
    this.#loaders ??= createLoaders(this.node, this.caller);
    return this.#loaders;
  }

  get renderExcerpt(): RenderExcerpt {
    return this.node.renderExcerpt;
  }

  get language(): string | null {
    const chosen = readCookie(this.#request, readerCookies.language);
    return [chosen, this.#request.headers["accept-language"]].filter(Boolean).join(",") || null;
  }

  get signal(): AbortSignal {
    this.#gone ??= abortWhenLeft(this.#reply);
    return this.#gone.signal;
  }
}

/** Aborts when the client leaves before it has the reply, or has left. */
function abortWhenLeft({ raw }: FastifyReply): AbortController {
  const gone = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) abort();
  else raw.once("close", abort);
  return gone;
}

/** The page on which the owner signs in: the one that sent the request, or for a program the node's own. */
function signInSiteOf(request: FastifyRequest, ownUrl: string): RequestContext["signInSite"] {
  const page = URL.parse(request.headers.origin ?? ownUrl);
  if (!page) throw bad("The Origin header is not an origin.");
  return { domain: page.host, uri: page.href, localOrigin: readLocalOrigin(request) };
}

async function readRequest(
  { config }: Pick<Context, "config">,
  { headers, body, raw }: FastifyRequest,
  identify: () => Promise<Caller>,
): Promise<{ parameters: Parameters; finish: () => void }> {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json" && Buffer.isBuffer(body)) {
    return { parameters: parseParameters(body), finish: () => {} };
  }
  if (type !== "multipart/form-data") {
    // A form of another site learns only that its cookie does not count.
    await identify();
    throw wrongType();
  }
  // No operation accepts a file from an anonymous caller.
  const checkSender = async () => {
    if ((await identify()).kind === "anonymous")
      throw new AppError("UNAUTHENTICATED", "Sign in to send a file.");
  };
  await checkSender();
  const { readMultipart } = await import("./uploads.ts");
  const file = { maxFileBytes: config.maxContentBytes, checkSender };
  return await readMultipart({ headers, payload: raw }, file);
}
