import { createServer } from "node:http";

/**
 * The floor: a bare `node:http` server that sends bytes and headers which it holds ready. It takes them as the first
 * message from its parent and answers with its port.
 */
interface Canned {
  status: number;
  headers: Record<string, string>;
  body: string;
}

process.once("message", (canned: Canned) => {
  const body = Buffer.from(canned.body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(canned.status, canned.headers);
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
  process.once("disconnect", () => server.close().closeAllConnections());
});
