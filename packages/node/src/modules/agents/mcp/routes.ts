import { EwpError } from "@freehold/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "../../../domain/access/callers.ts";
import { AppError } from "../../../errors/errors.ts";
import { readBearer } from "../../../http/caller.ts";
import { isIpAddress, isLoopbackHost } from "../../../http/loopback.ts";
import { type ApiPaths, header, json, jsonAnswer, object, ref, text } from "../../../http/openapi/parts.ts";
import { operation, simple } from "../../../http/prices.ts";
import type { ServerContext } from "../../../http/server-context.ts";
import { agentLimits } from "../limits.ts";
import { type AgentCaller, toAgentCaller } from "./agent.ts";
import type { AnswerAgent } from "./answer.ts";

/**
 * POST /mcp: the Model Context Protocol by streamable HTTP, for programs with an integration token. Each request is answered by
 * itself: there is no session, and so no stream of events and nothing to end (GET, DELETE: 405). See docs/agents.md.
 */
export function answerMcp(scope: FastifyInstance, ctx: ServerContext): void {
  let loading: Promise<AnswerAgent> | null = null;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  // Before the body is read, so that nobody without a token makes the node read a long one.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const own = await ctx.owner.get();
    if (!own) throw new AppError("NOT_INSTALLED", "This node has no owner yet: install it first.");
    requireSite(request, own.url, ctx.config.trustProxy !== false);
    await identify(ctx, request, reply);
  };
  scope.post(
    "/mcp",
    { onRequest, config: { price: { ...operation, body: agentLimits.messageBytes } } },
    async (request, reply) => {
      // The protocol's library is loaded with the first agent.
      loading ??= import("./answer.ts").then(({ openAgentAnswers }) => openAgentAnswers(ctx));
      const answer = await loading;
      // After the body: the token may have been revoked while it came.
      return await answer(request, reply, await identify(ctx, request, reply));
    },
  );
  scope.route({
    method: ["GET", "HEAD", "DELETE"],
    url: "/mcp",
    config: { price: simple },
    handler: (_request, reply) => {
      reply.header("allow", "POST");
      throw new EwpError("METHOD_NOT_ALLOWED", "Messages are sent by POST; there are no sessions.");
    },
  });
}

async function identify(
  ctx: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AgentCaller> {
  const bearer = readBearer(request);
  reply.header("www-authenticate", 'Bearer realm="freehold"');
  if (bearer === null) {
    throw new AppError("UNAUTHENTICATED", "A token of this node is needed: Authorization: Bearer TOKEN.");
  }
  const caller = await authenticate(ctx, { bearer, cookie: null });
  reply.removeHeader("www-authenticate");
  if (caller.kind === "integration") return toAgentCaller(caller);
  throw new AppError("FORBIDDEN", "A session may do everything: make a token for the agent.");
}

/**
 * Refuses requests from a page of another site, also one whose name leads to this machine (DNS rebinding): a page has this
 * node's own origin or none, and the host is this node's, an address, or this machine.
 *
 * @throws AppError FORBIDDEN
 */
function requireSite({ headers, hostname }: FastifyRequest, ownUrl: string, isBehindProxy: boolean): void {
  const own = URL.parse(ownUrl);
  const isOwnHost = hostname === own?.hostname || isLoopbackHost(hostname) || isIpAddress(hostname);
  const { origin } = headers;
  const from = origin === undefined ? null : URL.parse(origin);
  const isOwnPage =
    origin === undefined || (from !== null && (from.origin === own?.origin || isLoopbackHost(from.hostname)));
  if (isOwnPage && (isOwnHost || isBehindProxy)) return;
  throw new AppError(
    "FORBIDDEN",
    "Agents of this node call it by its own address, and from no page of another site.",
  );
}

/** A refusal by the node, or by the protocol as JSON-RPC has it. */
const refused = {
  anyOf: [
    ref("Error"),
    object({
      jsonrpc: { const: "2.0" },
      error: object({ code: { type: "integer" }, message: text }),
      id: { type: ["integer", "string", "null"] },
    }),
  ],
};

/** The description of these routes for `/api/openapi.json`. */
export const mcpApi: ApiPaths = {
  "/mcp": {
    post: {
      operationId: "agent",
      summary:
        "A message of the Model Context Protocol, by streamable HTTP. docs/agents.md says what an agent may do",
      security: [{ token: [] }],
      requestBody: { required: true, content: json({ type: "object" }) },
      responses: {
        200: {
          description: "The answer, as JSON or as one event.",
          content: { ...json({ type: "object" }), "text/event-stream": { schema: text } },
        },
        202: { description: "A notification was taken." },
        400: jsonAnswer("The message can't be read, or is none of the protocol.", refused),
        401: {
          ...jsonAnswer("UNAUTHENTICATED: a token is needed.", ref("Error")),
          headers: { "WWW-Authenticate": header("`Bearer`, with the realm.") },
        },
        403: jsonAnswer("FORBIDDEN: a session, or a page of another site.", ref("Error")),
        406: jsonAnswer("`Accept` has not both `application/json` and `text/event-stream`.", refused),
        413: jsonAnswer("The message is larger than the limit.", refused),
        503: jsonAnswer("NOT_INSTALLED: this node has no owner yet.", ref("Error")),
      },
    },
  },
};
