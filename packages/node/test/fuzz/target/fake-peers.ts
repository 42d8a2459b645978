import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Address, addressOfPrivateKey, isoSeconds } from "@freehold/protocol";
import type { ServerCertificate } from "../../support/certificates.ts";
import { serveHttps } from "../../support/tls-server.ts";

/** Somebody with a key, and a node of sorts. */
export interface UntrustedPeer {
  readonly key: Buffer;
  readonly address: Address;
  readonly url: string;
}

export interface FakePeers extends AsyncDisposable {
  readonly untrustedPeers: readonly UntrustedPeer[];
}

const size = 48;

/**
 * Many other nodes behind one port, a path each. Two of three answer as they should; every third one answers what is
 * nearly a profile, nearly an index, or nearly HTTP.
 */
export async function openFakePeers(seed: number, certificate: ServerCertificate): Promise<FakePeers> {
  const keys = Array.from({ length: size }, (_, number) =>
    createHash("sha256").update(`peer ${number} of ${seed}`).digest(),
  );
  let count = 0;
  const server = await serveHttps(certificate, (request, response) => {
    request.resume();
    const number = Number(/^\/p\/(\d+)\//.exec(request.url ?? "")?.[1] ?? 0);
    count += 1;
    const peer = untrustedPeers[number];
    if (peer) answer({ peer, oddity: number % 3 === 2 ? count % 8 : null }, request, response);
    else response.writeHead(404).end();
  });
  const untrustedPeers = keys.map((key, number) => ({
    key,
    address: addressOfPrivateKey(key),
    url: server.url(`/p/${number}`),
  }));
  return { untrustedPeers, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function answer(
  { peer, oddity }: { peer: UntrustedPeer; oddity: number | null },
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
): void {
  const { address, url: own } = peer;
  const [createdAt, updatedAt] = [isoSeconds(1_600_000_000), isoSeconds(1_700_000_000)];
  const profile = {
    address,
    url: own,
    title: "Somebody",
    description: null,
    ewpVersion: "1",
    createdAt,
    updatedAt,
  };
  if (oddity !== null) answerOddly(oddity, profile, response);
  else if (method !== "GET") send(response, 201, { status: "created" });
  else if (url.endsWith("/ewp/profile")) send(response, 200, profile);
  else if (url.includes("/ewp/publications")) send(response, 200, emptyIndex);
  else send(response, 404, { error: "CONTENT_NOT_FOUND" });
}

const emptyIndex = {
  data: [],
  pagination: { page: 1, limit: 100, total: 0, totalPages: 0, hasNextPage: false, hasPreviousPage: false },
};

function answerOddly(oddity: number, profile: object, response: ServerResponse): void {
  const oddities: readonly (() => void)[] = [
    () => send(response, 200, { ...profile, title: { toString: 1 }, description: "" }),
    () => send(response, 200, JSON.parse('{"__proto__":{"address":"0x"},"address":7}')),
    () => send(response, 200, [[[[[]]]]]),
    () => response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(50_000)),
    () => response.writeHead(302, { location: "/p/2/ewp/profile" }).end(),
    () => response.writeHead(200, { "content-length": "1000" }).end("{}".padEnd(1_000)),
    () => send(response, 418, { error: "\u0000<script>" }),
    () => response.destroy(),
  ];
  oddities[oddity]?.();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
