import { afterAll, beforeAll, expect, test } from "vitest";
import { readPasted } from "../../src/foreign/pasted/read-pasted.ts";
import { limits } from "../../src/http/limits.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

let node: HttpNode;
let origin: string;
beforeAll(async () => {
  node = await openHttpNode({ settings: { FREEHOLD_TRUST_PROXY: "127.0.0.1" } });
  origin = `http://127.0.0.1:${await node.listen()}`;
  // The process that reads is started by the first text.
  expect((await check("x\n\ny", "198.51.100.250")).status).toBe(200);
});
afterAll(() => node[Symbol.asyncDispose]());

function check(post: string, from: string): Promise<Response> {
  return fetch(`${origin}/verify`, {
    method: "POST",
    body: `post=${post}`,
    headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": from },
  });
}

/** As long as a form may be. */
const largest = limits.verifyFormBytes - "post=".length;

/** Processor time (µs) of this process for some work. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test("a text of megabytes is read somewhere else than in this process", async () => {
  const text = "a\n".repeat(largest / 2);
  const reading = await costOf(async () => readPasted(Buffer.from(`post=${text}`), 0));
  const serving = await costOf(async () => expect((await check(text, "198.51.100.1")).status).toBe(200));
  expect(serving).toBeLessThan(reading / 2);
});

test.each([
  ["line breaks", "\n"],
  ["escapes", "%0A"],
  ["of many fields", "&a=1"],
  ["brackets", "%7B"],
  ["beginnings of proofs", "%0A%7B"],
  ["characters of three bytes", "\u76d0"],
  ["no UTF-8", "%FF"],
])("others are answered while texts of %s are read", async (_what, part) => {
  const post = part.repeat(Math.floor(largest / Buffer.byteLength(part)));
  const reading = Array.from({ length: 6 }, (_, n) => check(post, `198.51.100.${n + 10}`));
  let isDone = false;
  const all = Promise.all(reading).finally(() => (isDone = true));
  let meanwhile = 0;
  while (!isDone) {
    const reply = await fetch(`${origin}/livez`);
    expect(reply.status).toBe(200);
    meanwhile += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const { status } of await all) expect([200, 503]).toContain(status);
  expect(meanwhile).toBeGreaterThan(10);
});
