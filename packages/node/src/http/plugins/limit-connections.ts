import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../config/config.ts";
import { trustsAddress } from "../../config/setting-values.ts";
import { limits } from "../../limiter/limits.ts";
import { networkOf } from "../../limiter/network.ts";
import { createShares, type Share, type Shares } from "../../limiter/shares.ts";
import { limits as httpLimits } from "../limits.ts";

interface Connection {
  readonly socket: Socket;
  readonly share: Share;
  /** Requests that are not answered yet. */
  open: number;
  /** When it was said to be idle last (ms). */
  idleAt: number;
}

// The precision of the time since which a connection is idle.
const idleAccuracyMs = 1_000;

/**
 * Bounds the connections of a network, and of all, and the requests that wait on one connection for their answers. If there
 * are too many in all, one without a request is closed: of the network with most connections, the one that is idle longest.
 * A trusted proxy brings many people, and has no bound of its own.
 *
 * @returns the connections that are open
 */
export function limitConnections(
  server: Server,
  { connectionsPerAddress, trustProxy, tls }: Pick<Config, "connectionsPerAddress" | "trustProxy" | "tls">,
): Shares {
  const connections = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  const isProxy = trustsAddress(trustProxy);
  const direct = { most: limits.connections, perNetwork: connectionsPerAddress || Infinity };
  const shares = createShares(direct);

  function connectionOf(socket: Socket): Connection | undefined {
    const known = bySocket.get(socket);
    if (known) return known;
    const connection = connections.get(keyOf(socket));
    if (connection) bySocket.set(socket, connection);
    return connection;
  }

  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const share = shares.take(isProxy(remoteAddress) ? proxies : networkOf(remoteAddress), 1);
    if (share === "network") return refuse(socket, tls === null);
    if (share === "all") return socket.destroy();
    const key = keyOf(socket);
    const connection = { socket, share, open: 0, idleAt: 0 };
    connections.set(key, connection);
    setIdle(connection);
    socket.once("close", () => {
      share.release();
      if (connections.get(key) === connection) connections.delete(key);
    });
  });

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request.socket);
    if (!connection) return;
    // The system has the whole answer, which was in memory.
    if (response.writableFinished && connection.open === 0) {
      if (Date.now() - connection.idleAt >= idleAccuracyMs) setIdle(connection);
      return;
    }
    connection.open += 1;
    if (connection.open > limits.pipelinedRequests) request.socket.destroy();
    connection.share.setEnd(null);
    response.on("close", () => {
      connection.open -= 1;
      if (connection.open === 0) setIdle(connection);
    });
  });
  return shares;
}

/** All trusted proxies together: the node's other limits count the people behind them. */
const proxies = [{ key: "trusted proxies", factor: Infinity }] as const;

function setIdle(connection: Connection): void {
  connection.idleAt = Date.now();
  connection.share.setEnd(() => connection.socket.destroy());
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

/** @param isPlain whether HTTP is spoken at once, so that a refusal can be read; not so inside TLS */
function refuse(socket: Socket, isPlain: boolean): void {
  if (!isPlain) {
    socket.destroy();
    return;
  }
  socket.end(refusal);
  // A client that does not read the answer is not waited for.
  setTimeout(() => socket.destroy(), httpLimits.brokenReplyMs).unref();
}
