import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  archiveNames,
  formatManifestStatement,
  type ManifestSignature,
  type ManifestStatement,
  recoverPublicKey,
  verifyManifestSignature,
} from "@freehold/protocol";
import { hashBytes } from "../../../blobs/blobs.ts";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { writeJson, writeJsonLines } from "./files.ts";

/** A file as the manifest lists it. */
export interface ListedFile {
  readonly path: string;
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** Whether its owner put it there, and no export. */
  readonly isOther?: true;
}

interface Listing {
  /** Whether the export wrote a file; by default it wrote all of them. */
  readonly isMade?: (path: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lists every file below a folder with its hash in the manifest, and returns the text that the owner signs.
 *
 * @param about the values that the statement names beside the files
 */
export async function writeManifest(
  folder: string,
  about: Pick<ManifestStatement, "node" | "address" | "madeAt">,
  listing: Listing = {},
): Promise<ManifestStatement> {
  const path = join(folder, archiveNames.manifest);
  const files = await writeJsonLines(path, hashFiles(folder, "", listing), listing.signal);
  return { ...about, files, hash: await hashBytes(createReadStream(path)) };
}

/** The files below a folder in the order of their names, without the manifest and its signature. */
async function* hashFiles(folder: string, below: string, listing: Listing): AsyncGenerator<ListedFile> {
  const own: readonly string[] = below === "" ? ["unfinished.json", ...Object.values(archiveNames)] : [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    listing.signal?.throwIfAborted();
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    // Version control and desktops keep these beside a site.
    if (below === "" && entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* hashFiles(folder, path, listing);
    else if (entry.isFile() && !own.includes(path) && !path.endsWith(".part")) {
      const { size } = await stat(join(folder, path));
      const hash = await hashBytes(createReadStream(join(folder, path)));
      const isOther = listing.isMade?.(path) === false;
      yield { path, size, sha256: hash.slice(2), ...(isOther && { isOther }) };
    }
  }
}

/** Adds the owner's signature over the manifest. */
export async function writeSignature(
  folder: string,
  statement: ManifestStatement,
  signature: string,
): Promise<void> {
  const message = formatManifestStatement(statement);
  const json: ManifestSignature = { address: statement.address, message, signature };
  if (verifyManifestSignature(json, recoverPublicKey) === null)
    throw new AppError("VALIDATION_FAILED", "The list of files is not signed by the owner.");
  await writeJson(join(folder, archiveNames.signature), json);
}

/** Adds the owner's signature where this node can use the owner's key without asking. @returns whether it did */
export async function signIfUnlocked(
  { unlockSigner }: Pick<Context, "unlockSigner">,
  folder: string,
  statement: ManifestStatement,
): Promise<boolean> {
  using signer = await unlockSigner();
  if (signer?.address !== statement.address) return false;
  await writeSignature(folder, statement, signer.signText(formatManifestStatement(statement)));
  return true;
}

/** The statement that is signed in a folder, or null. */
export async function readSignature(folder: string): Promise<ManifestStatement | null> {
  const text = await readFile(join(folder, archiveNames.signature), "utf8").catch(() => "null");
  return verifyManifestSignature(JSON.parse(text), recoverPublicKey);
}
