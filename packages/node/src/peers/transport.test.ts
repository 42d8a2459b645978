import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureContext, type TLSSocket } from "node:tls";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { PeerRequest, PeerResponse } from "@freehold/protocol";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type ServerCertificate,
} from "../../test/support/certificates.ts";
import { stubResolver } from "../../test/support/stub-resolver.ts";
import { serveHttps, serveTls, type TestServer } from "../../test/support/tls-server.ts";
import { createTransport, type PeerTransport, type TransportLimits } from "./transport.ts";

let authority: CertificateAuthority;
let certificate: ServerCertificate;
let transport: PeerTransport;

beforeAll(async () => {
  authority = await createCertificateAuthority();
  certificate = await authority.issue(["localhost", "127.0.0.1", "127.0.0.2"]);
});

const open: AsyncDisposable[] = [];

beforeEach(() => {
  transport = create({});
});

afterEach(async () => {
  for (const one of open.splice(0)) {
    await one[Symbol.asyncDispose]();
  }
});

/** A transport to which 127.0.0.1 alone is the public internet. */
function create(limits: Partial<TransportLimits>): PeerTransport {
  const created = createTransport({
    isAllowedAddress: (ip) => ip === "127.0.0.1",
    ports: "any",
    resolver: stubResolver(["127.0.0.1"]),
    secureContext: createSecureContext({ ca: authority.certificate }),
    limits,
  });
  open.push({ [Symbol.asyncDispose]: () => created.close() });
  return created;
}

async function http(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const server = await serveHttps(certificate, handler);
  open.push(server);
  return server;
}

async function raw(handler: (socket: TLSSocket) => void): Promise<TestServer> {
  const server = await serveTls(certificate, handler);
  open.push(server);
  return server;
}

function ask(url: string, more: Partial<PeerRequest> = {}): Promise<PeerResponse> {
  return transport.send({ method: "GET", url, headers: {}, maxBytes: 100_000, deadlineMs: 15_000, ...more });
}

async function text(reply: PeerResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The failure of a call, wherever it comes: before the reply or in its body. */
function failure(url: string, more: Partial<PeerRequest> = {}): Promise<unknown> {
  return ask(url, more)
    .then(text)
    .then(
      (body) => `no failure: ${body.slice(0, 50)}`,
      (error: unknown) => error,
    );
}

test("a request is sent as it is, and the reply comes back", async () => {
  const { url } = await http((request, response) => {
    response.statusCode = 201;
    response.setHeader("X-Thing", ["one", "two"]);
    const { authorization, host, "x-own": own, "accept-encoding": encoding } = request.headers;
    request.setEncoding("utf8").once("data", (body) => {
      response.end(JSON.stringify({ method: request.method, body, authorization, host, own, encoding }));
    });
  });
  const headers = {
    "X-Own": "yes",
    Host: "elsewhere.test",
    "Accept-Encoding": "gzip",
    "Content-Length": "1",
  };
  const reply = await ask(url(), { method: "POST", headers, body: '{"a":1}' });
  expect(reply).toMatchObject({ status: 201, headers: { "x-thing": "one, two" } });
  expect(JSON.parse(await text(reply))).toEqual({
    method: "POST",
    body: '{"a":1}',
    host: new URL(url()).host,
    own: "yes",
    encoding: "identity",
  });
});

test("a second request goes over the same connection", async () => {
  const server = await http((_request, response) => response.end("hello"));
  for (let count = 0; count < 5; count += 1) {
    expect(await text(await ask(server.url()))).toBe("hello");
  }
  expect(server.connections).toBe(1);
});

test("a connection is closed after its call where as many as are kept are open", async () => {
  transport = create({ keptConnections: 2 });
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => http((_, response) => response.end("hi"))));
  const asked = async (server: TestServer | undefined, calls: number) => {
    for (let call = 0; call < calls; call += 1) await text(await ask(server?.url() ?? ""));
    return server?.connections;
  };
  expect([await asked(one, 1), await asked(two, 1)]).toEqual([1, 1]);
  expect(await asked(three, 2)).toBe(2);
  expect([await asked(one, 1), await asked(one, 1)]).toEqual([1, 2]);
});

test.each([204, 304])("a reply %i without a body frees its connection, read or not", async (status) => {
  const server = await http((_request, response) => {
    response.statusCode = status;
    response.end();
  });
  await ask(server.url());
  expect(await text(await ask(server.url()))).toBe("");
  await ask(server.url(), { method: "HEAD" });
  expect(server.connections).toBe(1);
});

