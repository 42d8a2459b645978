import { fromHex, type Hex, toHex } from "@freehold/protocol";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The other signature that anybody can make out of a given one: `s` is high, and `v` the other one (decisions 1). */
export function withHighS(signature: Hex): Hex {
  const { r, s, v } = split(signature);
  const high = (order - BigInt(s)).toString(16).padStart(64, "0");
  return `${r}${high}${byte(v === 27 ? 28 : 27)}`;
}

/** The same signature with another last byte. */
export function withV(signature: Hex, change: (v: number) => number): Hex {
  const { r, s, v } = split(signature);
  return `${r}${s.slice(2)}${byte(change(v))}`;
}

/** The same signature in the 64 bytes of EIP-2098. */
export function asCompact(signature: Hex): Hex {
  const { r, s, v } = split(signature);
  const bytes = fromHex(s);
  bytes[0] = (bytes[0] ?? 0) | (v === 28 ? 0x80 : 0);
  return `${r}${toHex(bytes).slice(2)}`;
}

/** 65 bytes with `r` and `s` of 0, which is nobody's signature. */
export const zeroSignature: Hex = `0x${"00".repeat(64)}1b`;

function split(signature: Hex): { r: Hex; s: Hex; v: number } {
  return {
    r: signature.slice(0, 66) as Hex,
    s: `0x${signature.slice(66, 130)}`,
    v: Number.parseInt(signature.slice(130), 16),
  };
}

function byte(value: number): string {
  return value.toString(16).padStart(2, "0");
}
