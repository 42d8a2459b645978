import { connect, type Socket } from "node:net";
import { BadReplyError, type Reply, ReplyReader } from "./reply-reader.ts";

/** How an exchange ended. */
export interface Exchange {
  readonly replies: readonly Reply[];
  /** `late`: it was not over in time. `closed`: the other side ended it. `bad`: what came is no HTTP. */
  readonly end: "done" | "closed" | "late" | "bad";
  readonly problem: string | null;
}

export interface Sending {
  readonly bytes: Buffer;
  readonly methods: readonly string[];
  readonly lateMs: number;
  /** Says after a moment that nothing more comes; for what may be the beginning of a request alone. */
  readonly isLast?: boolean;
}

/** How long something that is not finished may still be understood, before its sender hangs up. */
const lastMs = 15;

/** Connections to a node on this machine, each used again while it is good. */
export class ConnectionPool implements Disposable {
  private readonly idle: Socket[] = [];
  private readonly port: number;

  /** @param port on 127.0.0.1 */
  constructor(port: number) {
    this.port = port;
  }

  /** Sends what is one or several requests, and reads as many replies. */
  async exchange(sending: Sending): Promise<Exchange> {
    const kept = sending.isLast ? undefined : this.idle.pop();
    if (kept && !kept.destroyed) {
      const exchange = await this.over(kept, sending);
      // It may have been closed while it was idle: then nobody saw the request.
      if (exchange.replies.length > 0 || exchange.end !== "closed") return exchange;
    }
    return await this.over(connect({ port: this.port, host: "127.0.0.1", noDelay: true }), sending);
  }

  /** Ends all connections. */
  hangUp(): void {
    for (const socket of this.idle.splice(0)) socket.destroy();
  }

  [Symbol.dispose](): void {
    this.hangUp();
  }

  private async over(socket: Socket, sending: Sending): Promise<Exchange> {
    const exchange = await converse(socket, sending);
    const isReusable =
      exchange.end === "done" &&
      !sending.isLast &&
      !/close/i.test(exchange.replies.at(-1)?.headers.connection ?? "");
    if (isReusable && !socket.destroyed) this.idle.push(socket);
    else socket.destroy();
    return exchange;
  }
}

/** Whether the node took the bytes for no HTTP, and so did not know that it was asked by HEAD. */
function isRefusal({ replies }: ReplyReader): boolean {
  const { status = 0, headers = {} } = replies.at(-1) ?? {};
  return [400, 408, 431].includes(status) && headers.connection === "close";
}

function converse(socket: Socket, { bytes, methods, lateMs, isLast = false }: Sending): Promise<Exchange> {
  const reader = new ReplyReader(methods);
  return new Promise((resolve) => {
    const finish = (end: Exchange["end"], problem: string | null = null) => {
      clearTimeout(late);
      clearTimeout(last);
      socket.removeAllListeners();
      // What comes of a connection that nobody wants any more is nobody's.
      socket.on("error", () => {});
      resolve({ replies: reader.replies, end, problem });
    };
    const late = setTimeout(() => finish("late"), lateMs);
    const last = isLast ? setTimeout(() => socket.end(), lastMs) : undefined;
    socket.on("data", (piece: Buffer) => {
      try {
        reader.take(piece);
        if (reader.isDone)
          finish(
            reader.hasRest && !isLast && !isRefusal(reader) ? "bad" : "done",
            "More came than was asked for.",
          );
      } catch (error) {
        if (!(error instanceof BadReplyError)) throw error;
        finish("bad", error.message);
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      reader.end();
      finish(reader.isDone ? "done" : "closed");
    });
    socket.write(bytes);
  });
}
