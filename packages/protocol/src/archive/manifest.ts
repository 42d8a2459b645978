import { type Address, parseAddress } from "../crypto/address.ts";
import { type Hash, parseHash } from "../crypto/hashes.ts";
import type { Recover } from "../crypto/recover.ts";
import { recoverPersonalSigner } from "../crypto/signature.ts";

/** The files by which an archive of a node's content proves itself. */
export const archiveNames = {
  /** Every other file but the signature: its path, size and SHA-256, a JSON object on each line. */
  manifest: "manifest.jsonl",
  /** The owner's signature over the manifest. */
  signature: "signature.json",
} as const;

/** The statement that the owner of an archive signs: the hash of its manifest, and the source of the archive. */
export interface ManifestStatement {
  /** The base URL of the node. */
  readonly node: string;
  readonly address: Address;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** The number of lines of the manifest. */
  readonly files: number;
  /** The hash of the manifest's bytes. */
  readonly hash: Hash;
}

/** `signature.json` of an archive: a text as `personal_sign` of a wallet signs it (EIP-191). */
export interface ManifestSignature {
  readonly address: Address;
  readonly message: string;
  readonly signature: string;
}

const opening = [
  "I sign the list of files of an export of my node.",
  "It shows that the files are unchanged since. It allows nothing, and costs nothing.",
];

/** The text that the owner signs. It names its purpose in words, and no other message begins in the same way. */
export function formatManifestStatement(statement: ManifestStatement): string {
  const { node, address, madeAt, files, hash } = statement;
  return [
    ...opening,
    "",
    `Node: ${node}`,
    `Address: ${address}`,
    `Made: ${madeAt}`,
    `Files: ${files}`,
    `SHA-256 of ${archiveNames.manifest}: ${hash}`,
  ].join("\n");
}

const lines =
  /\n\nNode: ([^\n]{1,2048})\nAddress: (0x[0-9a-fA-F]{40})\nMade: ([0-9TZ:.-]{20,30})\nFiles: (\d{1,10})\nSHA-256 of manifest\.jsonl: (0x[0-9a-f]{64})$/;

/** Reads a text that `formatManifestStatement` made; null for any other. */
export function readManifestStatement(message: string): ManifestStatement | null {
  const [, node, owner = "", madeAt, files, digest = ""] = lines.exec(message.slice(0, 4_096)) ?? [];
  const [address, hash] = [parseAddress(owner), parseHash(digest)];
  if (node === undefined || madeAt === undefined || address === null || hash === null) return null;
  const statement = { node, address, madeAt, files: Number(files), hash };
  return formatManifestStatement(statement) === message ? statement : null;
}

/**
 * Reads `signature.json` of an archive and checks who signed.
 *
 * @returns the signed statement; null unless it is such a statement, signed by the address that it names
 */
export function verifyManifestSignature(json: unknown, recover: Recover): ManifestStatement | null {
  const { message, signature } = Object(json) as Partial<Record<"message" | "signature", unknown>>;
  if (typeof message !== "string" || typeof signature !== "string") return null;
  const statement = readManifestStatement(message);
  return statement && recoverPersonalSigner(message, signature, recover) === statement.address
    ? statement
    : null;
}
