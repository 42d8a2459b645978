import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../test/support/http-node.ts";
import type { Publication } from "../store/publications/publications.ts";

const text = "0123456789";

let node: HttpNode;
let port: number;
let post: Publication;
beforeAll(async () => {
  node = await openHttpNode();
  post = await node.publish(text);
  port = await node.listen();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

/** Sends bytes as they are, and reads until the other side closes. */
function send(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let reply = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      reply += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(reply));
    for (const part of parts) socket.write(part);
  });
}

const close = "Host: x\r\nConnection: close\r\n";

test.each(["HTTP/2.0", "HTTP/0.9"])("%s is not spoken, and nothing is answered but that", async (version) => {
  for (const path of ["/ewp/profile", "/robots.txt"]) {
    const reply = await send(`GET ${path} ${version}\r\n${close}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 505 HTTP Version Not Supported\r\n/);
    expect(reply).toContain("X-Content-Type-Options: nosniff\r\n");
  }
});

test.each(["FOO", "get", "M-1"])("the method %s is not implemented (RFC 9110, 15.6.2)", async (method) => {
  const reply = await send(`${method} /ewp/profile HTTP/1.1\r\n${close}\r\n`);
  expect(reply).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
});

test("CONNECT is not implemented, and a client that resets does no harm", async () => {
  for (const target of ["x.example:443", "/"]) {
    const reply = await send(`CONNECT ${target} HTTP/1.1\r\n${close}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
  }
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {}).write(`CONNECT x.example:443 HTTP/1.1\r\n${close}\r\n`);
  await once(socket, "data");
  socket.resetAndDestroy();
  expect(await send(`GET /livez HTTP/1.1\r\n${close}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
});

test("OPTIONS * asks about the server (RFC 9110, 9.3.7), and not about an address", async () => {
  const reply = await send(`OPTIONS * HTTP/1.1\r\n${close}\r\n`);
  expect(reply).toMatch(/^HTTP\/1\.1 204 /);
  expect(reply).toContain("\r\nallow: DELETE, GET, HEAD, OPTIONS, PATCH, POST\r\n");
  expect(await send(`OPTIONS /* HTTP/1.1\r\n${close}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
});

test.each(["GET *", "GET ftp://x/robots.txt", "GET file:///robots.txt"])(
  "%s is no target of this server (RFC 9112, 3.2)",
  async (line) => {
    expect(await send(`${line} HTTP/1.1\r\n${close}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  },
);

describe("a body in chunks (RFC 9112, 6 and 7)", () => {
  const ask = (coding: string, chunks: string) =>
    send(
      `POST /ewp/connections HTTP/1.1\r\n${close}Content-Type: text/x\r\nTransfer-Encoding: ${coding}\r\n\r\n${chunks}`,
    );

  test.each([
    ["extensions", "chunked", '2;a="b;c";d\r\n{}\r\n0;x=y\r\n\r\n'],
    [
      "trailers, which count for nothing",
      "Chunked",
      "2\r\n{}\r\n0\r\nContent-Type: application/json\r\n\r\n",
    ],
  ])("is read with %s", async (_what, coding, chunks) => {
    const reply = await ask(coding, chunks);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain("x-error-detail: The body must be application/json.");
  });

  test.each(["gzip, chunked", "identity, chunked"])("and in %s is not implemented", async (coding) => {
    expect(await ask(coding, "2\r\n{}\r\n0\r\n\r\n")).toMatch(/^HTTP\/1\.1 501 /);
  });

  test.each([
    ["no number", "zz\r\n"],
    ["bare line feeds", "2\n{}\n0\n\n"],
    ["an extension without end", `2;a=${"b".repeat(40_000)}\r\n`],
  ])("is refused for %s", async (_what, chunks) => {
    expect(await ask("chunked", chunks)).toMatch(/^HTTP\/1\.1 4(?:00|13) /);
  });
});

describe("a client that waits with its body", () => {
  const ask = (length: number) =>
    `POST /ewp/connections HTTP/1.1\r\n${close}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;

  test("is told to continue where its body is wanted", async () => {
    expect(await send(ask(2), "{}")).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });

  test("is refused without it where it is too large", async () => {
    expect(await send(ask(70_000))).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("what is no HTTP", () => {
  test.each([
    ["nonsense", "hello\r\n\r\n"],
    ["a TLS greeting", Buffer.from("160301020001000ffc0303", "hex")],
    ["a version to come", "GET /ewp/profile HTTP/9.9\r\nHost: x\r\n\r\n"],
    ["a broken header", "GET /ewp/profile HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n"],
    ["a space before the colon", "GET /ewp/profile HTTP/1.1\r\nHost : x\r\n\r\n"],
    [
      "two lengths",
      "POST /ewp/connections HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    ],
    [
      "a length and chunks",
      "POST /ewp/connections HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a length that is none", "POST /ewp/connections HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\n{}"],
    ["a null in the path", "GET /ewp/\0 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("%s is 400 in the protocol's form, and the connection is closed", async (_name, bytes) => {
    const reply = await send(bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(reply).toContain("Content-Type: application/json; charset=utf-8\r\n");
    expect(reply).toMatch(/\r\n\r\n\{"error":"INVALID_PAYLOAD"\}$/);
  });

  test.each([
    ["URL", `GET /ewp/${"x".repeat(20_000)} HTTP/1.1\r\n${close}\r\n`],
    ["header", `GET /ewp/profile HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}\r\n${close}\r\n`],
    ["list of headers", `GET /ewp/profile HTTP/1.1\r\n${"a: b\r\n".repeat(5_000)}${close}\r\n`],
  ])("a %s that is too long is 431", async (_name, bytes) => {
    const reply = await send(bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).toMatch(/\{"error":"PAYLOAD_TOO_LARGE"\}$/);
  });

  const localhost = "Host: localhost\r\n";
  test.each([
    ["two Hosts", "Host: ada.example\r\nhost: localhost\r\n"],
    ["the same one twice", localhost + localhost],
    ["an empty one", "Host:\r\n"],
    ["a user in it", "Host: ada.example@localhost\r\n"],
    ["a path in it", "Host: localhost/ada.example\r\n"],
    ["a scheme in it", "Host: http://localhost\r\n"],
    ["two names in it", "Host: localhost, ada.example\r\n"],
    ["a port that is none", "Host: localhost:85x3\r\n"],
    ["a port beyond the last", "Host: localhost:65536\r\n"],
    ["brackets around no address", "Host: [localhost]\r\n"],
    ["an IPv6 address without brackets", "Host: ::1\r\n"],
  ])("a request with %s is 400", async (_name, hosts) => {
    const reply = await send(`GET /ewp/profile HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toMatch(/\{"error":"INVALID_PAYLOAD"\}$/);
  });

  test.each([
    "localhost",
    "LOCALHOST:8543",
    "my_node.internal",
    "ada.example.:443",
    "192.0.2.1:1",
    "[::1]:65535",
  ])("the Host %s is one", async (host) => {
    const reply = await send(`GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("the server goes on", async () => {
    await send("nonsense\r\n\r\n");
    expect(await send(`GET /livez HTTP/1.1\r\n${close}\r\n`)).toContain('{"status":"ok"}');
  });
});

describe("odd requests", () => {
  test("HTTP/1.1 without a Host is refused, HTTP/1.0 is not", async () => {
    const reply = await send("GET /ewp/profile HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":"INVALID_PAYLOAD"\}$/);
    expect(await send("GET /livez HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("a whole URL as target is its path", async () => {
    const reply = await send(`GET http://x/ewp/profile HTTP/1.1\r\n${close}\r\n`);
    expect(reply).toContain('"title":"Ada"');
    expect(await send(`GET http://x HTTP/1.1\r\n${close}\r\n`)).toContain("<title>Ada</title>");
  });

  test("a method that nobody knows is 405 in JSON", async () => {
    const reply = await send(`PROPFIND /ewp/profile HTTP/1.1\r\n${close}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 405 /);
    expect(reply.toLowerCase()).toContain("\r\nallow: get, head\r\n");
    expect(reply).toMatch(/\{"error":"METHOD_NOT_ALLOWED"\}$/);
  });

  test("an expectation of anything is passed over", async () => {
    const reply = await send(`GET /livez HTTP/1.1\r\nExpect: tea\r\n${close}\r\n`);
    expect(reply).toContain('{"status":"ok"}');
  });

  test("an upgrade is answered as if it had not been asked for", async () => {
    const upgrade = "Host: x\r\nConnection: close, upgrade\r\nUpgrade: h2c\r\n";
    expect(await send(`GET /livez HTTP/1.1\r\n${upgrade}\r\n`)).toContain('{"status":"ok"}');
  });

  test("nothing says which program answers", async () => {
    const reply = await send(`GET /ewp/profile HTTP/1.1\r\n${close}\r\n`);
    expect(reply).not.toMatch(/\r\n(server|x-powered-by):/i);
  });
});

describe("bodies on the wire", () => {
  const request = (method: string, path: string, headers: string, body: string) =>
    send(`${method} ${path} HTTP/1.1\r\n${close}Content-Type: application/json\r\n${headers}\r\n${body}`);

  test("DELETE is read with its body, by length and in chunks", async () => {
    const plain = await request("DELETE", "/ewp/connections", "Content-Length: 2\r\n", "[]");
    expect(plain).toMatch(
      /x-error-detail: The body must be a JSON object\.\r\n[\s\S]*\{"error":"INVALID_PAYLOAD"\}$/,
    );
    const chunked = await request(
      "DELETE",
      "/ewp/connections",
      "Transfer-Encoding: chunked\r\n",
      "2\r\n{}\r\n0\r\n\r\n",
    );
    expect(chunked).toMatch(/\{"error":"INVALID_PAYLOAD"\}$/);
  });

  test("a body that says it is too long is refused before it is sent", async () => {
    const reply = await request("POST", "/ewp/connections", "Content-Length: 1073741824\r\n", "{");
    expect(reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{"error":"PAYLOAD_TOO_LARGE"\}$/);
  });

  test("a body that does not say so is refused as soon as it is", async () => {
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const reply = await request("POST", "/ewp/connections", "Transfer-Encoding: chunked\r\n", chunk + chunk);
    expect(reply).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{"error":"PAYLOAD_TOO_LARGE"\}$/);
  });

  test("a client that sends far too much reads the answer, not a reset", async () => {
    const body = new Blob([new Uint8Array(5_000_000)]);
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`http://127.0.0.1:${port}/ewp/publications`, { method: "POST", headers, body });
    expect([reply.status, await reply.json()]).toEqual([413, { error: "PAYLOAD_TOO_LARGE" }]);
  });

  test("a wrong path with a body leaves the connection usable", async () => {
    const first =
      "POST /ewp/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 3\r\n\r\n<a>";
    const reply = await send(first, `GET /livez HTTP/1.1\r\n${close}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 [\s\S]*\{"status":"ok"\}$/);
  });
});

describe("reads on the wire", () => {
  test.each(["/ewp/profile", "/ewp/publications", "/", "/livez", "/readyz", "/api/install"])(
    "HEAD %s has the headers of GET and no body",
    async (path) => {
      const get = await send(`GET ${path} HTTP/1.1\r\n${close}\r\n`);
      const head = await send(`HEAD ${path} HTTP/1.1\r\n${close}\r\n`);
      const headersOf = (reply: string) =>
        (reply.split("\r\n\r\n")[0] ?? "").replace(/\r\n(date|x-request-id): .*/gi, "");
      expect(headersOf(head)).toBe(headersOf(get));
      expect(head.endsWith("\r\n\r\n")).toBe(true);
    },
  );

  test("HEAD with one header too many gets no body either", async () => {
    const reply = await send(`HEAD / HTTP/1.1\r\n${close}${"X-Many: 1\r\n".repeat(99)}\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 [\s\S]*\r\n\r\n$/);
  });

  test("HEAD of contents says how long they are", async () => {
    const reply = await send(`HEAD /ewp/contents/${post.contentHash} HTTP/1.1\r\n${close}\r\n`);
    expect(reply).toMatch(/\r\ncontent-length: 10\r\n/);
    expect(reply.endsWith("\r\n\r\n")).toBe(true);
  });

  test("a range is exactly those bytes", async () => {
    const reply = await send(
      `GET /ewp/contents/${post.contentHash} HTTP/1.1\r\n${close}Range: bytes=2-5\r\n\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 206 [\s\S]*\r\ncontent-range: bytes 2-5\/10\r\n[\s\S]*\r\n\r\n2345$/);
  });

  test("a reader who goes away half-way leaves nothing open", async () => {
    const bytes = new Uint8Array(20_000_000);
    const file = await node.publish(bytes, { filename: "large.bin" });
    const controller = new AbortController();
    const reply = await fetch(`http://127.0.0.1:${port}/ewp/contents/${file.contentHash}`, {
      signal: controller.signal,
    });
    const reader = reply.body?.getReader();
    await reader?.read();
    controller.abort();
    await expect(reader?.read()).rejects.toThrow();
    expect(await send(`GET /livez HTTP/1.1\r\n${close}\r\n`)).toContain('{"status":"ok"}');
    expect(node.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});
