import "reflect-metadata";
import { KeyObject, randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Form } from "@freehold/protocol";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import { codeOf } from "../node/node-info.ts";
import { isAccepted, type Reply } from "../node/reply.ts";
import { answerNode } from "./answer-node.ts";
import { FakePeer } from "./fake-peer.ts";

export interface PeerOptions {
  /** How the node under test reaches this peer: HTTPS base URL. By default this machine, as `localhost`. */
  readonly url?: string;
  /** The address to listen on: by default a free loopback port; with `url`, the URL's port on every address. */
  readonly host?: string;
  readonly port?: number;
  /** A certificate that the node trusts; by default a new self-signed one. */
  readonly certificate?: Certificate;
}

export type Peer = Awaited<ReturnType<typeof servePeer>>;

/**
 * The suite's own peer: one server for many nodes, each under its own path.
 *
 * @param waitMs how long its nodes wait for a request
 * @throws Error when it can't listen at the address
 */
export async function servePeer(options: PeerOptions, waitMs: number) {
  const { hostname, port: urlPort } = new URL(options.url ?? "https://localhost");
  const certificate = options.certificate ?? (await makeCertificate(hostname));
  const fakePeers = new Map<string, FakePeer>();
  // A node that was checked before must not mistake these nodes for known ones.
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
    options.url?.replace(/(?<!\/)\/+$/, "") ?? `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    createFakePeer(form: Form): FakePeer {
      const name = `${run}-${fakePeers.size + 1}`;
      const fakePeer = new FakePeer(`${url}/${name}`, form, waitMs);
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
 * The reason why the node can't reach the suite's peer; null when it can, or when it accepts a follow without a request
 * to the peer, which a check reports.
 *
 * @param follow sends a follow by one of the peer's nodes
 */
export async function probePeer(peer: Peer, follow: () => Promise<Reply>): Promise<string | null> {
  const before = { ...peer.seen };
  const reply = await follow();
  const code = codeOf(reply);
  // GraphQL may refuse with status 200, and without a code or with that of a failure: nodes of the reference form do.
  const isUnnamed =
    reply.status >= 500 ||
    (!isAccepted(reply) && (code === undefined || String(code).startsWith("INTERNAL")));
  const refused = code === "FOLLOWER_IDENTITY_MISMATCH" || isUnnamed;
  if (!refused || peer.seen.requests > before.requests) return null;
  return peer.seen.connections === before.connections
    ? `the node did not connect to the suite's peer at ${peer.url} (see --peer-url)`
    : `the node does not trust the certificate of the suite's peer at ${peer.url} (see --peer-cert)`;
}

const day = 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** PEM texts, as a TLS server takes them. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * A self-signed certificate for a host, valid for a day: for a proxy that ends TLS before the peer, or a node configured
 * to trust it.
 */
async function makeCertificate(host: string): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const type = /^[\d.]+$|:/.test(host) ? "ip" : "dns";
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type, value: host }])],
  });
  return { cert: certificate.toString("pem"), key: pemOfKey(keys.privateKey) };
}

export function pemOfKey(privateKey: CryptoKey): string {
  return KeyObject.from(privateKey).export({ type: "pkcs8", format: "pem" }).toString();
}
