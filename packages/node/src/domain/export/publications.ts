import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type Address, type Hash, verifyProof } from "@freehold/protocol";
import { extension } from "mime-types";
import type { StoredBlob } from "../../blobs/blobs.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError, hasCode, isRefusal } from "../../errors/errors.ts";
import { areCommentsOpen, writeCommentsOpen } from "../../store/comments.ts";
import { saveContent } from "../../store/contents.ts";
import type { Reader } from "../../store/database.ts";
import { bumpIndexVersion } from "../../store/meta.ts";
import {
  findPublication,
  findPublicationBySlug,
  insertPublication,
  listPublicationsByHash,
  type NewPublication,
  type Publication,
} from "../../store/publications.ts";
import { peekHead, storeBytes } from "../publications/content-bytes.ts";
import { checkLabels } from "../publications/create.ts";
import { isAhead, isKnown } from "../replication/accept-proof.ts";
import { indexPublication } from "../search/index-documents.ts";
import { readSearchableText } from "../search/searchable-text.ts";
import { hasBytes, writeWholeFile } from "./files.ts";
import { type AboutPublication, describePublication, exportNames, folderOf } from "./format.ts";
import type { Imported } from "./report.ts";

// Not a limit: the length of a file name.
/** A slug may have 255 letters of four bytes; a name on a disk has 255 bytes. */
const slugLetters = 40;

/** The files of one publication: names inside the export. */
export interface WrittenPublication {
  readonly names: readonly string[];
  /** Bytes. */
  readonly size: number;
}

/**
 * Writes a publication's exact bytes and what is said of them. Bytes that are there already, from a run that was
 * interrupted, stay.
 *
 * @returns null where the bytes are missing or damaged; nothing is written then
 */
export async function writePublication(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  folder: string,
  publication: Publication,
  signal?: AbortSignal,
): Promise<WrittenPublication | null> {
  const name = nameOf(publication);
  const path = join(folder, name);
  const hash = publication.contentHash as Hash;
  const size = await blobs.size(hash);
  if (size === null) return null;
  if (!(await hasBytes(path, { hash, size }))) {
    const hasher = createHash("sha256");
    const checked = async function* () {
      for await (const chunk of blobs.read(hash)) {
        hasher.update(chunk);
        yield chunk;
      }
      if (`0x${hasher.digest("hex")}` !== hash) throw new AppError("BLOB_MISMATCH", "The bytes are damaged.");
    };
    try {
      await writeWholeFile(path, checked(), signal);
    } catch (error) {
      if (hasCode(error, "BLOB_MISMATCH")) return null;
      throw error;
    }
  }
  const about = describePublication(publication, await areCommentsOpen(store.db, publication.id));
  const aboutName = `${name}${exportNames.about}`;
  await writeWholeFile(join(folder, aboutName), lines([JSON.stringify(about, null, 2)]), signal);
  return { names: [name, aboutName], size };
}

/** Sorts by day; the id makes it one name, the slug a readable one. */
function nameOf(publication: Publication): string {
  const { id, slug, timestamp, createdAt } = publication;
  const day = new Date(timestamp === null ? createdAt : timestamp * 1000).toISOString().slice(0, 10);
  const words = slug === null ? "" : `-${[...slug].slice(0, slugLetters).join("")}`;
  return `${folderOf(publication)}/${day}_${id}${words}.${endingOf(publication)}`;
}

function endingOf({ kind, filename, mediaType }: Publication): string {
  if (kind === "POST") return "md";
  const given = /\.([a-z0-9]{1,8})$/i.exec(filename ?? "")?.[1]?.toLowerCase();
  return given ?? (extension(mediaType) || "bin");
}

