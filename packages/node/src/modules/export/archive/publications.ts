import { createReadStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ArchiveEntry } from "@freehold/import";
import { type Address, contentHash, type Hash, verifyProof } from "@freehold/protocol";
import { extension } from "mime-types";
import { hashBytes, type StoredBlob, verifyBytes } from "../../../blobs/blobs.ts";
import { sniffMediaType } from "../../../blobs/sniff-media-type.ts";
import type { Context } from "../../../context.ts";
import { storeBytes } from "../../../domain/contents/content-bytes.ts";
import { limits } from "../../../domain/limits.ts";
import { normalisePath } from "../../../domain/normalise-path.ts";
import { checkLabels } from "../../../domain/publications/create.ts";
import { cleanExcerpt } from "../../../domain/publications/present.ts";
import { findObstacle } from "../../../domain/publications/slugs.ts";
import { isAhead } from "../../../domain/replication/accept-proof.ts";
import { indexPublication } from "../../../domain/search/index-documents.ts";
import { readSearchableText } from "../../../domain/search/searchable-text.ts";
import { AppError, codeOf, hasCode, isRefusal } from "../../../errors/errors.ts";
import { exportNames } from "../../../import-process/archive-names.ts";
import { bytesOfBlob } from "../../../pictures/picture-bytes.ts";
import { areCommentsOpen, writeCommentsOpen } from "../../../store/comments.ts";
import { saveContent } from "../../../store/contents.ts";
import type { Reader } from "../../../store/database.ts";
import { insertImport, isImported, listImportsOf } from "../../../store/publications/imports.ts";
import { insertOldAddress, listOldAddresses } from "../../../store/publications/old-addresses.ts";
import { isSignedOrDeleted } from "../../../store/publications/publication-tombstones.ts";
import {
  findPublication,
  insertPublication,
  listPublicationsByHash,
  type NewPublication,
  type Publication,
} from "../../../store/publications/publications.ts";
import { plainPublication } from "../../../store/tables/publications.ts";
import type { CleanedPictures } from "../import/cleaned-pictures.ts";
import type { ImportRun } from "../import/import-run.ts";
import type { Imported } from "../import/report.ts";
import { describeChanges, insertChanges, nameOfChanges } from "./changes.ts";
import { writeJson, writeWholeFile } from "./files.ts";
import { type AboutPublication, describePublication } from "./format.ts";
import { inside } from "./inside-folder.ts";

/** A slug may have 255 letters of four bytes; a file name has 255 bytes. */
const slugLetters = 40;

/**
 * Writes a publication's exact bytes and its fields. Bytes from an interrupted run stay.
 *
 * @param withPrivate whether to write its changes that readers don't see yet, too
 * @returns the names of its files inside the export; null when the bytes are missing or damaged, and nothing is written
 */
export async function writePublication(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  folder: string,
  publication: Publication,
  { withPrivate, signal }: { readonly withPrivate: boolean; readonly signal?: AbortSignal | undefined },
): Promise<string[] | null> {
  const name = nameOf(publication);
  const write = (file: string, hash: Hash) => writeBytes({ blobs }, { folder, name: file, hash }, signal);
  if (!(await write(name, publication.contentHash as Hash))) return null;
  const changed = withPrivate ? await describeChanges(store.db, publication) : null;
  const changes = changed && (await write(nameOfChanges(name), changed.contentHash)) ? changed : null;
  const about = describePublication(publication, {
    changes,
    commentsOpen: await areCommentsOpen(store.db, publication.id),
    oldPaths: await listOldAddresses(store.db, publication.id),
    imported: (await listImportsOf(store.db, publication.id)).map(({ importedAt, ...one }) => ({
      ...one,
      importedAt: new Date(importedAt).toISOString(),
    })),
  });
  const aboutName = `${name}${exportNames.about}`;
  await inside(folder, aboutName, (path) => writeJson(path, about, signal));
  return [name, aboutName, ...(changes ? [nameOfChanges(name)] : [])];
}

/** @returns whether they were written; not where they are missing or damaged */
async function writeBytes(
  { blobs }: Pick<Context, "blobs">,
  { folder, name, hash }: { readonly folder: string; readonly name: string; readonly hash: Hash },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const size = await blobs.size(hash);
  if (size === null) return false;
  try {
    await inside(folder, name, async (path) => {
      if (await hasBytes(path, { hash, size })) return;
      await writeWholeFile(path, verifyBytes(blobs.read(hash), { hash, size }), signal);
    });
    return true;
  } catch (error) {
    if (hasCode(error, "BLOB_MISMATCH")) return false;
    throw error;
  }
}

async function hasBytes(path: string, { hash, size }: StoredBlob): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  return (
    found?.isFile() === true && found.size === size && (await hashBytes(createReadStream(path))) === hash
  );
}

