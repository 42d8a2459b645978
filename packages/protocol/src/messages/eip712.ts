import { keccak256 } from "../crypto/hashes.ts";
import { type Hex, writeHex } from "../crypto/hex.ts";
import type { Checked } from "./field-schemas.ts";
import { type Field, type Fields, isRecord, typeNameOf, uint256 } from "./fields.ts";

/** One member of a type in typed data. */
export interface TypeMember {
  name: string;
  type: string;
}

/** An EIP-712 type for hashing, with the signer's order and widths. */
export interface Layout {
  readonly name: string;
  readonly members: readonly LayoutMember[];
  /** `encodeType` of EIP-712: the type and every type that it refers to. */
  readonly encodeType: string;
  /** Keccak-256 of `encodeType`. */
  readonly typeHash: Uint8Array;
  /** The buffer in which values are encoded to be hashed; the encoding is synchronous, so all calls share it. */
  readonly encoded: Uint8Array;
}

interface LayoutMember {
  readonly name: string;
  readonly type: string;
  readonly field: Field;
  /** The layout of a struct. */
  readonly layout: Layout | null;
}

const utf8 = new TextEncoder();
const word = 32;

export function layoutOf(name: string, fields: Fields): Layout {
  return makeLayout(
    name,
    Object.entries(fields).map(([member, field]) => ({
      name: member,
      type: typeNameOf(field),
      field,
      layout: field.shape === "struct" ? layoutOf(field.name, field.fields) : null,
    })),
  );
}

/**
 * Reads a layout from the `types` of a sender. They may differ from the declared ones only in the order of fields and
 * in the width of unsigned integers (decisions 1, rule 3).
 *
 * @returns the declared one where nothing differs; null for any other difference
 */
export function readLayout(declared: Layout, types: Readonly<Record<string, unknown>>): Layout | null {
  if (isAsDeclared(declared, types)) return declared;
  const sent = Object.hasOwn(types, declared.name) ? types[declared.name] : null;
  if (!Array.isArray(sent) || sent.length !== declared.members.length) return null;
  const members: LayoutMember[] = [];
  for (const entry of sent) {
    if (!isTypeMember(entry)) return null;
    const known = declared.members.find(({ name }) => name === entry.name);
    if (!known || members.some(({ name }) => name === entry.name) || !sameType(known, entry.type))
      return null;
    const layout = known.layout && readLayout(known.layout, types);
    if (known.layout && !layout) return null;
    members.push({ ...known, type: entry.type, layout });
  }
  return makeLayout(declared.name, members);
}

function isAsDeclared({ name, members }: Layout, types: Readonly<Record<string, unknown>>): boolean {
  const sent = Object.hasOwn(types, name) ? types[name] : null;
  if (!Array.isArray(sent) || sent.length !== members.length) return false;
  let at = 0;
  for (const { name, type, layout } of members) {
    const entry: unknown = sent[at++];
    if (!isTypeMember(entry) || entry.name !== name || entry.type !== type) return false;
    if (layout && !isAsDeclared(layout, types)) return false;
  }
  return true;
}

/** The `types` entries of a layout and of the layouts that it refers to. */
export function typesOf(layout: Layout): Record<string, TypeMember[]> {
  const own = layout.members.map(({ name, type }) => ({ name, type }));
  return Object.assign(
    { [layout.name]: own },
    ...layout.members.map((member) => member.layout && typesOf(member.layout)),
  );
}

function isTypeMember(entry: unknown): entry is TypeMember {
  if (!isRecord(entry) || Object.keys(entry).length !== 2) return false;
  if (!Object.hasOwn(entry, "name") || !Object.hasOwn(entry, "type")) return false;
  return typeof entry.name === "string" && typeof entry.type === "string";
}

function sameType({ field, type }: LayoutMember, sent: string): boolean {
  return field.shape === "uint" ? sent === "uint64" || sent === "uint256" : sent === type;
}

function makeLayout(name: string, members: readonly LayoutMember[]): Layout {
  const own = `${name}(${members.map((member) => `${member.type} ${member.name}`).join(",")})`;
  const referred = members.map(({ layout }) => layout?.encodeType ?? "").sort();
  const encodeType = own + referred.join("");
  const typeHash = keccak256(utf8.encode(encodeType));
  const encoded = new Uint8Array(word * (members.length + 1));
  return { name, members, encodeType, typeHash, encoded };
}

/** The EIP-712 `hashStruct` of checked values in this layout: 32 bytes. */
export function hashStruct({ members, typeHash, encoded }: Layout, values: Checked): Uint8Array {
  // Nothing stays of the message before.
  encoded.fill(0);
  encoded.set(typeHash);
  let end = word;
  for (const { name, field, layout } of members) {
    end += word;
    const value = values[name];
    if (typeof value === "number") writeUint(encoded, end, value);
    else if (typeof value !== "string") encoded.set(hashInner(layout, value), end - word);
    else if (field.shape === "address" || field.shape === "bytes32") writeHex(value as Hex, encoded, end);
    else encoded.set(hashText(value), end - word);
  }
  return keccak256(encoded);
}

/** The signed digest, over `0x1901`, the protocol's domain and the message: 32 bytes. */
export function hashMessage(layout: Layout, values: Checked): Uint8Array {
  signed.set(hashStruct(layout, values), 2 + word);
  return keccak256(signed);
}

function hashInner(layout: Layout | null, value: Checked | undefined): Uint8Array {
  if (!value || !layout) throw new TypeError("A value of the message is missing.");
  return hashStruct(layout, value);
}

/** Writes a number, most significant byte first. */
function writeUint(bytes: Uint8Array, end: number, value: number): void {
  let rest = value;
  for (let at = end - 1; rest > 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

// Longer texts are encoded elsewhere.
const shortText = new Uint8Array(1_024);

function hashText(text: string): Uint8Array {
  // UTF-8 has up to three bytes for each code unit.
  if (text.length * 3 > shortText.length) return keccak256(utf8.encode(text));
  return keccak256(shortText.subarray(0, utf8.encodeInto(text, shortText).written));
}

/** The domain of every message (decisions 1). */
export const signingDomain = { name: "epress world", version: "1", chainId: 1 } as const;

const anyText = { shape: "text", min: 0, max: Number.POSITIVE_INFINITY } as const;
const domainLayout = layoutOf("EIP712Domain", { name: anyText, version: anyText, chainId: uint256 });
/** The EIP-712 hash of the domain: 32 bytes. */
export const domainSeparator = hashStruct(domainLayout, signingDomain);
/** The bytes to hash before signing; the message's hash comes last. */
const signed = Uint8Array.of(0x19, 0x01, ...domainSeparator, ...new Uint8Array(word));

/** The members of its type (decisions 1). */
export const signingDomainType: readonly TypeMember[] = domainLayout.members.map(({ name, type }) => ({
  name,
  type,
}));

const signingDomainEntries = Object.entries(signingDomain);

/** Whether a domain has exactly the protocol's fields and values. */
export function isSigningDomain(domain: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.keys(domain).length === signingDomainEntries.length &&
    signingDomainEntries.every(([key, value]) => Object.hasOwn(domain, key) && domain[key] === value)
  );
}

/** Whether a sent `EIP712Domain` type is the protocol's, in its order. */
export function isSigningDomainType(type: unknown): boolean {
  return readLayout(domainLayout, { EIP712Domain: type }) === domainLayout;
}
