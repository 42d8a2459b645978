import type { IncomingMessage, ServerResponse } from "node:http";
import { parseHash } from "@freehold/protocol";
import { parseJson } from "../node/reply.ts";
import { answerJson, type FakePeer } from "./fake-peer.ts";

/** Answers a request of the node under test as the fake peer of its path. */
export async function answerNode(
  fakePeers: ReadonlyMap<string, FakePeer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "https://peer.invalid");
  const at = pathname.indexOf("/ewp/");
  const name = pathname.slice(0, Math.max(at, 0)).split("/").at(-1) ?? "";
  const path = pathname.slice(Math.max(at, 0));
  const fakePeer = fakePeers.get(name);
  const body = await readBody(request);
  if (!fakePeer) return answerJson(response, 404, { error: "NOT_FOUND" });
  const { method = "GET", headers } = request;
  fakePeer.recordRequest({ method, path, query: searchParams, headers, json: parseJson(body) });
  if (method === "DELETE" || method === "PATCH") return void response.writeHead(204).end();
  if (method === "POST" && path === "/ewp/connections") return answerJson(response, ...fakePeer.answerFollow);
  if (method === "POST") return answerJson(response, ...(answers[path] ?? notFound));
  if (path === "/ewp/profile") return fakePeer.answerProfile(request, response);
  if (path === "/ewp/avatar") return answerJson(response, 404, { error: "AVATAR_NOT_SET" });
  if (path === "/ewp/publications") return answerJson(response, 200, emptyIndex(searchParams));
  return answerContent(fakePeer, path, response);
}

/** Reads a body to its end and keeps the bytes that a signed message may have. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= maxBytes) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const maxBytes = 64 * 1024;
type Answer = [status: number, json: object];
const notFound: Answer = [404, { error: "NOT_FOUND" }];
const answers: Readonly<Record<string, Answer>> = {
  "/ewp/publications": [202, { status: "accepted" }],
  "/ewp/replications": [201, { status: "replicated" }],
};

async function answerContent(fakePeer: FakePeer, path: string, response: ServerResponse): Promise<void> {
  const hash = parseHash(path.replace("/ewp/contents/", ""));
  const content = hash && fakePeer.contents.get(hash);
  if (!content) return answerJson(response, 404, { error: "CONTENT_NOT_FOUND" });
  await content.ready;
  response.writeHead(200, { "content-length": content.bytes.length, ...content.headers }).end(content.bytes);
}

/** An empty index: the node must learn of publications only from the checks. */
function emptyIndex(query: URLSearchParams): object {
  const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 100)];
  const none = { total: 0, totalPages: 0, hasNextPage: false };
  return { data: [], pagination: { page, limit, ...none, hasPreviousPage: page > 1, hasPrevPage: page > 1 } };
}
