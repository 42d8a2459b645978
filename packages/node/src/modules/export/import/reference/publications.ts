import { Readable } from "node:stream";
import type { ReferenceFolder, ReferenceRow } from "@freehold/import";
import {
  type Address,
  type Hash,
  type Hex,
  contentHash as hashOf,
  parseAddress,
  parseHash,
  verifyProof,
} from "@freehold/protocol";
import { hashBytes } from "../../../../blobs/blobs.ts";
import { sniffMediaType } from "../../../../blobs/sniff-media-type.ts";
import { storeBytes } from "../../../../domain/contents/content-bytes.ts";
import { limits } from "../../../../domain/limits.ts";
import { isSlug } from "../../../../domain/publications/slug-names.ts";
import { isAhead } from "../../../../domain/replication/accept-proof.ts";
import { indexPublication } from "../../../../domain/search/index-documents.ts";
import { readSearchableText } from "../../../../domain/search/searchable-text.ts";
import { AppError, hasCode, isRefusal } from "../../../../errors/errors.ts";
import { bytesOfBlob } from "../../../../pictures/picture-bytes.ts";
import { saveContent } from "../../../../store/contents.ts";
import type { Reader } from "../../../../store/database.ts";
import { findConnection } from "../../../../store/peers/connections.ts";
import { countReplicas } from "../../../../store/peers/replicas.ts";
import { findImport, insertImport } from "../../../../store/publications/imports.ts";
import { isSignedOrDeleted } from "../../../../store/publications/publication-tombstones.ts";
import {
  findPublication,
  findPublicationBySlug,
  insertPublication,
  insertReplica,
  listPublicationsByHash,
} from "../../../../store/publications/publications.ts";
import { findSignedPublication } from "../../../../store/publications/signed-publications.ts";
import { addPublicationForFollowers } from "../../../../store/queues/fan-out.ts";
import { type PublicationKind, plainPublication } from "../../../../store/tables/publications.ts";
import type { CleanedPictures } from "../cleaned-pictures.ts";
import type { ImportOptions, ImportRun } from "../import-run.ts";
import { importLimits } from "../limits.ts";
import { textOf, timeOf } from "./row-fields.ts";
import { findUnsignedPictures, inOrder } from "./unsigned-pictures.ts";

/** The ids here of the other node's own publications. In a dry run, its own ids. */
export type PublicationIds = ReadonlyMap<number, number>;

/**
 * Imports publications with their proofs: the owner's, and those of followed nodes.
 *
 * @param options.nodeUrl the address of the other node
 */
export async function importReferencePublications(
  run: ImportRun,
  folder: ReferenceFolder,
  { nodeUrl, onProgress }: Pick<ImportOptions, "onProgress"> & { nodeUrl: string | null },
): Promise<PublicationIds> {
  const ids = new Map<number, number>();
  const { pictures, first } = await findUnsignedPictures(run, folder, nodeUrl);
  let done = 0;
  for await (const row of inOrder(folder, first)) {
    run.signal?.throwIfAborted();
    if (done >= importLimits.entries) {
      run.report.refuse("…", `An import has up to ${importLimits.entries} posts.`);
      break;
    }
    onProgress?.(done, null);
    done += 1;
    const what = `publication ${String(row.id)}`;
    try {
      const id = await importOne(run, folder, { row, pictures });
      if (typeof row.id === "number" && id !== null) ids.set(row.id, id);
    } catch (error) {
      run.signal?.throwIfAborted();
      if (hasCode(error, "BLOB_MISMATCH")) run.report.refuse(what, "its content doesn't match its checksum");
      else if (hasCode(error, "IMPORT_INVALID") || !isRefusal(error)) throw error;
      else run.report.refuse(what, error.message);
    }
  }
  onProgress?.(done, done);
  return ids;
}

const bad = (sentence: string) => new AppError("VALIDATION_FAILED", sentence);