/** Sorts by day; the id makes the name unique, the slug readable. */
function nameOf(publication: Publication): string {
  const { id, kind, state, slug, timestamp, createdAt } = publication;
  const folder = state === "draft" ? "drafts" : kind === "POST" ? "posts" : "files";
  const day = new Date(timestamp === null ? createdAt : timestamp * 1000).toISOString().slice(0, 10);
  const suffix = slug === null ? "" : `-${[...slug].slice(0, slugLetters).join("")}`;
  return `${folder}/${day}_${id}${suffix}.${extensionOf(publication)}`;
}

function extensionOf({ kind, filename, mediaType }: Publication): string {
  if (kind === "POST") return "md";
  const given = /\.([a-z0-9]{1,8})$/i.exec(filename ?? "")?.[1]?.toLowerCase();
  return given ?? (extension(mediaType) || "bin");
}

type ImportContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">;

interface ImportedPublication {
  readonly result: Imported;
  /** Whether it is imported without its slug, which another one has. */
  readonly lostSlug: boolean;
  /** The hash of its bytes here. */
  readonly contentHash: Hash;
}

/** A publication to import. */
interface ExportedPublication {
  readonly about: AboutPublication;
  /** Its bytes; null where they are missing. */
  readonly file: ArchiveEntry | null;
  /** The bytes of its changes that readers don't see yet; null where there are none. */
  readonly changes: ArchiveEntry | null;
  readonly pictures: CleanedPictures;
}

/**
 * Imports one of the owner's publications: signature and hash are checked, the bytes are durable before the row, and the
 * media type is found again. A signed one keeps its bytes; an unsigned picture loses its metadata, and an unsigned post a byte-order
 * mark and the old hashes of such pictures, and then has another hash. No peer is notified: followers have it, or find it in the
 * index. A dry run writes nothing.
 */
export async function importPublication(
  { context, self, dryRun, signal }: ImportRun,
  { about, file, changes, pictures }: ExportedPublication,
): Promise<ImportedPublication> {
  const proof = checkAbout(context, self, about);
  const unchanged = { lostSlug: false, contentHash: about.contentHash };
  if ("refused" in proof) return { result: proof, ...unchanged };
  if (await isHere(context.store.db, about)) return { result: "known", ...unchanged };
  if (file === null) return { result: { refused: "its content is missing" }, ...unchanged };
  try {
    checkLabels(about);
    const excerpt = cleanExcerpt(about.excerpt);
    const coverHash = about.coverHash && pictures.hashOf(about.coverHash);
    const isOpenFile = about.kind === "FILE" && about.state !== "signed";
    const openFile = { what: file.name, hash: about.contentHash, open: () => file.open() };
    if (dryRun) {
      const hash = isOpenFile
        ? (await pictures.take(openFile)).hash
        : await measureText(file, { about, pictures });
      const isKnown =
        hash !== about.contentHash && (await isHere(context.store.db, { ...about, contentHash: hash }));
      return { ...unchanged, result: isKnown ? "known" : "taken", contentHash: hash };
    }
    const blob = isOpenFile
      ? await pictures.take(openFile)
      : await storeExported(context, { about, file, pictures }, signal);
    const changed =
      about.changes && changes && about.state === "local"
        ? await storeExported(
            context,
            { about: { ...about, contentHash: about.changes.contentHash }, file: changes, pictures },
            signal,
          )
        : null;
    const stored = { ...about, excerpt, coverHash, contentHash: blob.hash };
    const head = await bytesOfBlob(context.blobs, blob.hash, blob.size).read(0, headBytes);
    const row = await toRow(stored, proof.proof, head);
    return await insert(context, { about: stored, row, blob, changed });
  } catch (error) {
    return { result: { refused: describeRefusal(error) }, ...unchanged };
  }
}

type Given = Omit<ExportedPublication, "file" | "changes"> & { readonly file: ArchiveEntry };

/** Stores the exact bytes of a signed publication, and the current bytes of an unsigned post. */
async function storeExported(
  context: ImportContext,
  { about, file, pictures }: Given,
  signal: AbortSignal | undefined,
): Promise<StoredBlob> {
  const { kind, contentHash: expected } = about;
  const exact = await storeBytes(context, { kind, source: await file.open(), expected }, signal);
  if (about.state === "signed") return exact;
  if (!pictures.hasNew)
    return await storeBytes(context, { kind, source: context.blobs.read(exact.hash) }, signal);
  const text = Buffer.from(await context.blobs.readAll(exact.hash, limits.markdownBytes));
  const source = Readable.from([Buffer.from(pictures.rewrite(text.toString("utf8")))]);
  return await storeBytes(context, { kind, source }, signal);
}

/** The hash that `storeExported` would store. @throws AppError BLOB_MISMATCH */
async function measureText(file: ArchiveEntry, { about, pictures }: Omit<Given, "file">): Promise<Hash> {
  const mayChange = about.state !== "signed" && pictures.hasNew && file.size <= limits.markdownBytes;
  const text = mayChange ? Buffer.concat(await Array.fromAsync(await file.open())) : null;
  const exact = text ? contentHash(text) : await hashBytes(await file.open());
  if (exact !== about.contentHash) throw new AppError("BLOB_MISMATCH", "The content is different.");
  return text ? contentHash(Buffer.from(pictures.rewrite(text.toString("utf8")))) : exact;
}

