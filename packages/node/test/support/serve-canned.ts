import { type CannedPeer, createCannedPeer } from "./canned-peer.ts";
import type { ServerCertificate } from "./certificates.ts";
import { serveHttps } from "./tls-server.ts";

/** A canned peer that listens, for whole nodes to call. */
export interface ServedPeer extends AsyncDisposable {
  readonly peer: CannedPeer;
  /** Its base URL, which its profile says as well. */
  readonly url: string;
}

/** Serves a canned peer over HTTPS on loopback. `number` makes its key. */
export async function serveCanned(certificate: ServerCertificate, number: number): Promise<ServedPeer> {
  const peer = createCannedPeer(number, Date.now);
  const server = await serveHttps(certificate, async (request, response) => {
    const { method = "GET", url: path = "/" } = request;
    const chunks = await request.toArray();
    const body = Buffer.concat(chunks).toString("utf8");
    const reply = await peer.transport({
      method,
      url: `${peer.url}${path}`,
      headers: {},
      ...(body !== "" && { body }),
      maxBytes: 1_000_000,
      deadlineMs: 10_000,
    });
    response.writeHead(reply.status, reply.headers);
    for await (const piece of reply.body) response.write(piece);
    response.end();
  });
  const url = server.url().replace(/\/$/, "");
  peer.profile = { ...peer.profile, url };
  return { peer, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
