import { keccak256 } from "./hashes.ts";
import { isRecord } from "./is-record.ts";
import { isTypeMember } from "./type-layout.ts";

/** The domain of every message (decisions 1). */
export const signingDomain = { name: "epress world", version: "1", chainId: 1 } as const;

/** Its type (decisions 1). */
export const signingDomainType = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
] as const;

/** The EIP-712 hash of the domain: 32 bytes. */
export const domainSeparator = hashDomain();

/** Whether a domain is the protocol's, with no field more and no field less. */
export function isSigningDomain(domain: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.keys(domain).length === 3 &&
    Object.entries(signingDomain).every(([key, value]) => Object.hasOwn(domain, key) && domain[key] === value)
  );
}

/** Whether an `EIP712Domain` among the sent types is the protocol's, in its order. */
export function isSigningDomainType(type: unknown): boolean {
  return (
    Array.isArray(type) &&
    type.length === signingDomainType.length &&
    signingDomainType.every(({ name, type: expected }, index) => {
      const member: unknown = type[index];
      return isRecord(member) && isTypeMember(member) && member.name === name && member.type === expected;
    })
  );
}

function hashDomain(): Uint8Array {
  const utf8 = new TextEncoder();
  const members = signingDomainType.map(({ name, type }) => `${type} ${name}`).join(",");
  const encoded = new Uint8Array(32 * 4);
  encoded.set(keccak256(utf8.encode(`EIP712Domain(${members})`)), 0);
  encoded.set(keccak256(utf8.encode(signingDomain.name)), 32);
  encoded.set(keccak256(utf8.encode(signingDomain.version)), 64);
  encoded[127] = signingDomain.chainId;
  return keccak256(encoded);
}
