import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection of a test's own, over which it says what it likes. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** What came so far. */
  readonly heard: () => string;
  readonly closed: () => boolean;
  /** Everything that came, when the other side has closed. */
  readonly ended: Promise<string>;
}

/** Connects by plain TCP to a port of this machine. */
export async function connectRaw(port: number): Promise<RawConnection> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  let isClosed = false;
  socket.setEncoding("latin1").on("data", (text: string) => {
    heard += text;
  });
  // A reset is one of the ways in which a server says that it is enough.
  socket.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    socket.once("close", () => {
      isClosed = true;
      resolve(heard);
    });
  });
  await Promise.race([once(socket, "connect"), ended]);
  return {
    socket,
    heard: () => heard,
    closed: () => isClosed,
    ended,
    [Symbol.dispose]: () => socket.destroy(),
  };
}

/** Says one thing and gives all that is answered until the other side closes. */
export async function say(port: number, text: string | Uint8Array): Promise<string> {
  using made = await connectRaw(port);
  made.socket.write(text);
  return await made.ended;
}

/** A request as text, which asks for the connection to be closed. */
export function requestText(line: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { host: "localhost", connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** The status of an answer; 0 where there is none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
