import { once } from "node:events";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../src/http/limits.ts";
import { limits as limiterLimits } from "../../src/limiter/limits.ts";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import { connectRaw, type RawConnection, requestText, say, statusOf } from "../support/raw-connection.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const MiB = 1024 * 1024;
/** How much more than at its start the node ever takes, whatever is sent to it. */
const room = 160 * MiB;

let network: TestNetwork;
let node: NodeProcess;
let port: number;
let atStart: number;
beforeAll(async () => {
  network = await createTestNetwork();
  node = await createNodeProcess(network, {
    FREEHOLD_TLS_CERT: "",
    FREEHOLD_TLS_KEY: "",
    FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
  });
  await node.start();
  await node.order({ do: "install", url: "https://ada.example", title: "Ada" });
  port = Number(new URL(node.url).port);
  await expectAnswers();
  atStart = (await node.memory()).now;
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

async function expectAnswers(): Promise<void> {
  expect(statusOf(await say(port, requestText("GET /ewp/profile")))).toBe(200);
}

async function expectUnharmed(): Promise<void> {
  await expectAnswers();
  expect((await node.memory()).peak - atStart).toBeLessThan(room);
}

const json = (length: number) => ({ "content-type": "application/json", "content-length": String(length) });
const post = (path: string, body: string) => say(port, requestText(`POST ${path}`, json(body.length), body));

/** Writes ever the same piece for as long as it is taken. @returns the answer, and how many bytes were written */
async function pour(
  start: string,
  piece: Buffer,
  most: number,
): Promise<{ answer: string; written: number }> {
  using made = await connectRaw(port);
  const { socket } = made;
  socket.write(start);
  let written = 0;
  while (written < most && !made.closed() && socket.writable) {
    written += piece.length;
    if (!socket.write(piece)) await Promise.race([once(socket, "drain").catch(() => {}), made.ended]);
  }
  return { answer: await made.ended, written };
}

describe("a body of 1 GB", () => {
  test.each(["/ewp/connections", "/api/graphql", "/api/install", "/api/visitors"])(
    "that says so is refused by %s before it comes",
    async (path) => {
      const answer = await say(port, requestText(`POST ${path}`, json(1024 ** 3)));
      expect(statusOf(answer)).toBe(413);
      await expectUnharmed();
    },
  );

  test.each(["/ewp/connections", "/api/graphql", "/api/install"])(
    "that comes piece by piece is not taken by %s",
    async (path) => {
      const piece = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
      const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
      const { answer, written } = await pour(requestText(`POST ${path}`, headers), piece, 1024 ** 3);
      // A client that continues to write may lose the connection before it reads the answer.
      expect([413, 0]).toContain(statusOf(answer));
      expect(written).toBeLessThan(64 * MiB);
      await expectUnharmed();
    },
  );

  test("a form with a file needs authorization", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=b", "transfer-encoding": "chunked" };
    const piece = Buffer.from(`10000\r\n${"x".repeat(65_536)}\r\n`);
    const { answer, written } = await pour(requestText("POST /api/graphql", headers), piece, 1024 ** 3);
    expect([401, 0]).toContain(statusOf(answer));
    expect(written).toBeLessThan(1024 ** 3);
    await expectUnharmed();
  });
});

describe("JSON", () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join(",")}}`;

  test("of a million keys is refused, and so is as much of it as fits into a body", async () => {
    // A client that continues to write may lose the connection before it reads the answer.
    expect([413, 0]).toContain(statusOf(await post("/api/graphql", keys(1_000_000))));
    expect(statusOf(await post("/api/graphql", keys(80_000)))).toBe(413);
    expect(statusOf(await post("/api/graphql", keys(6_000)))).toBe(400);
    expect(statusOf(await post("/ewp/connections", keys(5_000)))).toBe(400);
    expect(statusOf(await post("/api/install", keys(300_000)))).toBe(500);
    await expectUnharmed();
  });

  test.each([
    ["[", "]"],
    ['{"a":', "}"],
  ])("nested a thousand deep by %s is refused", async (open, close) => {
    const body = `${open.repeat(1_000)}1${close.repeat(1_000)}`;
    expect(statusOf(await post("/ewp/connections", body))).toBe(400);
    expect(statusOf(await post("/api/graphql", `{"query":"{ __typename }","variables":{"x":${body}}}`))).toBe(
      400,
    );
    expect(statusOf(await post("/api/visitors", body))).toBe(400);
    await expectUnharmed();
  });
});

test("compressed bodies are not decompressed: 60 KB that would be 60 MB", async () => {
  const packed = gzipSync(Buffer.alloc(60 * MiB));
  expect(packed.length).toBeLessThan(limits.messageBytes);
  for (const path of [
    "/ewp/connections",
    "/ewp/publications",
    "/ewp/replications",
    "/api/visitors",
    "/api/graphql",
  ]) {
    const head = requestText(`POST ${path}`, { ...json(packed.length), "content-encoding": "gzip" });
    const status = statusOf(await say(port, Buffer.concat([Buffer.from(head), packed])));
    expect({ path, status }).toEqual({ path, status: path === "/api/graphql" ? 415 : 400 });
  }
  await expectUnharmed();
});

test("a header of 1 MB, and ten thousand headers, are refused", async () => {
  const long = await pour(`GET / HTTP/1.1\r\nhost: a\r\nx-long: `, Buffer.alloc(16_384, "x"), MiB);
  expect([431, 0]).toContain(statusOf(long.answer));
  expect(long.written).toBeLessThanOrEqual(MiB);
  const many = await pour("GET / HTTP/1.1\r\nhost: a\r\n", Buffer.from("a: b\r\n".repeat(100)), 60_000);
  expect([431, 0]).toContain(statusOf(many.answer));
  expect(statusOf(await say(port, requestText(`GET /${"x".repeat(MiB)}`)))).toBe(431);
  await expectUnharmed();
});

/** The connections that this process may have open: ten thousand and more where the machine lets it. */
function connectionsHere(): number {
  const [, soft = "1024"] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Math.min(limiterLimits.connections + 50, Number(soft) - 500);
}

test("ten thousand idle connections don't block others", async () => {
  const count = connectionsHere();
  const held: RawConnection[] = [];
  try {
    while (held.length < count) {
      const some = Math.min(500, count - held.length);
      held.push(...(await Promise.all(Array.from({ length: some }, () => connectRaw(port)))));
    }
    await expectUnharmed();
    const closed = held.filter((one) => one.closed());
    // The oldest were closed without an answer to make room; a connection that was silent for too long got 408.
    const replaced = closed.filter((one) => one.heard() === "").length;
    const room = Math.max(0, count - limiterLimits.connections);
    expect(count - closed.length).toBeLessThanOrEqual(limiterLimits.connections);
    expect(replaced).toBeLessThanOrEqual(room + 100);
    process.stdout.write(
      `${count} idle connections, ${Math.round(((await node.memory()).now - atStart) / MiB)} MiB\n`,
    );
  } finally {
    for (const one of held) one[Symbol.dispose]();
  }
  await expectUnharmed();
}, 120_000);