/** @returns the id here, for one of the owner's; @throws AppError VALIDATION_FAILED, TOO_LARGE, BLOB_MISMATCH */
async function importOne(
  run: ImportRun,
  folder: ReferenceFolder,
  { row, pictures }: { row: ReferenceRow; pictures: CleanedPictures },
): Promise<number | null> {
  const { context, self, report } = run;
  const publisherAddress = parseAddress(textOf(row.author_address) ?? "");
  const contentHash = parseHash(textOf(row.content_hash) ?? "");
  const createdAt = timeOf(row.created_at);
  if (publisherAddress === null) throw bad("its author is not an address");
  if (contentHash === null) throw bad("its hash is invalid");
  if (createdAt === null || createdAt > context.clock.now() + 3_600_000)
    throw bad("its time is invalid, or in the future");
  const content = await folder.content(contentHash);
  if (!content) throw bad("its content is not in the folder");
  const isOwn = publisherAddress === self;
  const signature = textOf(row.signature);
  const timestamp = signature === null ? null : Math.floor(createdAt / 1000);
  const proof = readProof(run, { contentHash, publisherAddress, signature, timestamp });
  if (!isOwn && proof === null) throw bad("it is another node's, and not signed");
  // In a dry run no follow was imported.
  const isFollowed =
    isOwn ||
    (await findConnection(context.store.db, self, publisherAddress)) !== null ||
    (run.dryRun && run.hasSeen(`connection followee ${publisherAddress}`));
  if (!isFollowed) throw bad("its publisher is not followed");
  const kind: PublicationKind = content.type === "POST" ? "POST" : "FILE";
  const counted = !isOwn ? "replicas" : kind === "POST" ? "posts" : "files";
  const known = await findKnown(run, { contentHash, publisherAddress, timestamp, createdAt });
  if (known !== null) {
    report.count(counted, false);
    const here = isOwn && known > 0 ? await findPublication(context.store.db, known) : null;
    if (here?.kind === "FILE") pictures.use(contentHash, here.contentHash);
    return isOwn && known > 0 ? known : null;
  }
  const isOpen = isOwn && proof === null;
  const filename = kind === "FILE" ? (textOf(content.filename) ?? "file").slice(-255) : null;
  const path =
    textOf(content.local_path) ??
    `${contentHash.slice(2, 4)}/${contentHash.slice(2)}/${contentHash.slice(2)}`;
  const text = Buffer.from(textOf(content.body) ?? "");
  const bytes = kind === "POST" ? Readable.from([text]) : await folder.openUpload(path);
  if (bytes === null) throw bad("its file is missing");
  let opened: AsyncIterable<Uint8Array> | null = bytes;
  const open = async () => {
    const given = opened ?? (await folder.openUpload(path));
    opened = null;
    if (given === null) throw bad("its file is missing");
    return given;
  };
  const what = `publication ${String(row.id)}`;
  const file = isOpen && kind === "FILE" ? await pictures.take({ what, hash: contentHash, open }) : null;
  const wanted = textOf(row.slug);
  const slug = wanted !== null && isSlug(wanted) ? wanted : null;
  const isHeld = async (db: Reader) =>
    slug !== null && (await findPublicationBySlug(db, publisherAddress, slug)) !== null;
  const noteTaken = () =>
    report.note(`publication ${String(row.id)}`, `Another post has the slug “${slug}”.`);
  if (run.dryRun) {
    if (file === null && (await hashBytes(bytes)) !== contentHash)
      throw new AppError("BLOB_MISMATCH", "other bytes");
    if (
      (await isHeld(context.store.db)) ||
      (slug !== null && !run.addSeen(`slug ${publisherAddress} ${slug}`))
    )
      noteTaken();
    report.count(
      counted,
      run.addSeen(`publication ${publisherAddress} ${contentHash} ${timestamp ?? createdAt}`),
    );
    return isOwn && typeof row.id === "number" ? row.id : null;
  }
  const given = isOpen && kind === "POST" ? rewriteText(text, { pictures, contentHash }) : null;
  const source = given === null ? bytes : Readable.from([given]);
  const expected = given === null ? contentHash : hashOf(given);
  const blob = file ?? (await storeBytes(context, { kind, source, expected }, run.signal));
  const head = await bytesOfBlob(context.blobs, blob.hash, blob.size).read(0, headBytes);
  const description =
    kind === "FILE"
      ? [...(textOf(row.description) ?? "")].slice(0, limits.descriptionLength).join("") || null
      : null;
  const labels = { kind, contentHash: blob.hash, filename, description };
  const searchable = await readSearchableText(context, labels);
  const now = context.clock.now();
  const publication = {
    publisherAddress,
    ...labels,
    timestamp,
    state: proof === null ? ("local" as const) : ("signed" as const),
    mediaType:
      kind === "POST" ? "text/markdown" : await sniffMediaType(head, textOf(content.mimetype), filename),
    signature: proof?.signature ?? null,
    proofType: proof?.encodeType ?? null,
    // The order of an epress node's index within a second is that of its ids.
    seq: proof && typeof row.id === "number" ? row.id : 0,
    createdAt,
    updatedAt: run.clampTime(timeOf(row.updated_at)) ?? createdAt,
    ...plainPublication,
    replaces: searchable.replaces,
  };
  const id = await context.store.transaction(async (tx) => {
    await context.store.dialect.lock(tx, "signing");
    await context.store.dialect.lock(tx, "slugs");
    await saveContent(tx, { ...blob, now });
    const isTaken = await isHeld(tx);
    if (isTaken) noteTaken();
    const named = { ...publication, slug: isTaken ? null : slug };
    // Comments are signed over the id, and texts refer to it, so ids stay the same where they are free.
    const isFree = isOwn && typeof row.id === "number" && (await findPublication(tx, row.id)) === null;
    const insert = isOwn ? insertPublication : insertReplica;
    const added = await insert(tx, isFree ? { ...named, id: Number(row.id) } : named);
    if (isFree) await context.store.dialect.raiseIds(tx, "publications");
    if (!isOwn) await countReplicas(tx, publisherAddress, { replicas: 1, bytes: blob.size });
    await indexPublication(tx, self, { ...named, id: added }, searchable);
    if (proof === null) {
      const key = keyOf({ contentHash, createdAt });
      await insertImport(tx, { format: run.format, key, ...run.recordOf(added) });
    }
    if (isOwn && proof && run.announce)
      await addPublicationForFollowers(tx, {
        self,
        publicationId: added,
        now,
        expiresAt: now + limits.deliveryMs,
      });
    return added;
  });
  report.count(counted, true);
  return isOwn ? id : null;
}

