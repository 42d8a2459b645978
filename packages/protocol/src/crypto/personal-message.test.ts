import { hashMessage, recoverMessageAddress } from "viem";
import { expect, it } from "vitest";
import {
  addressOfPrivateKey,
  digestOfPersonalMessage,
  recoverPersonalSigner,
  recoverPublicKey,
  signDigestWith,
  toHex,
} from "../index.ts";
import { joinSignature } from "./signature.ts";

const key = new Uint8Array(32).fill(3);
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function sign(message: string) {
  const { signature, recovery } = signDigestWith(key)(digestOfPersonalMessage(message));
  return joinSignature(signature, recovery);
}

it.each(["", "hello", "a\nb", "ü 🏠", "x".repeat(1000)])("hashes %j as wallets do", (message) => {
  expect(toHex(digestOfPersonalMessage(message))).toBe(hashMessage(message));
});

it("finds who signed", async () => {
  const signature = sign("hello");
  expect(recoverPersonalSigner("hello", signature, recoverPublicKey)).toBe(addressOfPrivateKey(key));
  expect(await recoverMessageAddress({ message: "hello", signature })).toBe(addressOfPrivateKey(key));
  expect(recoverPersonalSigner("hello ", signature, recoverPublicKey)).not.toBe(addressOfPrivateKey(key));
});

it("accepts a v of 0 or 1 as well, and refuses any other", () => {
  const signature = sign("hello");
  const v = Number.parseInt(signature.slice(-2), 16);
  const withV = (value: number) => signature.slice(0, -2) + value.toString(16).padStart(2, "0");
  expect(recoverPersonalSigner("hello", withV(v - 27), recoverPublicKey)).toBe(addressOfPrivateKey(key));
  for (const other of [2, 26, 29, 37, 255]) {
    expect(recoverPersonalSigner("hello", withV(other), recoverPublicKey)).toBeNull();
  }
});

it("refuses the signature's twin with a high s", () => {
  const signature = sign("hello");
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = Number.parseInt(signature.slice(-2), 16) === 27 ? "1c" : "1b";
  const twin = signature.slice(0, 66) + s.toString(16).padStart(64, "0") + v;
  expect(recoverPersonalSigner("hello", twin, recoverPublicKey)).toBeNull();
});

it.each(["", "0x", "0x00", `0x${"0".repeat(130)}`, `0x${"ab".repeat(64)}`, `0x${"ab".repeat(200)}`])(
  "takes %j for no signature",
  (signature) => {
    expect(recoverPersonalSigner("hello", signature, recoverPublicKey)).toBeNull();
  },
);
