import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { recoverPublicKey } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { signDigestWith } from "../recover.ts";
import { curve as server } from "./curve-on-server.ts";
import { curve as wasm } from "./curve-with-wasm.ts";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function bytesOf(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, "0"), "hex");
}

function bit(recovery: number): 0 | 1 {
  return recovery === 0 ? 0 : 1;
}

const require = createRequire(import.meta.url);
const bindings = require.resolve("secp256k1/bindings");
const hasBuild = existsSync(join(dirname(bindings), "prebuilds", `${process.platform}-${process.arch}`));

test.runIf(hasBuild)("the native library serves on this machine, without the package's main entry", () => {
  expect(server.isNative).toBe(true);
  const run = Object.keys(require.cache);
  expect(run.filter((path) => /secp256k1\/(lib\/)?(index|elliptic)\.js$/.test(path))).toEqual([
    join(dirname(bindings), "lib/index.js"),
  ]);
  expect(run).toContain(bindings);
});

test("the fallback of that entry can't be loaded: its library is not installed", () => {
  expect(() => require("secp256k1/elliptic")).toThrow("not a constructor");
});

test("what it signs, viem, WASM and it recover to the key's public key", async () => {
  for (let count = 0; count < 50; count += 1) {
    const privateKey = generatePrivateKey();
    const digest = randomBytes(32);
    const { signature, recovery } = server.sign(digest, Buffer.from(privateKey.slice(2), "hex"));
    const key = server.recover(digest, signature, bit(recovery));
    expect(`0x${Buffer.from(key ?? []).toString("hex")}`).toBe(privateKeyToAccount(privateKey).publicKey);
    expect(key).toEqual(wasm.recover(digest, signature, bit(recovery)));
    const whole = Buffer.concat([signature, Buffer.from([27 + recovery])]).toString("hex");
    expect(await recoverPublicKey({ hash: digest, signature: `0x${whole}` })).toBe(
      `0x${Buffer.from(key ?? []).toString("hex")}`,
    );
  }
});

test("it signs what WASM signs, with a low s", () => {
  for (let count = 0; count < 50; count += 1) {
    const [privateKey, digest] = [randomBytes(32), randomBytes(32)];
    const signed = server.sign(digest, privateKey);
    expect(server.publicKeyOf(privateKey)).toEqual(wasm.publicKeyOf(privateKey));
    expect(signed).toEqual(wasm.sign(digest, privateKey));
    expect(BigInt(`0x${Buffer.from(signed.signature.slice(32)).toString("hex")}`)).toBeLessThanOrEqual(
      order / 2n,
    );
  }
});

test("it and WASM agree on what is no signature", () => {
  const digest = randomBytes(32);
  const { signature } = server.sign(digest, randomBytes(32));
  const [r, s] = [signature.slice(0, 32), signature.slice(32)];
  const broken = [
    Buffer.alloc(64),
    Buffer.concat([bytesOf(0n), s]),
    Buffer.concat([r, bytesOf(0n)]),
    Buffer.concat([bytesOf(order), s]),
    Buffer.concat([r, bytesOf(order)]),
    Buffer.alloc(64, 0xff),
  ];
  for (const one of broken) {
    expect(server.recover(digest, one, 0)).toBeNull();
    expect(wasm.recover(digest, one, 0)).toBeNull();
  }
  expect(server.recover(digest, signature.subarray(0, 63), 0)).toBeNull();
  expect(server.recover(digest.subarray(1), signature, 0)).toBeNull();
});

test("random bytes are recovered to the same key, or to none, by both", () => {
  for (let count = 0; count < 300; count += 1) {
    const [digest, signature] = [randomBytes(32), randomBytes(64)];
    expect(server.recover(digest, signature, bit(count % 2))).toEqual(
      wasm.recover(digest, signature, bit(count % 2)),
    );
  }
});

test.each([
  ["zero", bytesOf(0n)],
  ["the order of the curve", bytesOf(order)],
  ["31 bytes", new Uint8Array(31).fill(1)],
])("%s is no private key", (_name, privateKey) => {
  expect(server.publicKeyOf(privateKey)).toBeNull();
  expect(() => signDigestWith(privateKey)).toThrow(RangeError);
});