/** Texts as a file has them, a line each. */
export async function* lines(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}\n`;
}

type ImportContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">;

/** What became of it. */
export interface ImportedPublication {
  readonly result: Imported;
  /** Whether its slug stayed behind. */
  readonly lostSlug: boolean;
  /** Of its bytes here. */
  readonly contentHash: Hash;
}

/**
 * Takes one publication of the owner's in: the signature and the hash are checked, the bytes are on disk before the row is,
 * and what this node itself can find out (what kind of file it is) is not believed. What is signed keeps its bytes; a post that
 * is not signed loses a byte-order mark, and has another hash then. Nobody is told of it: followers have it, or find it in
 * the index.
 *
 * @param path where its bytes lie
 */
export async function importPublication(
  context: ImportContext,
  self: Address,
  { about, path }: { about: AboutPublication; path: string },
  signal?: AbortSignal,
): Promise<ImportedPublication> {
  const proof = checkAbout(context, self, about);
  const unchanged = { lostSlug: false, contentHash: about.contentHash };
  if ("refused" in proof) return { result: proof, ...unchanged };
  if (await isHere(context.store.db, about)) return { result: "known", ...unchanged };
  try {
    checkLabels(about);
    const { head, source } = await peekHead(createReadStream(path));
    const bytes = { kind: about.kind, source, expected: about.contentHash };
    const exact = await storeBytes(context, bytes, signal);
    const isOpen = about.kind === "POST" && about.state !== "signed";
    const anew = { kind: about.kind, source: context.blobs.read(exact.hash) };
    const blob = isOpen ? await storeBytes(context, anew, signal) : exact;
    const taken = { ...about, contentHash: blob.hash };
    const row = await toRow(taken, proof.proof, head);
    return await write(context, { about: taken, row, blob });
  } catch (error) {
    return { result: { refused: reasonOf(error) }, ...unchanged };
  }
}

interface Proof {
  readonly signature: `0x${string}`;
  readonly encodeType: string;
}

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
  return proof ? { proof } : { refused: "its signature is not the owner's over this hash and second" };
}

/** Whether it is here, or was and was deleted. An unsigned one may have been signed since. */
async function isHere(db: Reader, about: AboutPublication): Promise<boolean> {
  const { publisherAddress, contentHash, timestamp, createdAt } = about;
  if (timestamp !== null) return await isKnown(db, { publisherAddress, contentHash, timestamp });
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
  const isPost = about.kind === "POST";
  return {
    publisherAddress: about.publisherAddress,
    kind: about.kind,
    state: about.state,
    contentHash: about.contentHash,
    mediaType: isPost ? "text/markdown" : await sniffMediaType(head, about.mediaType, about.filename),
    filename: isPost ? null : about.filename,
    description: isPost ? null : about.description,
    slug: about.slug,
    timestamp: about.timestamp,
    signature: proof?.signature ?? null,
    proofType: proof?.encodeType ?? null,
    seq: proof ? about.order : 0,
    createdAt: Date.parse(about.createdAt),
    updatedAt: Date.parse(about.updatedAt),
  };
}

async function write(
  context: ImportContext,
  { about, row, blob }: { about: AboutPublication; row: NewPublication; blob: StoredBlob },
): Promise<ImportedPublication> {
  const { store, clock } = context;
  const text = await readSearchableText(context, { ...row, contentHash: about.contentHash });
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    await store.dialect.lock(tx, "slugs");
    const { contentHash } = about;
    if (await isHere(tx, about)) return { result: "known", lostSlug: false, contentHash };
    const lostSlug =
      row.slug !== null && (await findPublicationBySlug(tx, row.publisherAddress, row.slug)) !== null;
    await saveContent(tx, { ...blob, now: clock.now() });
    const wanted = { ...row, slug: lostSlug ? null : row.slug };
    // A text names its pictures by their ids, so these stay what they were wherever they can.
    const isIdFree = (await findPublication(tx, about.id)) === null;
    const id = await insertPublication(tx, isIdFree ? { ...wanted, id: about.id } : wanted);
    if (isIdFree) await store.dialect.raiseIds(tx, "publications");
    await indexPublication(tx, row.publisherAddress, { ...wanted, id }, text);
    if (!about.commentsOpen) await writeCommentsOpen(tx, id, false);
    if (row.state === "signed") await bumpIndexVersion(tx);
    return { result: "taken", lostSlug, contentHash };
  });
}

/** What is wrong with this one, in words; what is wrong with the node or its disk ends the import. */
function reasonOf(error: unknown): string {
  if (hasCode(error, "BLOB_MISMATCH")) return "its bytes are not those of its hash";
  if (isRefusal(error)) return error.message;
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return "its bytes are missing";
  throw error;
}
