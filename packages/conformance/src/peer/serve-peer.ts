import { randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Form } from "@freehold/protocol";
import { answerNode } from "./answer-node.ts";
import { type Certificate, makeCertificate } from "./make-certificate.ts";
import { createPersona, type Persona } from "./persona.ts";

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
  createPersona(form: Form): Persona;
}

/**
 * @param patienceMs how long its nodes wait for a request
 * @throws Error when it can't listen there
 */
export async function servePeer(options: PeerOptions, patienceMs: number): Promise<Peer> {
  const { hostname, port: urlPort } = new URL(options.url ?? "https://localhost");
  const certificate = options.certificate ?? (await makeCertificate(hostname));
  const personas = new Map<string, Persona>();
  // A node that was looked at before must not take these for the ones that it knows.
  const run = randomBytes(4).toString("hex");
  const seen = { connections: 0, requests: 0 };
  const server = createServer({ ...certificate }, (request, response) => {
    seen.requests += 1;
    response.on("error", () => {});
    answerNode(personas, request, response).catch(() => response.destroy());
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
    createPersona(form) {
      const name = `${run}-${personas.size + 1}`;
      const persona = createPersona(`${url}/${name}`, form, patienceMs);
      personas.set(name, persona);
      return persona;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
