import type { ImportedFile, ImportedPost } from "@freehold/import";
import { hashBytes } from "../../../../blobs/blobs.ts";
import { sniffMediaType } from "../../../../blobs/sniff-media-type.ts";
import {
  peekHead,
  type StoredBytes,
  storeBytes,
  withoutMetadata,
} from "../../../../domain/contents/content-bytes.ts";
import { createPublication } from "../../../../domain/publications/create.ts";
import { updatePublication } from "../../../../domain/publications/update.ts";
import { AppError, isRefusal, msg } from "../../../../errors/errors.ts";
import { findImport, insertImport, isImported } from "../../../../store/publications/imports.ts";
import { listPublicationsByHash, type Publication } from "../../../../store/publications/publications.ts";
import { findFetched, recordFetched } from "../fetched-files.ts";
import type { ImportRun } from "../import-run.ts";
import { isForLater } from "../missing-files.ts";
import { addressOnSite, isOnOldSite } from "../old-site.ts";

const filesOfPost = 1_000; // pictures and files of an imported post

/** A file of a post that is here now. In a dry run, one that would be. */
interface TakenFile {
  readonly hash: string;
  readonly isPicture: boolean;
}

const pictureTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** The files of a post, by their address in the text. */
export interface FilesOfPost {
  readonly taken: ReadonlyMap<string, TakenFile>;
  /** Absolute addresses of those that stay on the old site. */
  readonly elsewhere: ReadonlyMap<string, string>;
}

/**
 * Imports the files that a post names as the editor's uploads are: each content once, a draft where the post is one. What is missing or
 * too large is a note in the report, and stays a link.
 */
export async function importFiles(run: ImportRun, post: ImportedPost): Promise<FilesOfPost> {
  const taken = new Map<string, TakenFile>();
  const elsewhere = new Map<string, string>();
  for (const file of post.files.slice(0, filesOfPost)) {
    run.signal?.throwIfAborted();
    if (taken.has(file.address)) continue;
    const url = findAddress(run, post, file);
    if (url !== null && url !== file.address) elsewhere.set(file.address, url);
    try {
      const found = await importFile(run, post, { ...file, url });
      if (found) taken.set(file.address, found);
      else noteMissing(run, post, { ...file, url });
    } catch (error) {
      run.signal?.throwIfAborted();
      if (url !== null) run.report.unfetched += 1;
      if (url !== null && isForLater(error)) run.report.fetchedLater += 1;
      const problem = describeProblem(error);
      run.note(
        post,
        url === null ? `${file.name} is left out: ${problem}` : `${file.name} stays a link: ${problem}`,
      );
    }
  }
  const left = post.files.length - filesOfPost;
  if (left > 0) run.note(post, `${left} more of its files stay links: a post has up to ${filesOfPost}.`);
  return { taken, elsewhere };
}

