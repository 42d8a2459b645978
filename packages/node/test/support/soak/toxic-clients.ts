import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import type { Actor } from "./rounds.ts";
import type { SoakNetwork } from "./soak-network.ts";

const host = "Host: localhost\r\n";

/** Ways of not being a good client; each has the socket to itself. */
const tricks: readonly ((socket: TLSSocket) => Promise<unknown>)[] = [
  // Nothing is said.
  () => pause(3_000),
  // Headers come letter by letter, and never end.
  (socket) => drip(socket, `GET / HTTP/1.1\r\n${host}X-Slow: `),
  // So does a body.
  (socket) =>
    drip(
      socket,
      `POST /ewp/connections HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{`,
    ),
  // No HTTP at all.
  (socket) => send(socket, "\x00\x01\x02 what is this\r\n\r\n"),
  // Too long.
  (socket) => send(socket, `GET / HTTP/1.1\r\n${host}X-Long: ${"x".repeat(40_000)}\r\n\r\n`),
  (socket) => send(socket, message(Buffer.alloc(300_000, "x"))),
  // Nested, and wrong.
  (socket) => send(socket, message(Buffer.from("[".repeat(30_000)))),
  (socket) => send(socket, message(Buffer.from('{"statement":{},"signature":"0x00"}'))),
  // Asked for, and not taken.
  async (socket) => {
    socket.write(`GET /ewp/publications?limit=1000 HTTP/1.1\r\n${host}\r\n`.repeat(20));
    await pause(50);
  },
  // Cut off in the middle.
  async (socket) => {
    socket.write(message(Buffer.from("{}")).subarray(0, 60));
    await pause(20);
  },
];

/** Clients that drip, hang, lie about the length, send too much, and go away in the middle. */
export function createToxicClients(network: SoakNetwork, count: number): Actor[] {
  const { random } = network;
  return Array.from({ length: count }, () => ({
    name: "toxic clients",
    everyMs: 100,
    act: async () => {
      const socket = connect({
        host: "localhost",
        port: Number(new URL(network.url).port),
        ca: network.authority,
      });
      socket.on("error", () => {});
      socket.resume();
      try {
        await once(socket, "secureConnect");
        await tricks[Math.floor(random() * tricks.length)]?.(socket);
      } finally {
        // Without a goodbye.
        socket.destroy();
      }
    },
  }));
}

async function drip(socket: TLSSocket, beginning: string): Promise<void> {
  socket.write(beginning);
  for (let letter = 0; letter < 10 && !socket.destroyed; letter += 1) {
    socket.write("x");
    await pause(200);
  }
}

/** Until it is answered, or two seconds. */
async function send(socket: TLSSocket, bytes: string | Buffer): Promise<void> {
  socket.write(bytes);
  await Promise.race([once(socket, "close"), pause(2_000)]);
}

function message(body: Buffer): Buffer {
  const head = `POST /ewp/connections HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
