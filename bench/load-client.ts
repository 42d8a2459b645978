import { connect, type Socket } from "node:net";

/** What is sent again and again, and for how long. */
export interface LoadOrder {
  /** 127.0.0.1 where it is not given. */
  host?: string;
  port: number;
  /** Whole HTTP/1.1 requests, as they go over the wire; each connection sends one of them, in turns. */
  requests: string[];
  /** Addresses of this machine that the connections come from, in turns; its usual one where none is given. */
  from?: string[];
  connections: number;
  seconds: number;
  /** The status of a good answer. */
  status: number;
}

/** How many answers there were, by what they said, and how long the slowest hundredth took (ms). */
export interface LoadCount {
  good: number;
  /** Answered 503. */
  shed: number;
  failed: number;
  /** The last status of one that failed; 0 for a connection that broke. */
  failedWith: number;
  p99: number;
}

const end = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * The client of a load, in a process of its own: it sends one request over keep-alive connections and reads no more of the
 * answers than their status and length, so that it costs less than the server that it measures. It takes its order as the
 * first message from its parent and answers with the count.
 */
process.once("message", (order: LoadOrder) => {
  void run(order).then((count) => process.send?.(count, () => process.disconnect()));
});

async function run(order: LoadOrder): Promise<LoadCount> {
  const { host = "127.0.0.1", port, requests, connections, seconds, status: wanted, from = [] } = order;
  const times: number[] = [];
  const count = { good: 0, shed: 0, failed: 0, failedWith: 0 };
  const until = performance.now() + seconds * 1000;
  const all = requests.map((request) => Buffer.from(request));
  await Promise.all(Array.from({ length: connections }, (_, index) => converse(index)));
  times.sort((a, b) => a - b);
  return { ...count, p99: times[Math.floor(times.length * 0.99)] ?? 0 };

  function converse(index: number): Promise<void> {
    const bytes = all[index % all.length] as Buffer;
    const localAddress = from[index % from.length];
    const { promise, resolve } = Promise.withResolvers<void>();
    open();
    return promise;

    function open(): void {
      const socket: Socket = connect({
        port,
        host,
        noDelay: true,
        ...(localAddress && { localAddress }),
      });
      let sent = 0;
      const send = () => {
        sent = performance.now();
        socket.write(bytes);
      };
      const read = createReader((status) => {
        const now = performance.now();
        if (status === wanted) {
          count.good += 1;
          times.push(now - sent);
        } else if (status === 503) count.shed += 1;
        else {
          count.failed += 1;
          count.failedWith = status;
        }
        if (now < until) send();
        else socket.destroy();
      });
      socket.on("connect", send);
      socket.on("data", read);
      socket.on("error", () => {
        count.failed += 1;
      });
      socket.on("close", () => (performance.now() < until ? setTimeout(open, 1) : resolve()));
    }
  }
}

/** @param onReply called with the status of each whole reply */
function createReader(onReply: (status: number) => void): (data: Buffer) => void {
  let head: Buffer | null = null;
  let status = 0;
  /** Bytes of the body that are to come; negative while a body in chunks is read. */
  let rest = 0;
  return (data) => {
    if (rest > 0) {
      rest -= data.length;
      if (rest <= 0) onReply(status);
      return;
    }
    if (rest < 0) {
      if (!data.subarray(-lastChunk.length).equals(lastChunk)) return;
      rest = 0;
      onReply(status);
      return;
    }
    const all: Buffer = head ? Buffer.concat([head, data]) : data;
    const at = all.indexOf(end);
    if (at < 0) {
      head = all;
      return;
    }
    head = null;
    status = Number(all.toString("latin1", 9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(all.toString("latin1", 0, at))?.[1];
    const came = all.length - at - end.length;
    if (length === undefined) rest = all.subarray(-lastChunk.length).equals(lastChunk) ? 0 : -1;
    else rest = Number(length) - came;
    if (rest === 0) onReply(status);
  };
}