/** The address of a file that is not in the source; null for another, and where the old site is not known. */
export function findAddress(run: ImportRun, post: ImportedPost, file: ImportedFile): string | null {
  if (file.open) return null;
  if (!isOnOldSite(file)) return URL.parse(file.address.replace(/^\/\//, "https://"))?.href ?? null;
  const site = run.site ?? run.namedSite;
  return site === null ? null : addressOnSite(site, file, { ...post, format: run.format });
}

/** A file with its address, if it is not in the source. */
interface LocatedFile extends ImportedFile {
  readonly url: string | null;
}

function noteMissing(run: ImportRun, post: ImportedPost, file: LocatedFile): void {
  if (URL.parse(file.address)?.protocol === "https:") run.report.missing += 1;
  if (run.dryRun && file.url !== null && run.missing.allows(file.url)) return;
  if (isOnOldSite(file) && file.url === null) {
    run.report.withoutSite += 1;
    run.note(
      post,
      file.page
        ? `The file ${file.name} is not in the archive: a link leads to its post, ${file.page}.`
        : `${file.name} is not among the files, and its source is unknown, so only its text is kept. With the URL of the old site (--site) it can be fetched.`,
    );
  } else
    run.note(post, `${file.name} is not among the files, and stays a link to ${file.url ?? file.address}.`);
}

/** A failure of the node or its disk ends the import. */
function describeProblem(error: unknown): string {
  if (isRefusal(error)) return error.message;
  if (error instanceof Error && error.name === "PeerError")
    return `it could not be fetched: ${error.message}`;
  throw error;
}

async function importFile(run: ImportRun, post: ImportedPost, file: LocatedFile): Promise<TakenFile | null> {
  const { url } = file;
  const earlier = url === null || run.dryRun || !run.missing.allows(url) ? null : await findFetched(run, url);
  if (earlier) {
    const hash = earlier.contentHash as `0x${string}`;
    await writeFileRow(run, post, { file, hash });
    await countFile(run, hash, false);
    return { hash, isPicture: pictureTypes.has(earlier.mediaType) };
  }
  const bytes = await openFile(run, file);
  if (bytes === null) return null;
  const { head, source } = await peekHead(bytes);
  const mediaType = await sniffMediaType(head, null, file.name);
  if (url !== null) await requireWanted(run, { ...file, url }, { head, mediaType, source });
  const isPicture = pictureTypes.has(mediaType);
  if (run.dryRun) {
    const { hash, removed } = await measureFile(run, source, file.name);
    run.countCleaned(hash, removed);
    await countFile(run, hash, (await findOwnFiles(run, hash)).length === 0);
    return { hash, isPicture };
  }
  const { keepMetadata } = run;
  const bytesOfFile = { kind: "FILE", source, keepMetadata, filename: file.name } as const;
  const stored = await storeBytes(run.context, bytesOfFile, run.signal).catch((error: unknown) => {
    // Other posts may name it, too.
    if (url !== null && isRefusal(error)) run.missing.refuse(url, error);
    throw error;
  });
  run.countCleaned(stored.hash, stored.removed);
  const isNew = await writeFileRow(run, post, { file, hash: stored.hash });
  await countFile(run, stored.hash, isNew);
  if (url !== null) {
    const [row] = await findOwnFiles(run, stored.hash);
    if (row) await recordFetched(run, url, row.id);
    run.report.fetched += 1;
  }
  return { hash: stored.hash, isPicture };
}

interface FetchedBytes {
  readonly head: Uint8Array;
  readonly mediaType: string;
  readonly source: AsyncIterable<Uint8Array>;
}

/** A server may answer with a page instead of a file. @throws AppError VALIDATION_FAILED; the rest is not read */
async function requireWanted(
  run: ImportRun,
  { url, name }: LocatedFile & { readonly url: string },
  { head, mediaType, source }: FetchedBytes,
): Promise<void> {
  if (mediaType.startsWith("image/")) return;
  const isPage = /^\s*(?:<!--|<!doctype html|<html)/i.test(
    Buffer.from(head.subarray(0, 1_024)).toString("latin1"),
  );
  if (run.missing.isOfSite(url) && !isPictureName(name) && !isPage) return;
  await source[Symbol.asyncIterator]().return?.();
  const error = new AppError(
    "VALIDATION_FAILED",
    isPictureName(name) || !run.missing.isOfSite(url)
      ? "its address leads to something that is not a picture."
      : "its address leads to a page.",
  );
  run.missing.refuse(url, error);
  throw error;
}

/** A name without an ending is that of a picture, as services for pictures write it. */
const isPictureName = (name: string) =>
  /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|bmp|svg|ico|hei[cf]|tiff?)$/i.test(name) || !/\.\w{2,5}$/.test(name);

/** Counts a file once, however many posts name it. */
async function countFile(run: ImportRun, hash: string, isNew: boolean): Promise<void> {
  const key = keyOf(hash);
  if (!run.addSeen(key)) return;
  const before = isNew ? null : await findImport(run.context.store.db, { format: run.format, key });
  run.report.count("files", isNew || (before !== null && run.hasTaken(before)));
}

const keyOf = (hash: string) => `file ${hash}`;

async function openFile(
  run: ImportRun,
  { open, url, name }: LocatedFile,
): Promise<AsyncIterable<Uint8Array> | null> {
  if (open) return await open();
  if (url === null || run.dryRun || !run.missing.allows(url)) return null;
  return await run.missing.open(url, { isPicture: isPictureName(name) || !run.missing.isOfSite(url) });
}

/**
 * The hash under which a file would be stored, and the kinds of data that would be removed from it. @throws AppError
 * TOO_LARGE, PICTURE_UNSUPPORTED, PICTURE_DAMAGED
 */
export async function measureFile(
  { context: { config }, keepMetadata, signal }: ImportRun,
  file: AsyncIterable<Uint8Array>,
  filename: string | null,
): Promise<Pick<StoredBytes, "hash" | "removed">> {
  async function* bounded() {
    let size = 0;
    for await (const chunk of file) {
      size += chunk.length;
      if (size > config.maxContentBytes) {
        throw new AppError(
          "TOO_LARGE",
          msg`This is larger than the limit of ${config.maxContentBytes} bytes.`,
        );
      }
      yield chunk;
    }
  }
  const source = bounded();
  if (keepMetadata) return { hash: await hashBytes(source), removed: [] };
  await using clean = await withoutMetadata({ config }, { source, filename }, signal);
  return { hash: await hashBytes(clean.source), removed: clean.removed };
}

async function findOwnFiles({ context: { store }, self }: ImportRun, hash: string): Promise<Publication[]> {
  const found = await listPublicationsByHash(store.db, hash as `0x${string}`);
  return found.filter(({ publisherAddress, kind }) => publisherAddress === self && kind === "FILE");
}

/** @returns whether nothing had these bytes before */
async function writeFileRow(
  run: ImportRun,
  post: ImportedPost,
  { file, hash }: { file: ImportedFile; hash: `0x${string}` },
): Promise<boolean> {
  const { context } = run;
  const state = post.visibility.public ? "local" : "draft";
  const known = await findOwnFiles(run, hash);
  const draft = known.find((one) => one.state === "draft");
  if (known.length > 0) {
    const isShown = known.some((one) => one.state !== "draft");
    if (state === "local" && !isShown && draft) await updatePublication(context, draft.id, { state });
    return false;
  }
  const name = cleanName(file.name);
  await createPublication(
    context,
    {
      kind: "FILE",
      source: context.blobs.read(hash),
      state,
      filename: name,
      description: cleanDescription(file.description),
      writtenAt: run.dateOf(post),
      isQuiet: true,
      // The bytes that are stored are those to publish.
      keepMetadata: true,
      alongside: async (tx, { id }) => {
        const record = { format: run.format, key: keyOf(hash) };
        if (await isImported(tx, record)) return;
        await insertImport(tx, { ...record, ...run.recordOf(id) });
      },
    },
    run.signal,
  );
  return true;
}

// The longest file name and caption.
const longest = { name: 255, description: 2_000 };

function cleanName(name: string): string {
  const last =
    name
      .slice(-4 * longest.name)
      .replaceAll("\0", "")
      .split(/[\\/]/)
      .at(-1) ?? "";
  return [...last].slice(-longest.name).join("") || "file";
}

function cleanDescription(text: string | null): string | null {
  const clean = (text ?? "")
    .slice(0, 4 * longest.description)
    .replaceAll("\0", "")
    .trim();
  return clean === "" ? null : [...clean].slice(0, longest.description).join("");
}
