import { keccak256 } from "@freehold/protocol";
import { KiB } from "@freehold/protocol/internal";

const nameLength = 255; // a name
const avatarLength = 48 * KiB; // the record that says where a picture is

/** The contract of ENS on Ethereum that resolves a name in one call; its address is the same in every version. */
export const universalResolver = "0xeeeeeeee14d718c2b47d9923deab1335e144eeee";

// The first four bytes of the hash of each function's signature.
const selectors = {
  reverse: "5d78a217",
  resolve: "9061b923",
  addr: "3b3b57de",
  text: "59d1d43c",
} as const;

// The number of bytes of a value in Ethereum's ABI.
const wordBytes = 32;

// The coin type of Ether (SLIP-44).
const ethereumCoin = 60n;

/** Bytes of a call: `reverse(bytes address, uint256 coinType)`. */
export function encodeReverse(address: string): string {
  const bytes = Buffer.from(address.slice(2), "hex");
  return call("reverse", [word(BigInt(2 * wordBytes)), word(ethereumCoin), dynamic(bytes)]);
}

/** Bytes of a call that resolves the address of a name. The name is normalised. */
export function encodeAddressOf(name: string): string {
  return encodeResolve(name, call("addr", [namehash(name)]));
}

/** Bytes of a call that resolves a text record of a name. The name is normalised. */
export function encodeTextOf(name: string, key: string): string {
  return encodeResolve(
    name,
    call("text", [namehash(name), word(BigInt(2 * wordBytes)), dynamic(Buffer.from(key))]),
  );
}

function encodeResolve(name: string, question: string): string {
  const wire = dynamic(dnsName(name));
  const offset = BigInt(2 * wordBytes);
  return call("resolve", [
    word(offset),
    word(offset + BigInt(wire.length)),
    wire,
    dynamic(Buffer.from(question.slice(2), "hex")),
  ]);
}

/** The primary name in the answer to a reverse call; null for no name, or one that is too long. */
export function decodeReverse(answer: Buffer): string | null {
  const bytes = dynamicAt(answer, 0);
  return bytes && bytes.length > 0 && bytes.length <= nameLength ? toText(bytes) : null;
}

/** The address in the answer to an address call, in lower case; null for none. */
export function decodeAddress(answer: Buffer): string | null {
  const result = dynamicAt(answer, 0);
  const isAddress = result?.length === wordBytes && result.subarray(0, 12).every((byte) => byte === 0);
  return isAddress ? `0x${result.subarray(12).toString("hex")}` : null;
}

/** The text in the answer to a record call; null for none, or one that is too long. */
export function decodeText(answer: Buffer): string | null {
  const result = dynamicAt(answer, 0);
  const bytes = result && dynamicAt(result, 0);
  return bytes && bytes.length > 0 && bytes.length <= avatarLength ? toText(bytes) : null;
}

/** A name as DNS writes it; only for names that {@link isEncodable} takes. */
function dnsName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from(label));
  return Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)]);
}

/** Whether a name can be encoded as DNS writes it. */
export function isEncodable(name: string): boolean {
  const labels = name.split(".").map((label) => Buffer.byteLength(label));
  return labels.length > 1 && labels.every((length) => length > 0 && length < 256);
}

/** The hash that stands for a name in ENS (EIP-137). */
function namehash(name: string): Buffer {
  const labels = name.split(".").map((label) => keccak256(Buffer.from(label)));
  return labels.reduceRight<Buffer>(
    (parent, label) => Buffer.from(keccak256(Buffer.concat([parent, label]))),
    Buffer.alloc(wordBytes),
  );
}

function call(name: keyof typeof selectors, parts: readonly Uint8Array[]): string {
  return `0x${selectors[name]}${Buffer.concat(parts).toString("hex")}`;
}

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * wordBytes, "0"), "hex");
}

/** Bytes with their length before them, padded to whole words. */
function dynamic(bytes: Buffer): Buffer {
  const rest = (wordBytes - (bytes.length % wordBytes)) % wordBytes;
  return Buffer.concat([word(BigInt(bytes.length)), bytes, Buffer.alloc(rest)]);
}

/** The bytes whose position a word of the head names; null where the data does not match it. */
function dynamicAt(data: Buffer, index: number): Buffer | null {
  const at = numberAt(data, index * wordBytes);
  const length = at === null ? null : numberAt(data, at);
  if (at === null || length === null) return null;
  const start = at + wordBytes;
  return start + length <= data.length ? data.subarray(start, start + length) : null;
}

function numberAt(data: Buffer, at: number): number | null {
  const end = at + wordBytes;
  const isSmall = end <= data.length && data.subarray(at, end - 4).every((byte) => byte === 0);
  return isSmall ? data.readUInt32BE(end - 4) : null;
}

function toText(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
