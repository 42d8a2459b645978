import { type Address, parseAddress } from "../crypto/address.ts";
import { createContentHasher, type Hash, parseHash } from "../crypto/hashes.ts";
import type { Recover } from "../crypto/recover.ts";
import { verifyProof } from "../messages/verify-proof.ts";
import { parseArchivePath } from "./archive-paths.ts";
import { archiveNames, type ManifestStatement, verifyManifestSignature } from "./manifest.ts";

/**
 * A defect of an archive. Of a file: it was `changed`, is `missing`, was `added`, or its `proof` is not the publisher's
 * over its bytes. Of the whole: the `manifest` is missing or unreadable, or the `signature` is not the owner's over this
 * manifest.
 */
export interface ArchiveFault {
  readonly kind: "changed" | "missing" | "added" | "proof" | "manifest" | "signature";
  readonly path: string;
}

/** The result for an archive. */
export interface ArchiveReport {
  /** The statement that the owner signed; null for an archive without a signature, and for one with a wrong one. */
  readonly signed: ManifestStatement | null;
  /** Files that are as the manifest says. */
  readonly files: number;
  /** Signed publications whose bytes and signature match. */
  readonly proofs: number;
  readonly faults: readonly ArchiveFault[];
}

/** Takes the files of an archive one after another, in any order. */
export interface ArchiveCheck {
  /**
   * @param path with slashes; a folder around everything does not matter
   * @param from where the file is. Files that file managers leave in a folder (`.DS_Store`) do not count as added; in an
   *   archive they do.
   */
  add(path: string, bytes: AsyncIterable<Uint8Array>, from?: "archive" | "folder"): Promise<void>;
  /** Adds an entry that is not a plain file, such as a link. */
  addOther(path: string): void;
  /** @throws nothing: every problem is a fault in the report */
  finish(): ArchiveReport;
}

interface SeenFile {
  readonly size: number;
  readonly hash: Hash;
}

interface SeenProof {
  /** The path of the bytes. */
  readonly of: string;
  readonly hash: Hash | null;
  readonly signer: Address | null;
}

// The size that programs write; a longer file is hashed and not read.
const proofBytes = 64 * 1024;
const proofNames = /(?:\.about|(?:^|\/)proof)\.json$/;
// Files that file managers of desktops leave behind.
const desktopNames = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/**
 * Checks an archive that proves itself (`freehold export`): that every file of its manifest is there and unchanged, that none
 * was added, that the owner signed the manifest, and that each publication's own proof is over its bytes. Files are hashed as
 * they come, and only the manifest, the signature and proofs are kept.
 */