test("a body that is not wanted is given up", async () => {
  const server = await http((_request, response) => {
    response.write("x".repeat(50_000));
  });
  for await (const _chunk of (await ask(server.url())).body) {
    break;
  }
  await server.untilIdle();
  await (await ask(server.url())).body[Symbol.asyncIterator]().return?.();
  await server.untilIdle();
  expect(server.connections).toBe(2);
});

test("no socket is left after close, busy or not", async () => {
  const server = await http((request, response) => {
    if (request.url === "/busy") {
      response.write("x");
    } else {
      response.end("hello");
    }
  });
  await text(await ask(server.url()));
  const busy = await ask(server.url("/busy"));
  const reading = text(busy).catch((error: unknown) => error);
  await transport.close();
  expect(await reading).toMatchObject({ kind: "unreachable" });
  await server.untilIdle();
  await expect(ask(server.url())).rejects.toMatchObject({ kind: "unreachable" });
});

test("three redirects are followed, each over https, without the body", async () => {
  const { url } = await http((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) {
      response.end("arrived");
    } else {
      response
        .writeHead([301, 302, 303, 307, 308][left] ?? 302, { Location: `/${left - 1}` })
        .end("on the way");
    }
  });
  expect(await text(await ask(url("/3")))).toBe("arrived");
  expect(await ask(url("/2"), { method: "HEAD" })).toMatchObject({ status: 200 });
  expect(await failure(url("/4"))).toMatchObject({ kind: "bad-reply", code: "TOO_MANY_REDIRECTS" });
});

test("a circle of redirects ends", async () => {
  const { url } = await http((request, response) => {
    response.writeHead(302, { Location: request.url === "/a" ? "/b" : "/a" }).end();
  });
  expect(await failure(url("/a"))).toMatchObject({ kind: "bad-reply", code: "TOO_MANY_REDIRECTS" });
});

test.each([
  ["to another scheme", "http://localhost/", "bad-reply", "BAD_REDIRECT"],
  ["to a script", "javascript:alert(1)", "bad-reply", "BAD_REDIRECT"],
  ["with credentials", "https://a:b@localhost/", "bad-reply", "BAD_REDIRECT"],
  ["to no URL", "https://[", "bad-reply", "BAD_REDIRECT"],
  ["nowhere", null, "bad-reply", "BAD_REDIRECT"],
  ["to loopback", "https://127.0.0.2:1/", "unreachable", "ADDRESS_NOT_ALLOWED"],
  ["to loopback in other words", "https://2130706434/", "unreachable", "ADDRESS_NOT_ALLOWED"],
  ["to loopback by IPv6", "https://[::1]:1/", "unreachable", "ADDRESS_NOT_ALLOWED"],
  ["to cloud metadata", "https://169.254.169.254/latest/", "unreachable", "ADDRESS_NOT_ALLOWED"],
])("a redirect %s is refused", async (_name, location, kind, code) => {
  const { url } = await http((_request, response) => {
    response.writeHead(302, location === null ? {} : { Location: location }).end();
  });
  expect(await failure(url())).toMatchObject({ kind, code });
});

test("a write is not redirected", async () => {
  const paths: (string | undefined)[] = [];
  const { url } = await http((request, response) => {
    paths.push(request.url);
    response.writeHead(308, { Location: "/elsewhere" }).end();
  });
  for (const method of ["POST", "PATCH", "DELETE"]) {
    expect(await failure(url(), { method, body: "{}" })).toMatchObject({
      kind: "bad-reply",
      code: "WRITE_REDIRECTED",
    });
  }
  expect(paths).toEqual(["/", "/", "/"]);
});

test("a declared length over the cap is refused before the body", async () => {
  const server = await http((_request, response) => {
    response.writeHead(200, { "Content-Length": "1001" });
    response.flushHeaders();
  });
  await expect(ask(server.url(), { maxBytes: 1000 })).rejects.toMatchObject({ kind: "too-large" });
  await server.untilIdle();
});

test("exactly the cap passes; an endless body is cut there", async () => {
  const server = await http((request, response) => {
    if (request.url === "/exact") {
      response.end("x".repeat(1000));
      return;
    }
    const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
    response.once("close", () => clearInterval(timer));
  });
  expect(await text(await ask(server.url("/exact"), { maxBytes: 1000 }))).toHaveLength(1000);
  expect(await failure(server.url("/endless"), { maxBytes: 50_000 })).toMatchObject({ kind: "too-large" });
  await server.untilIdle();
});

