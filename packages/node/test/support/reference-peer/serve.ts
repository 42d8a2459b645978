import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getAddress, isAddress } from "viem";
import type { ServerCertificate } from "../certificates.ts";
import { pageOf, profileOf, sendContent } from "./answer-reads.ts";
import type { CallOut } from "./call-out.ts";
import { acceptOwnFollow, acceptUnfollow, answerGraphql } from "./follow.ts";
import { badSignature, readMessage } from "./messages.ts";
import { invalid, Refusal } from "./refusal.ts";
import { acceptReplication } from "./replicate.ts";
import type { ReferenceState } from "./state.ts";

export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens on 127.0.0.1 over HTTPS. */
export async function serve(
  certificate: ServerCertificate,
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer({ ...certificate }, (request, response) => void handle(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers as the reference program does, and nothing else: what it does not know is 404. */
export async function answer(
  state: ReferenceState,
  out: CallOut,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "https://localhost");
  const { method = "GET", headers } = request;
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  state.asked.push({ method, path: `${url.pathname}${url.search}`, headers: plain });
  try {
    const bytes = await buffer(request);
    const reply = await route(state, out, { method, url, headers: plain, bytes, response });
    if (reply) sendJson(response, reply.status, reply.json);
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : new Refusal(500, "INTERNAL_ERROR", "Something went wrong.");
    sendJson(response, refusal.status, { error: refusal.code, message: refusal.message });
  }
}

interface Question {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  response: ServerResponse;
}

type Reply = { status: number; json?: object } | null;

async function route(state: ReferenceState, out: CallOut, question: Question): Promise<Reply> {
  const { method, url, headers, bytes, response } = question;
  const key = `${method} ${url.pathname}`;
  if (key === "GET /ewp/profile") return { status: 200, json: profileOf(state) };
  if (key === "GET /ewp/publications") return { status: 200, json: pageOf(state, url.searchParams) };
  if (key.startsWith("GET /ewp/contents/")) {
    sendContent(state, url, response);
    return null;
  }
  if (key === "POST /ewp/connections") {
    await acceptOwnFollow(state, out, readJson(bytes));
    return { status: 201, json: { status: "created" } };
  }
  if (key === "DELETE /ewp/connections") {
    await acceptUnfollow(state, readJson(bytes));
    return { status: 204 };
  }
  if (key === "POST /ewp/replications") {
    await acceptReplication(state, out, readJson(bytes), headers);
    return { status: 201, json: { status: "replicated" } };
  }
  if (key.startsWith("PATCH /ewp/nodes/")) {
    await updateNode(state, out, url.pathname.slice("/ewp/nodes/".length), readJson(bytes));
    return { status: 204 };
  }
  if (key === "POST /api/graphql") {
    return { status: 200, json: await answerGraphql(state, out, readJson(bytes)) };
  }
  throw new Refusal(404, "NOT_FOUND", "There is nothing at this path.");
}

async function updateNode(state: ReferenceState, out: CallOut, path: string, body: unknown): Promise<void> {
  if (!isAddress(path, { strict: true }) || getAddress(path) !== path) {
    throw new Refusal(400, "INVALID_ADDRESS", "This is no address.");
  }
  const { message, signer } = await readMessage("NodeProfileUpdate", body, { window: true });
  if (message.publisherAddress !== path)
    throw new Refusal(400, "ADDRESS_MISMATCH", "It is about another node.");
  if (signer !== path) throw badSignature();
  const known = state.nodes.get(signer);
  if (!known || message.timestamp * 1000 <= known.updated_at) return;
  const there = message.url === known.url ? known : await out.profile(message.url);
  if (there?.address !== signer) throw new Refusal(400, "URL_VERIFICATION_FAILED", "Somebody else is there.");
  const { url, title, description, timestamp } = message;
  Object.assign(known, { url, title, description, updated_at: timestamp * 1000 });
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw invalid("The body is no JSON.");
  }
}

function sendJson(response: ServerResponse, status: number, json?: object): void {
  if (json === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(json));
}
