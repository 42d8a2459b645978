import { createHash } from "node:crypto";
import type { Hash } from "@freehold/protocol";
import { hashBytes, type StoredBlob } from "../../../blobs/blobs.ts";
import { storeBytes } from "../../../domain/contents/content-bytes.ts";
import type { OwnAddresses } from "../../../domain/profile/own-addresses.ts";
import { replaceContentHashes } from "../../../domain/publications/texts/content-addresses.ts";
import { AppError, hasCode } from "../../../errors/errors.ts";
import { measureFile } from "./files/import-files.ts";
import type { ImportRun } from "./import-run.ts";

/** An unsigned file that is named by its hash. */
interface HashedFile {
  /** Its name in the report. */
  readonly what: string;
  readonly hash: Hash;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * The unsigned pictures of an import whose texts name pictures by their hash: they lose their metadata, and the texts get
 * their new hashes. One that is signed, too, or that a signed post names keeps its bytes. The order of calls: `announce` for all
 * unsigned files, `keep` and `keepNamedIn` for all that is signed, `take` for all unsigned files, `rewrite` for all unsigned posts.
 */
export class CleanedPictures {
  readonly #run: ImportRun;
  /** The addresses of the node from which the texts come, and of this one. */
  readonly #own: OwnAddresses;
  readonly #announced = new Set<Hash>();
  readonly #kept = new Set<Hash>();
  readonly #hashes = new Map<Hash, Hash>();

  constructor(run: ImportRun, urls: readonly string[]) {
    this.#run = run;
    const [url = "", ...earlierUrls] = urls;
    this.#own = { url, earlierUrls };
  }

  /** Announces an unsigned file, before texts are read for its hash. */
  announce(hash: Hash): void {
    this.#announced.add(hash);
  }

  /** Keeps the bytes of a picture that is signed as well. */
  keep(hash: Hash): void {
    this.#kept.add(hash);
  }

  /** Keeps the bytes of the pictures that a signed post names, at whatever address. */
  keepNamedIn(signedText: string): void {
    for (const [, written = ""] of signedText.matchAll(/\/(0x[0-9a-f]{64})(?![0-9a-f])/gi)) {
      const hash = written.toLowerCase() as Hash;
      if (this.#announced.has(hash)) this.#kept.add(hash);
    }
  }

  /** Lets texts name a picture of an earlier run by the hash that it has here. */
  use(hash: Hash, here: Hash): void {
    if (here !== hash) this.#hashes.set(hash, here);
  }

  /** Whether a picture has another hash here, so that texts change. */
  get hasNew(): boolean {
    return this.#hashes.size > 0;
  }

  /** The hash here of a picture, or the same hash. */
  hashOf(hash: Hash): Hash {
    return this.#hashes.get(hash) ?? hash;
  }

  /** A text of an unsigned post with the new hashes. */
  rewrite(text: string): string {
    return replaceContentHashes(text, this.#own, this.#hashes);
  }

  /**
   * Stores an unsigned file: a picture without its metadata, where that is possible. In a dry run it stores nothing.
   *
   * @returns the hash here; `size` is 0 in a dry run
   * @throws AppError BLOB_MISMATCH for other bytes than those of the hash, TOO_LARGE
   */
  async take({ what, hash, open }: HashedFile): Promise<StoredBlob> {
    const run = this.#run;
    const source = async () => requireHash(await open(), hash);
    if (run.keepMetadata) return await this.#takeExact(hash, await source());
    try {
      if (this.#kept.has(hash)) {
        const { removed } = await measureFile(run, await source(), null);
        if (removed.length > 0) run.report.note(what, keptForSigned);
        return await this.#takeExact(hash, await source());
      }
      const { removed, ...clean } = run.dryRun
        ? { size: 0, ...(await measureFile(run, await source(), null)) }
        : await storeBytes(run.context, { kind: "FILE", source: await source() }, run.signal);
      run.countCleaned(clean.hash, removed);
      this.use(hash, clean.hash);
      return clean;
    } catch (error) {
      if (!hasCode(error, "PICTURE_DAMAGED", "PICTURE_UNSUPPORTED")) throw error;
      run.report.note(what, "It is unchanged: location and camera data can't be removed from it.");
      return await this.#takeExact(hash, await source());
    }
  }

  async #takeExact(hash: Hash, source: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
    const { context, dryRun, signal } = this.#run;
    if (dryRun) return { hash: await hashBytes(source), size: 0 };
    return await storeBytes(context, { kind: "FILE", source, expected: hash }, signal);
  }
}

const keptForSigned =
  "It keeps its location and camera data, because it is signed, too, or a signed post names it by its hash.";

/** Passes bytes on. @throws AppError BLOB_MISMATCH at their end for another hash */
async function* requireHash(source: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  const hasher = createHash("sha256");
  for await (const chunk of source) {
    hasher.update(chunk);
    yield chunk;
  }
  if (`0x${hasher.digest("hex")}` !== hash) throw new AppError("BLOB_MISMATCH", "The content is different.");
}
