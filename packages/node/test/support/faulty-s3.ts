import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setInterval } from "node:timers/promises";

/**
 * A fault of a request. 500, 501, 503: the status of the reply. reset: the connection ends. lost: the request is done, but its reply is
 * lost. cut: the reply breaks off in its first bytes. shifted: the reply says that it begins elsewhere; replaced: that it is of another
 * object. silent: there is never a reply. trickle: the reply comes byte by byte; slow:
 * after a second.
 */
export type S3Fault =
  | "500"
  | "501"
  | "503"
  | "reset"
  | "lost"
  | "cut"
  | "shifted"
  | "replaced"
  | "silent"
  | "trickle"
  | "slow";

export interface FaultyS3 extends AsyncDisposable {
  /** Scheme, host and port. */
  readonly endpoint: string;
  /** Chooses the fault of the next request; null: it is passed on. */
  fault: (request: IncomingMessage) => S3Fault | null;
  /** The number of open connections. */
  readonly connections: number;
}

const codes = { 500: "InternalError", 501: "NotImplemented", 503: "SlowDown" };

/** A proxy in front of a storage, which fails as storages do. */
export async function startFaultyS3(target: string): Promise<FaultyS3> {
  let connections = 0;
  const server = createServer((req, res) => {
    res.on("error", () => {});
    const fault = faulty.fault(req);
    if (fault === "slow") setTimeout(() => pass(target, req, res, null), 1000);
    else pass(target, req, res, fault);
  });
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const faulty: FaultyS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => null,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return faulty;
}

function pass(target: string, req: IncomingMessage, res: ServerResponse, fault: S3Fault | null): void {
  if (fault === "reset") return void req.socket.destroy();
  if (fault === "silent") return;
  if (fault === "500" || fault === "501" || fault === "503") {
    req.resume();
    res.writeHead(Number(fault), { "content-type": "application/xml" });
    return void res.end(`<Error><Code>${codes[fault]}</Code></Error>`);
  }
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = req;
  const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
    // The storage has done the request, but the answer does not arrive.
    if (fault === "lost") return void res.destroy();
    res.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...untrue(fault, answer.headers) });
    if (fault === "trickle") return void trickle(answer, res);
    if (fault !== "cut") return void answer.pipe(res);
    answer.once("data", (chunk: Buffer) => {
      res.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => res.destroy());
      answer.destroy();
    });
    answer.once("end", () => res.end());
  });
  forwarded.on("error", () => res.destroy());
  req.pipe(forwarded);
}

/** Headers of a reply that is not what was asked for. */
function untrue(fault: S3Fault | null, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  if (fault === "replaced") return { etag: '"0123456789abcdef0123456789abcdef"' };
  if (fault !== "shifted") return {};
  const range = headers["content-range"]?.replace(/\d+/, (start) => String(Number(start) + 1));
  return range === undefined ? {} : { "content-range": range };
}

async function trickle(answer: IncomingMessage, res: ServerResponse): Promise<void> {
  const bytes = Buffer.concat(await answer.toArray());
  let at = 0;
  for await (const _ of setInterval(50)) {
    if (res.destroyed || at >= bytes.length) break;
    res.write(bytes.subarray(at, at + 1));
    at += 1;
  }
  res.end();
}
