import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerCertificate } from "../../support/certificates.ts";
import { serveHttps } from "../../support/tls-server.ts";
import { type HostileDocument, type HostileKind, makeDocument } from "./hostile-documents.ts";

/** Sites of others that answer with hostile documents. */
export interface FakeSites extends AsyncDisposable {
  /** Base URLs: `/page/N`, `/feed/N` and `/hub/N` have a document, a feed and a subscriber for each number. */
  readonly urls: readonly string[];
  /** How many requests came to each of them, by the first part of the path. */
  readonly reads: ReadonlyMap<string, number>;
}

/** Limits per host leave room for as many as there are sites. */
const size = 6;
/** Bytes and ms between the pieces of a slow body: it ends before its readers give up. */
const piece = 200;
const pauseMs = 40;
const endlessChunks = 4_000;

/** Opens sites whose documents are the same for the same seed. */
export async function openFakeSites(seed: number, certificate: ServerCertificate): Promise<FakeSites> {
  await using opened = new AsyncDisposableStack();
  const reads = new Map<string, number>();
  const urls: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const server = opened.use(
      await serveHttps(certificate, (request, response) => {
        request.resume();
        response.on("error", () => {});
        const url = new URL(request.url ?? "/", server.url());
        const kind = url.pathname.split("/")[1] ?? "";
        reads.set(kind, (reads.get(kind) ?? 0) + 1);
        void answer({ url, kind, seed: seed + index }, request, response);
      }),
    );
    urls.push(server.url("").replace(/\/$/, ""));
  }
  const servers = opened.move();
  return { urls, reads, [Symbol.asyncDispose]: () => servers.disposeAsync() };
}

interface Asked {
  readonly url: URL;
  readonly kind: string;
  readonly seed: number;
}

async function answer(
  { url, kind, seed }: Asked,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const number = Number(/\d{1,6}$/.exec(url.pathname)?.[0] ?? url.pathname.length);
  const challenge = url.searchParams.get("hub.challenge");
  if (kind === "hub" && method === "GET" && challenge !== null && number % 3 !== 2) {
    response.writeHead(200).end(challenge);
    return;
  }
  if (method === "POST") {
    const statuses = [200, 201, 202, 204, 400, 410, 429, 500];
    response
      .writeHead(statuses[number % statuses.length] ?? 200, { location: "/told" })
      .end("x".repeat(number));
    return;
  }
  const known: HostileKind = kind === "feed" || (kind !== "page" && number % 2 === 1) ? "feed" : "page";
  const target = url.searchParams.get("to") ?? "https://fuzzed.example/";
  await send(makeDocument({ kind: known, number, seed, target, base: url.origin }), response);
}

async function send(
  { status, headers, body, pace }: HostileDocument,
  response: ServerResponse,
): Promise<void> {
  const isEnding = pace === "whole" || pace === "cut";
  const length = body.length + (pace === "cut" ? 100 : 0);
  const bodiless = status === 204 || status === 304;
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, value.replace(/[^\t -~]/g, ""));
  response.writeHead(status, bodiless || !isEnding ? {} : { "content-length": String(length) });
  if (bodiless) response.end();
  else if (pace === "whole") response.end(body);
  else if (pace === "cut") response.write(body, () => response.destroy());
  else if (pace === "slow") await trickle(body, response);
  else await repeat(body, response);
}

async function trickle(body: Buffer, response: ServerResponse): Promise<void> {
  for (let at = 0; at < body.length && !response.destroyed && at < 40 * piece; at += piece) {
    response.write(body.subarray(at, at + piece));
    await pause(pauseMs);
  }
  response.end();
}

async function repeat(body: Buffer, response: ServerResponse): Promise<void> {
  const chunk = Buffer.concat([body, Buffer.alloc(4_096, " ")]);
  for (let count = 0; count < endlessChunks && !response.destroyed; count += 1) {
    if (!response.write(chunk))
      await Promise.race([new Promise((go) => response.once("drain", go)), pause(1_000)]);
  }
  response.destroy();
}
