import type { Address } from "../crypto/address.ts";
import type { Hash } from "../crypto/hashes.ts";
import type { Hex } from "../crypto/hex.ts";
import type { Recover } from "../crypto/recover.ts";
import { parseSignature, recoverSigner } from "../crypto/signature.ts";
import { hashMessage, readLayout, type TypeMember } from "./eip712.ts";
import type { Checked } from "./field-schemas.ts";
import { type Envelope, typedDataOf } from "./typed-data.ts";
import { type CompiledVariant, variants } from "./variants.ts";

/** The signed values of an index entry, and the signature. */
export interface ProofEntry {
  contentHash: Hash;
  publisherAddress: Address;
  /** Unix seconds. */
  timestamp: number;
  signature: string;
}

type ProofType = ReturnType<typeof proofTypeOf>;

const otherWidths: Readonly<Record<string, string>> = { uint64: "uint256", uint256: "uint64" };
const proofVariants = variants.filter(({ kind }) => kind === "StatementOfSource");

// An index does not state the signed type: as declared, or with the other width of the timestamp.
const proofTypes: readonly ProofType[] = proofVariants.flatMap((variant) => {
  const declared = variant.layout.members.map(({ name, type }) => ({ name, type }));
  const other = declared.map(({ name, type }) => ({ name, type: otherWidths[type] ?? type }));
  return [declared, other].map((members) => proofTypeOf(variant, members));
});

/**
 * Checks that the publisher signed the hash and time of an index entry (spec 2.2), with any of the types of a
 * publication.
 *
 * @returns the signed type and the normalised signature; null when the publisher did not sign it
 */
export function verifyProof(
  entry: ProofEntry,
  recover: Recover,
): { encodeType: string; signature: Hex } | null {
  const parts = parseSignature(entry.signature);
  if (!parts) return null;
  for (const { variant, layout } of proofTypes) {
    const digest = hashMessage(layout, valuesOf(variant, entry));
    if (recoverSigner(digest, parts, recover) === entry.publisherAddress) {
      return { encodeType: layout.encodeType, signature: parts.hex };
    }
  }
  return null;
}

/**
 * Rebuilds the signed envelope of a stored proof (spec 4.7).
 *
 * @param entry.encodeType from `verifyProof` or `verifyEnvelope`
 * @throws RangeError when it is not a type of a publication
 */
export function proofEnvelope(entry: ProofEntry & { encodeType: string }): Envelope {
  const parts = parseSignature(entry.signature);
  const { variant, layout } = findProofType(entry.encodeType);
  if (!parts) throw new RangeError("This is not a signature.");
  return { typedData: typedDataOf(layout, valuesOf(variant, entry)), signature: parts.hex };
}

function findProofType(encodeType: string): ProofType {
  const known = proofTypes.find(({ layout }) => layout.encodeType === encodeType);
  if (known) return known;
  const [name, list] = encodeType.split(/[()]/);
  const members = (list ?? "").split(",").map((member) => {
    const [type = "", memberName = ""] = member.split(" ");
    return { name: memberName, type };
  });
  const variant = proofVariants.find(({ declared }) => declared.primaryType === name);
  if (!variant) throw new RangeError("A publication is not signed with this type.");
  return proofTypeOf(variant, members);
}

function proofTypeOf(variant: CompiledVariant, members: readonly TypeMember[]) {
  const layout = readLayout(variant.layout, { [variant.layout.name]: members });
  if (!layout) throw new RangeError("A publication is not signed with this type.");
  return { variant, layout };
}

function valuesOf({ declared: { fields, renamed } }: CompiledVariant, entry: ProofEntry): Checked {
  const meaning: Readonly<Record<string, string | number>> = { ...entry };
  return Object.fromEntries(
    Object.keys(fields).map((name) => [name, meaning[renamed?.[name] ?? name] ?? ""]),
  );
}
