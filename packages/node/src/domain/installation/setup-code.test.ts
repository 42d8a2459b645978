import crypto from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { isSetupCode, readSetupCode } from "./setup-code.ts";

let node: HttpNode;
beforeEach(async () => {
  node = await openHttpNode({ install: false });
});
afterEach(() => node[Symbol.asyncDispose]());

it("is 32 bytes, stays the same, and is for this user alone", async () => {
  const codes = await Promise.all([1, 2, 3].map(() => readSetupCode(node.ctx)));
  const file = join(node.ctx.config.dataDir, "setup-code");
  expect(new Set(codes).size).toBe(1);
  expect(codes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await readFile(file, "utf8")).toBe(`${codes[0]}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, "abc");
  expect(await readSetupCode(node.ctx)).toMatch(/^[0-9a-f]{64}$/);
});

it("is compared in a time that does not depend on how much of a guess is right", async () => {
  const code = await readSetupCode(node.ctx);
  const last = code.endsWith("0") ? "1" : "0";
  const guesses = [
    null,
    "",
    "0",
    code.slice(1),
    code.slice(0, -1),
    code.slice(0, -1) + last,
    `${code}0`,
    code,
  ];
  const compare = vi.spyOn(crypto, "timingSafeEqual");
  syncBuiltinESMExports();
  try {
    for (const guess of guesses) expect(await isSetupCode(node.ctx, guess)).toBe(guess === code);
    const lengths = compare.mock.calls.map((pair) => pair.map(({ byteLength }) => byteLength));
    expect(lengths).toEqual(guesses.map(() => [32, 32]));
  } finally {
    compare.mockRestore();
    syncBuiltinESMExports();
  }
});