test("a length that promises more than comes is a failure", async () => {
  const { url } = await raw((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"));
  expect(await failure(url())).toMatchObject({ kind: "unreachable" });
});

test("a length that promises less than comes cuts there", async () => {
  const { url } = await raw((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more"),
  );
  expect(await text(await ask(url()))).toBe("hello");
});

test("one byte now and then is cut by the deadline", async () => {
  const server = await http((_request, response) => {
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  });
  expect(await failure(server.url(), { deadlineMs: 500 })).toMatchObject({
    kind: "timeout",
    code: "DEADLINE",
  });
  await server.untilIdle();
});

test("the deadline counts also when nobody reads", async () => {
  const server = await http((_request, response) => {
    response.write("x");
  });
  await ask(server.url(), { deadlineMs: 300 });
  await server.untilIdle();
  expect(server.connections).toBe(1);
});

test("a long deadline does not help a body that drips", async () => {
  transport = create({ slowest: { bytesPerSecond: 16 * 1024, graceMs: 300 } });
  const server = await http((request, response) => {
    if (request.url === "/large") {
      response.writeHead(200, { "Content-Length": "90000" });
    }
    const timer = setInterval(() => response.write("x"), 20);
    response.once("close", () => clearInterval(timer));
  });
  for (const path of ["/unknown", "/large"]) {
    expect(await failure(server.url(path))).toMatchObject({ kind: "timeout", code: "TOO_SLOW" });
  }
  await server.untilIdle();
});

test("a reader who takes time is not taken for a slow peer", async () => {
  transport = create({ slowest: { bytesPerSecond: 10 * 1024 * 1024, graceMs: 100 } });
  const { url } = await http((_request, response) => {
    response.write("x".repeat(40_000));
    response.end("x".repeat(40_000));
  });
  let received = 0;
  for await (const chunk of (await ask(url())).body) {
    received += chunk.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  expect(received).toBe(80_000);
});

test("who takes the request and never answers", async () => {
  const server = await raw(() => {});
  expect(await failure(server.url(), { deadlineMs: 300 })).toMatchObject({
    kind: "timeout",
    code: "DEADLINE",
  });
  transport = create({ headersMs: 300 });
  expect(await failure(server.url())).toMatchObject({ kind: "timeout", code: "UND_ERR_HEADERS_TIMEOUT" });
  transport = create({ writeHeadersMs: 300 });
  const write = { method: "POST", body: "{}" };
  expect(await failure(server.url(), write)).toMatchObject({
    kind: "timeout",
    code: "UND_ERR_HEADERS_TIMEOUT",
  });
  transport = create({ idleMs: 300 });
  const stopping = await raw((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"));
  expect(await failure(stopping.url())).toMatchObject({ kind: "timeout", code: "UND_ERR_BODY_TIMEOUT" });
  await server.untilIdle();
  await stopping.untilIdle();
});

test("a reset in the middle is a failure", async () => {
  const { url } = await raw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => socket.destroy());
  });
  expect(await failure(url())).toMatchObject({ kind: "unreachable" });
});

/** Replies with what the path names, under the encoding that the query names. */
async function encoding(bodies: Readonly<Record<string, Buffer>>): Promise<TestServer> {
  return await http((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "https://localhost");
    const named = searchParams.get("as");
    if (named !== null) response.setHeader("Content-Encoding", named);
    response.end(request.method === "HEAD" ? undefined : bodies[pathname.slice(1)]);
  });
}

const plain = Buffer.from("a word and more ".repeat(2_000));

test.each<[string, Buffer]>([
  ["gzip", gzipSync(plain)],
  ["X-GZIP", gzipSync(plain)],
  ["gzip", Buffer.concat([gzipSync(plain.subarray(0, 9)), gzipSync(plain.subarray(9))])],
  ["deflate", deflateSync(plain)],
  ["deflate", deflateRawSync(plain)],
  ["br", brotliCompressSync(plain)],
  ["zstd", zstdCompressSync(plain)],
  ["deflate, gzip", gzipSync(deflateSync(plain))],
  ["gzip, identity", gzipSync(plain)],
  ["identity", plain],
  ["none", plain],
  ["", plain],
  ["UTF-8", plain],
  ["iso-8859-1", plain],
  ["text/xml", plain],
])("a reply in %j is read, though no encoding was asked for", async (named, body) => {
  const server = await encoding({ body });
  const reply = await ask(server.url(`/body?as=${encodeURIComponent(named)}`));
  expect(await text(reply)).toBe(plain.toString());
  // They would be of other bytes.
  if (body !== plain) expect(reply.headers).not.toHaveProperty("content-encoding");
  if (body !== plain) expect(reply.headers).not.toHaveProperty("content-length");
});

test("a reply without bytes has none in any encoding", async () => {
  const server = await encoding({ empty: Buffer.alloc(0) });
  for (const [method, path] of [
    ["HEAD", "/body?as=gzip"],
    ["GET", "/empty?as=gzip"],
  ] as const)
    expect(await text(await ask(server.url(path), { method }))).toBe("");
  const chunked = await raw((socket) => {
    socket.end("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  });
  expect(await text(await ask(chunked.url()))).toBe("");
});

test.each(["gzip", "deflate", "br", "zstd"])(
  "a reply in %s that is cut off or false is refused",
  async (named) => {
    const whole = {
      gzip: gzipSync(plain),
      deflate: deflateSync(plain),
      br: brotliCompressSync(plain),
      zstd: zstdCompressSync(plain),
    }[named] as Buffer;
    const server = await encoding({
      cut: whole.subarray(0, whole.length - 5),
      false: Buffer.from("<rss><channel><item>"),
    });
    for (const path of ["cut", "false"])
      expect(await failure(server.url(`/${path}?as=${named}`)), path).toMatchObject({
        kind: "bad-reply",
        code: "DAMAGED_ENCODING",
      });
    await server.untilIdle();
  },
);

test("a reply in an encoding that is not known, or in three, is refused", async () => {
  const server = await encoding({ body: gzipSync(plain) });
  for (const named of ["compress", "dcb", "sdch", "gzip, gzip, gzip", "gzip, klingon"])
    expect(await failure(server.url(`/body?as=${encodeURIComponent(named)}`)), named).toMatchObject({
      kind: "bad-reply",
      code: "ENCODED_REPLY",
    });
  const written = await ask(server.url("/body?as=compress"), { method: "POST", body: "{}" });
  expect(written.status).toBe(200);
  await expect(text(written)).rejects.toMatchObject({ code: "ENCODED_REPLY" });
});

test("a reply that swells is ended at its limit, in each of its layers", async () => {
  const zeros = Buffer.alloc(1_000_000);
  const packed = { gzip: gzipSync(zeros), br: brotliCompressSync(zeros), zstd: zstdCompressSync(zeros) };
  const server = await encoding({ ...packed, twice: gzipSync(gzipSync(zeros, { level: 0 })) });
  for (const named of Object.keys(packed)) {
    expect(await failure(server.url(`/${named}?as=${named}`), { maxBytes: 999_999 })).toMatchObject({
      kind: "too-large",
      code: "REPLY_TOO_LARGE",
    });
    const reply = await ask(server.url(`/${named}?as=${named}`), { maxBytes: 1_000_000 });
    expect((await text(reply)).length).toBe(1_000_000);
  }
  // The text itself is small, but not the layer around it.
  expect(await failure(server.url("/twice?as=gzip,gzip"), { maxBytes: 500_000 })).toMatchObject({
    code: "REPLY_TOO_LARGE",
  });
  await server.untilIdle();
});

test("a compressed reply that nobody reads on, or that stops, holds no connection", async () => {
  const body = gzipSync(randomBytes(90_000));
  const server = await http((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.write(body.subarray(0, 50_000));
  });
  const unread = await ask(server.url());
  await unread.body[Symbol.asyncIterator]().return?.();
  const begun = (await ask(server.url())).body[Symbol.asyncIterator]();
  expect((await begun.next()).done).toBe(false);
  await begun.return?.();
  const waiting = (await ask(server.url())).body[Symbol.asyncIterator]();
  const read = (async () => {
    for (;;) if ((await waiting.next()).done) return;
  })().catch((error: unknown) => error);
  await waiting.return?.();
  await read;
  const reason = new Error("no longer wanted");
  const controller = new AbortController();
  const ended = failure(server.url(), { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 200);
  expect(await ended).toBe(reason);
  await server.untilIdle();
});

test("headers of 1 MB are refused", async () => {
  const { url } = await raw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nX-Large: ${"x".repeat(1_000_000)}\r\nContent-Length: 0\r\n\r\n`);
  });
  expect(await failure(url())).toMatchObject({ kind: "too-large", code: "UND_ERR_HEADERS_OVERFLOW" });
});

test("what is no HTTP is a bad reply, and none of it is in the message", async () => {
  const { url } = await raw((socket) => socket.end("<script>secret</script>\r\n\r\n"));
  const error = await failure(url());
  expect(error).toMatchObject({ kind: "bad-reply" });
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("secret");
});

test("the caller's signal ends a call before and in the body, with its reason", async () => {
  const server = await http((request, response) => {
    if (request.url === "/body") {
      response.write("x");
    }
  });
  const reason = new Error("no longer wanted");
  expect(await failure(server.url(), { signal: AbortSignal.abort(reason) })).toBe(reason);
  for (const path of ["/silent", "/body"]) {
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 200);
    expect(await failure(server.url(path), { signal: controller.signal })).toBe(reason);
  }
  await server.untilIdle();
});
