import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import type { ServerCertificate } from "./certificates.ts";

/** A server on loopback that a test talks to. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** Base URL by a host name or address, `localhost` by default. */
  url(path?: string, host?: string): string;
  /** How many connections there have been. */
  readonly connections: number;
  /** Resolves when there has been a connection. */
  untilConnected(): Promise<void>;
  /** Resolves when no connection is open. */
  untilIdle(): Promise<void>;
}

/** Serves HTTPS on 127.0.0.1. */
export function serveHttps(
  certificate: ServerCertificate,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  return listen(createHttpsServer({ ...certificate }, handler));
}

/** Serves TLS on 127.0.0.1 to whom HTTP is no law: the handler gets the socket once something was asked. */
export function serveTls(
  certificate: ServerCertificate,
  handler: (socket: TLSSocket) => void,
): Promise<TestServer> {
  return listen(
    createTlsServer({ ...certificate }, (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => handler(socket));
    }),
  );
}

/** Takes connections on 127.0.0.1 and says nothing. */
export function serveTcp(): Promise<TestServer> {
  return listen(createTcpServer());
}

async function listen(server: Server): Promise<TestServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const connected = Promise.withResolvers<void>();
  let idle = Promise.withResolvers<void>();
  server.on("connection", (socket: Socket) => {
    connections += 1;
    connected.resolve();
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      if (open.size === 0) {
        idle.resolve();
        idle = Promise.withResolvers();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path = "/", host = "localhost") => `https://${host}:${port}${path}`,
    get connections() {
      return connections;
    },
    untilConnected: () => connected.promise,
    untilIdle: () => (open.size === 0 ? Promise.resolve() : idle.promise),
    async [Symbol.asyncDispose]() {
      for (const socket of open) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
