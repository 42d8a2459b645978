import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import * as browserHashes from "../hashing/hash-in-browser.ts";
import * as wasmHashes from "../hashing/hash-with-wasm.ts";
import * as browserCurve from "./curve-in-browser.ts";
import * as wasmCurve from "./curve-with-wasm.ts";

const [browser, wasm] = [browserCurve.curve, wasmCurve.curve];

test("a browser's hashes are a server's", () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 135, 136, 137, 1_000]) {
    const bytes = randomBytes(length);
    expect(browserHashes.hashing.keccak256(bytes)).toEqual(wasmHashes.hashing.keccak256(bytes));
    expect(browserHashes.hashing.sha256(bytes)).toEqual(wasmHashes.hashing.sha256(bytes));
    const [one, other] = [browserHashes.hashing.createSha256(), wasmHashes.hashing.createSha256()];
    for (const piece of [bytes.subarray(0, 7), bytes.subarray(7)]) {
      one.update(piece);
      other.update(piece);
    }
    expect(one.digest()).toEqual(other.digest());
  }
});

test("a browser signs and recovers as a server does", () => {
  for (let round = 0; round < 50; round += 1) {
    const [key, digest] = [randomBytes(32), randomBytes(32)];
    expect(browser.publicKeyOf(key)).toEqual(wasm.publicKeyOf(key));
    const signed = browser.sign(digest, key);
    expect(signed).toEqual(wasm.sign(digest, key));
    for (const recovery of [0, 1] as const) {
      expect(browser.recover(digest, signed.signature, recovery)).toEqual(
        wasm.recover(digest, signed.signature, recovery),
      );
    }
    const bent = randomBytes(64);
    expect(browser.recover(digest, bent, 0)).toEqual(wasm.recover(digest, bent, 0));
  }
});

test.each([
  ["zeros", new Uint8Array(64)],
  ["ones", new Uint8Array(64).fill(255)],
  [
    "r of the order",
    Buffer.from(`fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141${"01".repeat(32)}`, "hex"),
  ],
])("a signature of %s has no signer anywhere", (_name, signature) => {
  const digest = randomBytes(32);
  expect([browser.recover(digest, signature, 0), wasm.recover(digest, signature, 0)]).toEqual([null, null]);
});

test.each([new Uint8Array(32), new Uint8Array(32).fill(255)])("%j is no key anywhere", (key) => {
  expect([browser.publicKeyOf(key), wasm.publicKeyOf(key)]).toEqual([null, null]);
});
