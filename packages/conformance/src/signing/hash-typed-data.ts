import { fromHex, type Hex, keccak256, type TypeMember } from "@freehold/protocol";

/** Typed data that may be wrong in any part. */
export interface LooseTypedData {
  domain: Record<string, unknown>;
  types: Record<string, TypeMember[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

const utf8 = new TextEncoder();
const wordBytes = 32;
const domainTypes: Readonly<Record<string, string>> = {
  name: "string",
  version: "string",
  chainId: "uint256",
  verifyingContract: "address",
  salt: "bytes32",
};

/**
 * The EIP-712 digest of any typed data, with the sender's types and domain. So the suite can sign messages that only a
 * node that trusts the sender's types accepts. Independent of the encoder in `protocol`.
 *
 * @returns 32 bytes
 * @throws RangeError or TypeError when a value can't be encoded as its type
 */
export function hashTypedData({ domain, types, primaryType, message }: LooseTypedData): Uint8Array {
  const domainMembers = Object.keys(domain).map((name) => ({ name, type: domainTypes[name] ?? "string" }));
  const separator = hashStruct("EIP712Domain", domain, { EIP712Domain: domainMembers });
  return keccak256(
    Buffer.concat([new Uint8Array([0x19, 0x01]), separator, hashStruct(primaryType, message, types)]),
  );
}

function hashStruct(
  name: string,
  values: Record<string, unknown>,
  types: LooseTypedData["types"],
): Uint8Array {
  const words = (types[name] ?? []).map((member) => encodeValue(member.type, values[member.name], types));
  return keccak256(Buffer.concat([keccak256(utf8.encode(encodeType(name, types))), ...words]));
}

function encodeType(name: string, types: LooseTypedData["types"]): string {
  const referred = [...referredTypes(name, types)].filter((type) => type !== name).sort();
  const write = (type: string) =>
    `${type}(${(types[type] ?? []).map((member) => `${member.type} ${member.name}`).join(",")})`;
  return [name, ...referred].map(write).join("");
}

function referredTypes(name: string, types: LooseTypedData["types"], found = new Set<string>()): Set<string> {
  if (found.has(name) || !types[name]) return found;
  found.add(name);
  for (const { type } of types[name]) referredTypes(type, types, found);
  return found;
}

function encodeValue(type: string, value: unknown, types: LooseTypedData["types"]): Uint8Array {
  if (type === "string") return keccak256(utf8.encode(String(value)));
  if (type === "address" || /^bytes\d+$/.test(type)) return padWord(fromHex(String(value) as Hex), type);
  if (/^u?int\d*$/.test(type)) return encodeInteger(BigInt(value as string | number));
  if (types[type]) return hashStruct(type, value as Record<string, unknown>, types);
  throw new TypeError("This type can't be encoded.");
}

function padWord(bytes: Uint8Array, type: string): Uint8Array {
  const word = new Uint8Array(wordBytes);
  word.set(bytes, type === "address" ? wordBytes - bytes.length : 0);
  return word;
}

function encodeInteger(value: bigint): Uint8Array {
  const hex = BigInt.asUintN(256, value).toString(16).padStart(64, "0");
  return fromHex(`0x${hex}`);
}