/** The text of an unsigned post with the new hashes of its pictures. @throws AppError BLOB_MISMATCH */
function rewriteText(
  text: Buffer,
  { pictures, contentHash }: { pictures: CleanedPictures; contentHash: Hash },
): Buffer {
  if (hashOf(text) !== contentHash) throw new AppError("BLOB_MISMATCH", "other bytes");
  return pictures.hasNew ? Buffer.from(pictures.rewrite(text.toString("utf8"))) : text;
}

// The bytes by which a media type is recognised.
const headBytes = 4_100;

interface Claim {
  readonly contentHash: Hash;
  readonly publisherAddress: Address;
  readonly signature: string | null;
  readonly timestamp: number | null;
}

/** @throws AppError VALIDATION_FAILED for a signature that is not the author's */
function readProof({ context }: ImportRun, { contentHash, publisherAddress, signature, timestamp }: Claim) {
  if (signature === null || timestamp === null) return null;
  if (isAhead(timestamp, context.clock.now())) throw bad("it was signed in the future");
  const claim = { contentHash, publisherAddress, timestamp, signature: signature as Hex };
  const proof = timestamp < 0 ? null : verifyProof(claim, context.recover);
  if (proof === null) throw bad("its signature is not by its author");
  return proof;
}

/** The key of an unsigned publication. */
function keyOf({ contentHash, createdAt }: { contentHash: Hash; createdAt: number }): string {
  return `publication ${contentHash} ${createdAt}`;
}

/** The id of an existing publication; 0 if it was deleted here; null if it is new. */
async function findKnown(
  { context: { store } }: ImportRun,
  { contentHash, publisherAddress, timestamp, createdAt }: Omit<Claim, "signature"> & { createdAt: number },
): Promise<number | null> {
  if (timestamp !== null) {
    const found = await findSignedPublication(store.db, publisherAddress, contentHash, timestamp);
    if (found) return found.id;
    return (await isSignedOrDeleted(store.db, { publisherAddress, contentHash, timestamp })) ? 0 : null;
  }
  const same = await listPublicationsByHash(store.db, contentHash);
  const here = same.find((one) => one.publisherAddress === publisherAddress && one.createdAt === createdAt);
  if (here) return here.id;
  // It may have another hash here: its owner changed it, or it is a picture without its metadata.
  const imported = await findImport(store.db, {
    format: "reference",
    key: keyOf({ contentHash, createdAt }),
  });
  return imported && (imported.publicationId ?? 0);
}
