import { type TypedDocument, textOfDocument, type VariablesArgument } from "@freehold/client";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { hasCode } from "../../../errors/errors.ts";
import type { RequestContext } from "../../../graphql/request-context.ts";
import { openContext } from "../../../http/graphql/answer.ts";
import { bad, parseJson } from "../../../http/graphql/body.ts";
import { createExecute, type Execute } from "../../../http/graphql/execute.ts";
import type { ServerContext } from "../../../http/server-context.ts";
import type { AgentCaller } from "./agent.ts";
import type { Ask } from "./ask.ts";
import { createAgentServer } from "./server.ts";

export type AnswerAgent = (
  request: FastifyRequest,
  reply: FastifyReply,
  agent: AgentCaller,
) => Promise<FastifyReply>;

const graphqlReply = z.object({
  data: z.unknown(),
  errors: z
    .array(
      z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
    )
    .optional(),
});

/** An agent has no browser session to begin or end. */
const noSession: RequestContext["session"] = { open: () => {}, close: () => {} };

/** Makes the handler for agents. The calls of their tools are executed, counted and limited like GraphQL operations. */
export function openAgentAnswers(ctx: ServerContext): AnswerAgent {
  const execute = createExecute(ctx);
  return async (request, reply, agent) => {
    reply.header("cache-control", "no-store");
    const own = await ctx.owner.get();
    if (!own) throw bad("This node has no owner yet: install it first.");
    const body = readBody(request.body);
    if (body instanceof Unreadable) return reply.code(400).send(body.answer);
    const handler = createMcpHandler(
      () => {
        const open = () => openContext(ctx, { own, caller: agent, session: noSession }, request, reply);
        return createAgentServer(createAsk(execute, open, request.id), own, agent);
      },
      { maxSubscriptions: 0, keepAliveMs: 0 },
    );
    const response = await handler.fetch(toFetchRequest(request, own.url), { parsedBody: body });
    for (const [name, value] of response.headers) reply.header(name, value);
    // Read to its end, so that the request's turn lasts as long as its work. There are no endless streams.
    return reply.code(response.status).send(await response.text());
  };
}

/** A body that is no message, with the answer that JSON-RPC 2.0 (section 5.1) has for it. */
class Unreadable {
  readonly answer: unknown;

  constructor(code: number, message: string) {
    this.answer = { jsonrpc: "2.0", id: null, error: { code, message } };
  }
}

function readBody(bytes: unknown): unknown {
  try {
    const body = Buffer.isBuffer(bytes) ? parseJson(bytes) : null;
    if (!Array.isArray(body)) return body;
    return new Unreadable(-32_600, "One message comes in one request: there are no batches here.");
  } catch (error) {
    if (!hasCode(error, "BAD_REQUEST")) throw error;
    return new Unreadable(-32_700, error.message);
  }
}

/** @param open the context of an operation: each has a meter and loaders of its own */
function createAsk(execute: Execute, open: () => RequestContext, requestId: string): Ask {
  return async <Reply, Variables>(
    document: TypedDocument<Reply, Variables>,
    ...[variables]: VariablesArgument<NoInfer<Variables>>
  ) => {
    const query = textOfDocument(document);
    const operation = { query, operationName: null, variables: { ...variables } };
    const { text } = await execute(operation, open(), requestId);
    const { data, errors = [] } = graphqlReply.parse(JSON.parse(text));
    const [error] = errors;
    if (error) throw Object.assign(new Error(error.message), { code: error.extensions?.code });
    return data as Reply;
  };
}

/** The request as the protocol's library reads it. Credentials were read already, and are not passed on. */
function toFetchRequest({ method, url, headers }: FastifyRequest, ownUrl: string): Request {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && (/^mcp-/.test(name) || name === "accept" || name === "content-type")
      ? [[name, value]]
      : [],
  );
  return new Request(new URL(url, ownUrl), { method, headers: passed });
}
