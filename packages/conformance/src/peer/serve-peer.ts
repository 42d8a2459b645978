import { randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Form } from "@freehold/protocol";
import { codeOf } from "../node/node-info.ts";
import { isAccepted, type Reply } from "../node/reply.ts";
import { answerNode } from "./answer-node.ts";
import { createFakePeer, type FakePeer } from "./fake-peer.ts";
import { type Certificate, makeCertificate } from "./make-certificate.ts";

export interface PeerOptions {
  /** How the node under test reaches this peer: HTTPS base URL. By default this machine, as `localhost`. */
  readonly url?: string;
  /** Where to listen. By default a free port of this machine alone; with `url`, that URL's port on every address. */
  readonly host?: string;
  readonly port?: number;
  /** A certificate that the node trusts; by default one that is made on the fly, which nobody trusts. */
  readonly certificate?: Certificate;
}

/** The suite's own peer: many nodes behind one server, each under a path of its own. */
export interface Peer extends AsyncDisposable {
  readonly url: string;
  /** What came in so far. */
  readonly seen: { connections: number; requests: number };
  createFakePeer(form: Form): FakePeer;
}

/**
 * @param waitMs how long its nodes wait for a request
 * @throws Error when it can't listen there
 */
export async function servePeer(options: PeerOptions, waitMs: number): Promise<Peer> {
  const { hostname, port: urlPort } = new URL(options.url ?? "https://localhost");
  const certificate = options.certificate ?? (await makeCertificate(hostname));
  const fakePeers = new Map<string, FakePeer>();
  // A node that was looked at before must not take these for the ones that it knows.
  const run = randomBytes(4).toString("hex");
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ ...certificate }, (request, response) => {
    seen.requests += 1;
    response.on("error", () => {});
    answerNode(fakePeers, request, response).catch(() => response.destroy());
  });
  server.on("connection", () => {
    seen.connections += 1;
  });
  const { host = options.url ? undefined : "127.0.0.1", port = options.url ? Number(urlPort || 443) : 0 } =
    options;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host !== undefined && { host }) }, resolve);
  });
  const url =
    options.url?.replace(/\/+$/, "") ?? `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    createFakePeer(form) {
      const name = `${run}-${fakePeers.size + 1}`;
      const fakePeer = createFakePeer(`${url}/${name}`, form, waitMs);
      fakePeers.set(name, fakePeer);
      return fakePeer;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Why the node can't reach the suite's peer, in words; null when it can, or when nothing says that it can't. A node
 * that takes a follow without looking has no problem here: the checks will say what they think of that.
 *
 * @param follow has one of the peer's nodes follow the node under test
 */
export async function probePeer(peer: Peer, follow: () => Promise<Reply>): Promise<string | null> {
  const before = { ...peer.seen };
  const reply = await follow();
  const code = codeOf(reply);
  // GraphQL may refuse without a code, and says so by 200.
  const isUnnamed = reply.status >= 500 || (!isAccepted(reply) && code === undefined);
  const refused = code === "FOLLOWER_IDENTITY_MISMATCH" || isUnnamed;
  if (!refused || peer.seen.requests > before.requests) return null;
  return peer.seen.connections === before.connections
    ? `the node did not connect to the suite's peer at ${peer.url} (see --peer-url)`
    : `the node does not trust the certificate of the suite's peer at ${peer.url} (see --peer-cert)`;
}
