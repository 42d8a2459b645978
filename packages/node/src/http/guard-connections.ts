import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { nameNetwork } from "../name-network.ts";
import { limits } from "./limits.ts";

/** Bounds of the connections of a server. */
export interface ConnectionBounds {
  /** All together. */
  readonly most: number;
  /** Those of one address; 0 for no bound. */
  readonly perAddress: number;
  /** Whether many people come by this address: a proxy that is trusted. */
  readonly isProxy: (address: string) => boolean;
  /** Whether HTTP is spoken at once, so that a refusal can be read; not so inside TLS. */
  readonly isPlain: boolean;
}

interface Held {
  readonly socket: Socket;
  /** Requests that are not answered yet. */
  open: number;
}

/**
 * Bounds what connections cost: those of one address, and all of them. When there are too many in all, the one that has
 * had nothing to do for longest makes room; where all are at work the new one is closed. Whoever holds ten thousand
 * connections open and says nothing keeps nobody out.
 */
export function guardConnections(server: Server, bounds: ConnectionBounds): void {
  const idle = new Map<string, Held>();
  const all = new Map<string, Held>();
  const ofAddress = new Map<string, number>();

  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const client = nameNetwork(remoteAddress);
    const count = (ofAddress.get(client) ?? 0) + 1;
    if (bounds.perAddress > 0 && count > bounds.perAddress && !bounds.isProxy(remoteAddress)) {
      refuse(socket, bounds.isPlain);
      return;
    }
    if (all.size >= bounds.most && !closeOldest()) {
      socket.destroy();
      return;
    }
    const key = keyOf(socket);
    const held = { socket, open: 0 };
    all.set(key, held);
    idle.set(key, held);
    ofAddress.set(client, count);
    socket.once("close", () => {
      forget(key, held);
      const left = (ofAddress.get(client) ?? 1) - 1;
      if (left === 0) ofAddress.delete(client);
      else ofAddress.set(client, left);
    });
  });

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const key = keyOf(request.socket);
    const held = all.get(key);
    if (!held) return;
    held.open += 1;
    idle.delete(key);
    response.once("close", () => {
      held.open -= 1;
      if (held.open === 0 && all.get(key) === held) idle.set(key, held);
    });
  });

  function closeOldest(): boolean {
    for (const [key, held] of idle) {
      forget(key, held);
      held.socket.destroy();
      return true;
    }
    return false;
  }

  function forget(key: string, held: Held): void {
    if (all.get(key) !== held) return;
    all.delete(key);
    idle.delete(key);
  }
}

/** The same for a socket and for the TLS that is spoken on it. */
function keyOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`;
}

const refusal = [
  "HTTP/1.1 429 Too Many Requests",
  "Content-Type: application/json; charset=utf-8",
  "Content-Length: 24",
  "Retry-After: 10",
  "X-Error-Detail: There are too many connections from this address.",
  "Connection: close",
  "",
  '{"error":"RATE_LIMITED"}',
].join("\r\n");

function refuse(socket: Socket, isPlain: boolean): void {
  if (!isPlain) {
    socket.destroy();
    return;
  }
  socket.end(refusal);
  // Whoever does not read the answer is not waited for.
  setTimeout(() => socket.destroy(), limits.brokenReplyMs).unref();
}