// The bytes by which a media type is recognised.
const headBytes = 4_100;

type Proof = NonNullable<ReturnType<typeof verifyProof>>;

function checkAbout(
  { clock, recover }: ImportContext,
  self: Address,
  { state, publisherAddress, contentHash, timestamp, signature }: AboutPublication,
): { proof: Proof | null } | { refused: string } {
  if (publisherAddress !== self) return { refused: `it is ${publisherAddress}'s, not this node's owner's` };
  const isBare = timestamp === null && signature === null;
  if (state !== "signed")
    return isBare ? { proof: null } : { refused: `it is ${state}, and has a signature` };
  if (timestamp === null || signature === null) return { refused: "its signature is missing" };
  if (isAhead(timestamp, clock.now())) return { refused: "it was signed in the future" };
  const proof = verifyProof({ contentHash, publisherAddress, timestamp, signature }, recover);
  return proof ? { proof } : { refused: "its signature is not by the owner" };
}

/** Whether it is here, or was deleted here. An unsigned one may have been signed since. */
async function isHere(db: Reader, about: AboutPublication): Promise<boolean> {
  const { publisherAddress, contentHash, timestamp, createdAt } = about;
  if (timestamp !== null) return await isSignedOrDeleted(db, { publisherAddress, contentHash, timestamp });
  const same = await listPublicationsByHash(db, contentHash);
  return same.some(
    (one) => one.publisherAddress === publisherAddress && one.createdAt === Date.parse(createdAt),
  );
}

async function toRow(
  about: AboutPublication,
  proof: Proof | null,
  head: Uint8Array,
): Promise<NewPublication> {
  const {
    id: _id,
    order,
    commentsOpen: _open,
    oldPaths: _paths,
    imported: _imports,
    changes: _changes,
    proof: _signed,
    isPage,
    ...fields
  } = about;
  const isPost = about.kind === "POST";
  return {
    ...plainPublication,
    ...fields,
    isPage: isPost && isPage ? 1 : 0,
    writtenAt: toMs(about.writtenAt),
    publishedAt: toMs(about.publishedAt),
    modifiedAt: toMs(about.modifiedAt),
    ownPublishedAt: toMs(about.ownPublishedAt),
    mediaType: isPost ? "text/markdown" : await sniffMediaType(head, about.mediaType, about.filename),
    filename: isPost ? null : about.filename,
    description: isPost ? null : about.description,
    signature: proof?.signature ?? null,
    proofType: proof?.encodeType ?? null,
    seq: proof ? order : 0,
    createdAt: Date.parse(about.createdAt),
    updatedAt: Date.parse(about.updatedAt),
  };
}

function toMs(moment: string | null): number | null {
  return moment === null ? null : Date.parse(moment);
}

async function insert(
  context: ImportContext,
  {
    about,
    row,
    blob,
    changed,
  }: { about: AboutPublication; row: NewPublication; blob: StoredBlob; changed: StoredBlob | null },
): Promise<ImportedPublication> {
  const { store, clock } = context;
  const text = await readSearchableText(context, { ...row, contentHash: about.contentHash });
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    await store.dialect.lock(tx, "slugs");
    const { contentHash } = about;
    if (await isHere(tx, about)) return { result: "known", lostSlug: false, contentHash };
    const named = { ...row, id: null, replaces: text.replaces };
    const lostSlug = row.slug !== null && (await findObstacle(tx, { ...named, slug: row.slug })) !== null;
    await saveContent(tx, { ...blob, now: clock.now() });
    const wanted = { ...row, slug: lostSlug ? null : row.slug, replaces: text.replaces };
    // Texts refer to pictures by id, so ids stay the same where they are free.
    const isIdFree = (await findPublication(tx, about.id)) === null;
    const id = await insertPublication(tx, isIdFree ? { ...wanted, id: about.id } : wanted);
    if (isIdFree) await store.dialect.raiseIds(tx, "publications");
    await indexPublication(tx, row.publisherAddress, { ...wanted, id }, text);
    if (about.changes && changed)
      await insertChanges(tx, { ...row, id }, { about: about.changes, blob: changed, now: clock.now() });
    if (!about.commentsOpen) await writeCommentsOpen(tx, id, false);
    const moved = isIdFree || about.state === "draft" ? [] : [`/publications/${about.id}`];
    for (const path of [...about.oldPaths.map(normalisePath), ...moved])
      if (path !== null) await insertOldAddress(tx, path, id);
    for (const { importedAt, ...name } of about.imported)
      if (!(await isImported(tx, name)))
        await insertImport(tx, {
          ...name,
          publicationId: id,
          announce: 0,
          importedAt: Date.parse(importedAt),
        });
    return { result: "taken", lostSlug, contentHash };
  });
}

/** Why this publication is refused; a failure of the node or its disk ends the import. */
function describeRefusal(error: unknown): string {
  if (hasCode(error, "BLOB_MISMATCH")) return "its content doesn't match its checksum";
  if (isRefusal(error)) return error.message;
  if (codeOf(error) === "ENOENT") return "its content is missing";
  throw error;
}
