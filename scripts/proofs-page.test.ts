import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkProofs,
  fromHex,
  type Hex,
  hashesOfText,
  keccak256,
  readPastedPost,
  recoverPublicKey,
  toHex,
} from "@freehold/protocol";
import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../docs/verify.md"), "utf8");
const byHand = page.slice(page.indexOf("## By hand"));
const namedValue = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(byHand)?.[1] ?? "";
const word = (hex: string) => fromHex(`0x${hex.replace(/^0x/, "").padStart(64, "0")}` as Hex);
const join32 = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

test("the worked example of docs/verify.md is right, step by step", () => {
  const [contentHash, address] = [namedValue("contentHash"), namedValue("publisherAddress")];
  expect(`0x${createHash("sha256").update("hello").digest("hex")}`).toBe(contentHash);
  const type = /text `(StatementOfSource\(.*?\))`/s.exec(byHand)?.[1] ?? "";
  const typeHash = keccak256(new TextEncoder().encode(type));
  const time = Number(namedValue("timestamp")).toString(16);
  const struct = keccak256(join32(typeHash, word(contentHash), word(address), word(time)));
  const separator = /separator\s+`(0x\w{64})`/.exec(byHand)?.[1] ?? "";
  const digest = keccak256(join32(Uint8Array.of(0x19, 0x01), word(separator), struct));
  for (const hash of [typeHash, struct, digest]) expect(byHand).toContain(`\`${toHex(hash)}\``);
  const signature = fromHex(namedValue("signature") as Hex);
  const key = recoverPublicKey(digest, signature.subarray(0, 64), signature[64] === 27 ? 0 : 1);
  expect(key && toHex(keccak256(key.slice(-64)).slice(-20))).toBe(address.toLowerCase());
});

test("its file is a post that proves itself", () => {
  const file = /```json\n(.*?)```/s.exec(byHand)?.[1] ?? "";
  const { text, proofs } = readPastedPost(file);
  const check = checkProofs(proofs, text === null ? null : hashesOfText(text), {
    recover: recoverPublicKey,
    now: Date.now(),
  });
  expect([text, check?.verdict]).toEqual(["hello", "valid"]);
});
