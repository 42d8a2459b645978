import type { Checked } from "./field-schemas.ts";
import { keccak256 } from "./hashes.ts";
import { fromHex, type Hex } from "./hex.ts";
import { domainSeparator } from "./signing-domain.ts";
import type { Layout } from "./type-layout.ts";

const utf8 = new TextEncoder();
const word = 32;

/** The EIP-712 `hashStruct` of checked values in this layout: 32 bytes. */
export function hashStruct(layout: Layout, values: Checked): Uint8Array {
  const encoded = new Uint8Array(word * (layout.members.length + 1));
  encoded.set(layout.typeHash, 0);
  let end = word;
  for (const member of layout.members) {
    end += word;
    const bytes = encodeValue(values[member.name], member.field.shape, member.layout);
    encoded.set(bytes, end - bytes.length);
  }
  return keccak256(encoded);
}

/** The digest that is signed: `0x1901`, the protocol's domain, the message. 32 bytes. */
export function hashMessage(layout: Layout, values: Checked): Uint8Array {
  const encoded = new Uint8Array(2 + word * 2);
  encoded[0] = 0x19;
  encoded[1] = 0x01;
  encoded.set(domainSeparator, 2);
  encoded.set(hashStruct(layout, values), 2 + word);
  return keccak256(encoded);
}

/** A value's bytes, to stand at the end of its word. */
function encodeValue(value: Checked[string] | undefined, shape: string, layout: Layout | null): Uint8Array {
  if (typeof value === "number") return encodeUint(value);
  if (typeof value === "string") {
    return shape === "address" || shape === "bytes32" ? fromHex(value as Hex) : keccak256(utf8.encode(value));
  }
  if (value && layout) return hashStruct(layout, value);
  throw new TypeError("A value of the message is missing.");
}

function encodeUint(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setUint32(0, Math.floor(value / 0x1_0000_0000));
  bytes.setUint32(4, value % 0x1_0000_0000);
  return new Uint8Array(bytes.buffer);
}