export function createArchiveCheck({ recover }: { readonly recover: Recover }): ArchiveCheck {
  const seen = new Map<string, SeenFile>();
  /** Files that come twice, and entries that are not files. */
  const odd: string[] = [];
  const ofTheDesktop = new Set<string>();
  const proofs: SeenProof[] = [];
  const texts = new Map<string, string>();

  return {
    async add(path, bytes, from = "archive") {
      const name = path.split("/").at(-1) ?? "";
      const isOwn = Object.values(archiveNames).some((one) => one === name);
      const isManifest = name === archiveNames.manifest;
      const { text, ...file } = await readFile(bytes, isManifest ? Number.POSITIVE_INFINITY : proofBytes);
      if (seen.has(path)) odd.push(path);
      if (from === "folder" && desktopNames.has(name)) ofTheDesktop.add(path);
      seen.set(path, file);
      if (isOwn && text !== null) texts.set(path, text);
      else if (proofNames.test(path) && text !== null) {
        const proof = readProof(path, text, recover);
        if (proof) proofs.push(proof);
      }
    },

    addOther(path) {
      odd.push(path);
    },

    finish() {
      const top = findTop(texts.keys());
      const list = readManifest(texts.get(`${top}${archiveNames.manifest}`));
      const shorten = (path: string) => (path.startsWith(top) ? path.slice(top.length) : path);
      const faults: ArchiveFault[] = odd.map((path) => ({ kind: "added", path: shorten(path) }));
      const found = new Set([`${top}${archiveNames.manifest}`, `${top}${archiveNames.signature}`]);
      if (list === null) faults.push({ kind: "manifest", path: archiveNames.manifest });
      let files = 0;
      for (const [path, { size, hash }] of list ?? []) {
        found.add(`${top}${path}`);
        const file = seen.get(`${top}${path}`);
        if (!file) faults.push({ kind: "missing", path });
        else if (file.size !== size || file.hash !== hash) faults.push({ kind: "changed", path });
        else files += 1;
      }
      for (const path of list === null ? [] : seen.keys()) {
        if (!found.has(path) && !ofTheDesktop.has(path)) faults.push({ kind: "added", path: shorten(path) });
      }
      const signed = checkSignature(top, list?.size ?? -1);
      if (signed === "wrong") faults.push({ kind: "signature", path: archiveNames.signature });
      const statement = signed === "wrong" ? null : signed;
      const isGood = new Set(proofs.filter((proof) => isProof(proof, statement)));
      const known = new Set(faults.map(({ path }) => `${top}${path}`));
      for (const { of } of proofs.filter((proof) => !isGood.has(proof) && !known.has(proof.of))) {
        faults.push({ kind: "proof", path: of.slice(top.length) });
      }
      return { signed: statement, files, proofs: isGood.size, faults };
    },
  };

  function checkSignature(top: string, count: number): ManifestStatement | null | "wrong" {
    if (!seen.has(`${top}${archiveNames.signature}`)) return null;
    const text = texts.get(`${top}${archiveNames.signature}`) ?? "";
    const statement = verifyManifestSignature(parse(text), recover);
    const manifest = seen.get(`${top}${archiveNames.manifest}`);
    return statement && statement.hash === manifest?.hash && statement.files === count ? statement : "wrong";
  }

  /** The owner of the archive is the publisher of its signed posts. */
  function isProof({ of, hash, signer }: SeenProof, statement: ManifestStatement | null): boolean {
    if (signer === null || hash === null || seen.get(of)?.hash !== hash) return false;
    return statement === null || statement.address === signer;
  }
}

async function readFile(bytes: AsyncIterable<Uint8Array>, most: number) {
  const hasher = createContentHasher();
  let parts: Uint8Array[] | null = [];
  let size = 0;
  for await (const part of bytes) {
    hasher.update(part);
    size += part.length;
    if (size > most) parts = null;
    parts?.push(part.slice());
  }
  const decoder = new TextDecoder();
  const text =
    parts && `${parts.map((part) => decoder.decode(part, { stream: true })).join("")}${decoder.decode()}`;
  return { size, hash: hasher.digest(), text };
}

/** The folder around everything, with a slash at its end: that of the manifest that lies highest. */
function findTop(paths: Iterable<string>): string {
  const depth = (path: string) => path.split("/").length;
  const [first = ""] = [...paths].sort((one, other) => depth(one) - depth(other));
  return first.slice(0, first.lastIndexOf("/") + 1);
}

/** @returns null for a text that is not a manifest, and for one that names files outside of its folder */
function readManifest(text: string | undefined): Map<string, SeenFile> | null {
  if (text === undefined) return null;
  const files = new Map<string, SeenFile>();
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const { path, size, sha256 } = Object(parse(line)) as Record<string, unknown>;
    const hash = parseHash(`0x${sha256}`);
    if (typeof path !== "string" || parseArchivePath(path) !== path) return null;
    if (typeof size !== "number" || hash === null || files.has(path)) return null;
    files.set(path, { size, hash });
  }
  return files;
}

/** @returns null for a publication that nobody signed */
function readProof(path: string, text: string, recover: Recover): SeenProof | null {
  const fields = Object(parse(text)) as Record<string, unknown>;
  const { signature, timestamp, file } = fields;
  if (signature === null) return null;
  const of = typeof file === "string" ? resolve(path, file) : path.replace(/\.about\.json$/, "");
  const hash = parseHash(fields.contentHash);
  const publisherAddress = parseAddress(String(fields.publisherAddress));
  const isWhole =
    hash !== null &&
    publisherAddress !== null &&
    typeof timestamp === "number" &&
    typeof signature === "string";
  const isSigned =
    isWhole && verifyProof({ contentHash: hash, publisherAddress, timestamp, signature }, recover) !== null;
  return { of, hash, signer: isSigned ? publisherAddress : null };
}

/** A path that a file names, seen from its folder. */
function resolve(from: string, path: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
