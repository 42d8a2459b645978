import { Readable } from "node:stream";
import { type Hash, parseHash } from "@freehold/protocol";
import type { StoredBlob } from "../../../blobs/blobs.ts";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { isPictureType } from "../../../pictures/clean-picture.ts";
import type { MetadataKind } from "../../../pictures/cleaning-plan.ts";
import { findContent, saveContent } from "../../../store/contents.ts";
import type { Reader } from "../../../store/database.ts";
import type { Profile } from "../../../store/peers/profiles.ts";
import { lockPublication } from "../../../store/publications/lock-publication.ts";
import {
  findChanges,
  listChangesAfter,
  type PublicationChanges,
  rebaseChanges,
  saveChanges,
} from "../../../store/publications/publication-changes.ts";
import { listCoveredBy } from "../../../store/publications/publication-details.ts";
import {
  listVersionsAfter,
  readRevisions,
  type SavedVersion,
  updateVersion,
} from "../../../store/publications/publication-history.ts";
import {
  findPublication,
  listPublicationsAfter,
  listPublicationsByHash,
  type Publication,
  updatePublication,
} from "../../../store/publications/publications.ts";
import { changeTrashedRow, listTrashedRowsAfter, type TrashedRow } from "../../../store/trash.ts";
import { storeBytes } from "../../contents/content-bytes.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { limits } from "../../limits.ts";
import { readAllPages } from "../../paging.ts";
import type { OwnAddresses } from "../../profile/own-addresses.ts";
import { requireOwner } from "../../profile/owner.ts";
import { indexPublication } from "../../search/index-documents.ts";
import { readSearchableText, type SearchableText } from "../../search/searchable-text.ts";
import { nextRevision } from "../update.ts";
import { requireOwn } from "../visible.ts";
import { findContentHashes, replaceContentHashes } from "./content-addresses.ts";
import { rewriteTemplates } from "./templates.ts";

type CleanContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">;

/** A stored picture, and the kinds of data that were removed from it. */
interface CleanedPublication {
  readonly publication: Publication;
  readonly removed: readonly MetadataKind[];
}

/**
 * Removes the metadata of a stored picture that is not signed (docs/decisions/0034). It gets another hash; texts of
 * unsigned posts that name it by its hash, their earlier texts, changes, templates and covers follow in the same transaction, also
 * those in the trash. Its id and pages stay.
 *
 * @throws AppError NOT_FOUND, VALIDATION_FAILED if it is not a picture, PICTURE_UNSUPPORTED, PICTURE_DAMAGED;
 *   PICTURE_SIGNED for one that is signed or that a signed post names, here or in the trash, CONFLICT for a change of any publication meanwhile.
 *   Then nothing is changed.
 */
export async function cleanStoredPicture(
  context: CleanContext,
  id: number,
  signal?: AbortSignal,
): Promise<CleanedPublication> {
  const { store, blobs, clock } = context;
  const own = await requireOwner(context);
  const revisions = await readRevisions(store.db, own.address);
  const picture = requireOwn(await findPublication(store.db, id), own.address, id);
  const { contentHash: before, kind, mediaType } = picture;
  if (kind !== "FILE" || !isPictureType(mediaType))
    throw new AppError("VALIDATION_FAILED", "Only pictures have location and camera data to remove.");
  if ((await blobs.size(before)) === null)
    throw new AppError("NOT_FOUND", "The content of this post is missing on the node.");
  await listOwnFiles(store.db, own, before);
  const uses = await findUses(context, own, before, signal);
  const clean = await storeBytes(context, { kind, source: blobs.read(before) }, signal);
  const { removed, hash } = clean;
  if (hash === before) return { publication: picture, removed };
  const hashes = new Map([[before, hash]]);
  const posts = await rewriteAll(context, uses.posts, own, hashes);
  const versions = await rewriteAll(context, uses.versions, own, hashes);
  const changes = await rewriteAll(context, uses.changes, own, hashes);
  const trashed = await rewriteAll(context, uses.trashed, own, hashes);
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "signing");
    const files = await listOwnFiles(tx, own, before);
    for (const one of [...files, ...uses.posts]) await lockPublication(tx, one.id);
    if ((await readRevisions(tx, own.address)) !== revisions)
      throw new AppError("CONFLICT", "Something was changed in the meantime. Try again.");
    const now = clock.now();
    const change = async (publication: Publication, contentHash: Hash, text?: SearchableText) => {
      const next = { ...publication, contentHash, updatedAt: nextRevision(publication, now) };
      await updatePublication(tx, next.id, next);
      await rebaseChanges(tx, next.id, { from: publication.updatedAt, to: next.updatedAt });
      await indexPublication(tx, own.address, next, text);
      return next;
    };
    for (const blob of [clean, ...posts, ...versions, ...changes, ...trashed])
      await saveContent(tx, { ...blob, now });
    for (const { of: post, hash: contentHash, text } of posts) await change(post, contentHash, text);
    for (const { of: version, hash: contentHash } of versions)
      await updateVersion(tx, version.id, contentHash);
    for (const { of: changed, hash: contentHash } of changes) {
      // Its post may be among those that were just changed.
      const rebased = await findChanges(tx, changed.publicationId);
      if (rebased) await saveChanges(tx, { ...rebased, contentHash });
    }
    for (const { of: row, hash: contentHash } of trashed)
      await changeTrashedRow(tx, row, { content_hash: contentHash, ...coverOf(row, hashes) });
    for (const row of uses.trashedCovers) await changeTrashedRow(tx, row, coverOf(row, hashes));
    for (const post of await listCoveredBy(tx, own.address, before))
      await updatePublication(tx, post, { coverHash: hash });
    await rewriteTemplates(tx, store, (body) => replaceContentHashes(body, own, hashes));
    const cleaned = new Map<number, Publication>();
    for (const file of files) cleaned.set(file.id, await change(file, hash));
    return { publication: requireOwn(cleaned.get(id), own.address, id), removed };
  });
}

/** @throws AppError PICTURE_SIGNED where one of them is signed */
async function listOwnFiles(
  db: Reader,
  { address }: Pick<Profile, "address">,
  hash: Hash,
): Promise<Publication[]> {
  const found = await listPublicationsByHash(db, hash);
  const files = found.filter((one) => one.publisherAddress === address && one.kind === "FILE");
  if (files.every(({ state }) => state !== "signed")) return files;
  throw new AppError(
    "PICTURE_SIGNED",
    "This picture is signed and can't be changed. You can delete it; copies on other sites stay.",
  );
}

/** The unsigned posts of the owner, and the earlier texts and unpublished changes of posts, that name a picture by its hash. */
interface PictureUses {
  readonly posts: readonly Publication[];
  readonly versions: readonly SavedVersion[];
  readonly changes: readonly PublicationChanges[];
  /** The same of posts in the trash. */
  readonly trashed: readonly TrashedText[];
  /** The other posts in the trash that have it as their cover. */
  readonly trashedCovers: readonly TrashedRow[];
}

/** A row of a post in the trash that has a text. */
type TrashedText = TrashedRow & Pick<Publication, "contentHash">;

/** @throws AppError PICTURE_SIGNED where a signed post names it, at whatever address */
async function findUses(
  context: Pick<Context, "store" | "blobs">,
  own: Pick<Profile, "address"> & OwnAddresses,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<PictureUses> {
  const { db } = context.store;
  const names = (text: string) => findContentHashes(text, own).has(hash);
  const posts: Publication[] = [];
  for await (const post of readAllPages<Publication>(({ last, limit }) =>
    listPublicationsAfter(db, last?.id ?? 0, { limit, publisher: own.address }),
  )) {
    signal?.throwIfAborted();
    if (post.kind !== "POST") continue;
    const text = await readText(context, post.contentHash);
    if (post.state === "signed" ? text.toLowerCase().includes(hash) : names(text)) posts.push(post);
    if (posts.at(-1)?.state !== "signed") continue;
    throw new AppError(
      "PICTURE_SIGNED",
      "A signed post shows this picture, and its hash would change. Delete the post or keep the picture.",
    );
  }
  const versions: SavedVersion[] = [];
  for await (const version of readAllPages<SavedVersion>(({ last, limit }) =>
    listVersionsAfter(db, last?.id ?? 0, limit),
  )) {
    signal?.throwIfAborted();
    if (names(await readText(context, version.contentHash))) versions.push(version);
  }
  const changes: PublicationChanges[] = [];
  for await (const one of readAllPages<PublicationChanges>(({ last, limit }) =>
    listChangesAfter(db, last?.publicationId ?? 0, limit),
  )) {
    signal?.throwIfAborted();
    if (names(await readText(context, one.contentHash))) changes.push(one);
  }
  return { posts, versions, changes, ...(await findTrashedUses(context, own, hash, signal)) };
}

/** @throws AppError PICTURE_SIGNED where a signed post in the trash names it */
async function findTrashedUses(
  context: Pick<Context, "store" | "blobs">,
  own: OwnAddresses,
  hash: Hash,
  signal: AbortSignal | undefined,
): Promise<Pick<PictureUses, "trashed" | "trashedCovers">> {
  const trashed: TrashedText[] = [];
  const trashedCovers: TrashedRow[] = [];
  for await (const found of readAllPages<TrashedRow>(({ last, limit }) =>
    listTrashedRowsAfter(context.store.db, last ?? {}, limit),
  )) {
    signal?.throwIfAborted();
    const { content_hash: written, cover_hash: cover, kind, state } = found.row;
    const contentHash = typeof written === "string" ? parseHash(written) : null;
    const text = contentHash === null || kind === "FILE" ? "" : await readText(context, contentHash);
    if (state === "signed" && text.toLowerCase().includes(hash))
      throw new AppError(
        "PICTURE_SIGNED",
        "A signed post in the trash shows this picture, and its hash would change. Delete the post for good or keep the picture.",
      );
    if (contentHash !== null && findContentHashes(text, own).has(hash))
      trashed.push({ ...found, contentHash });
    else if (cover === hash) trashedCovers.push(found);
  }
  return { trashed, trashedCovers };
}

/** The change of a row whose cover gets another hash. */
function coverOf({ row }: TrashedRow, hashes: ReadonlyMap<Hash, Hash>): { cover_hash?: Hash } {
  const cover = [...hashes].find(([before]) => row.cover_hash === before)?.[1];
  return cover === undefined ? {} : { cover_hash: cover };
}

/** The Markdown of a post; empty where its content is missing. */
async function readText(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  contentHash: Hash,
): Promise<string> {
  const size = (await findContent(store.db, contentHash))?.size ?? 0;
  return (await readMarkdown({ blobs }, { kind: "POST", contentHash, size }, limits.markdownBytes)) ?? "";
}

/** A text with other addresses, stored, and the one in whose place it is. */
interface Rewritten<T> extends StoredBlob {
  readonly of: T;
  readonly text: SearchableText;
}

async function rewriteAll<T extends Pick<Publication, "contentHash">>(
  context: CleanContext,
  all: readonly T[],
  own: OwnAddresses,
  hashes: ReadonlyMap<Hash, Hash>,
): Promise<Rewritten<T>[]> {
  const rewritten: Rewritten<T>[] = [];
  for (const of of all) {
    const markdown = replaceContentHashes(await readText(context, of.contentHash), own, hashes);
    const source = Readable.from([Buffer.from(markdown)]);
    const { hash, size } = await storeBytes(context, { kind: "POST", source });
    const content = { kind: "POST", contentHash: hash, filename: null, description: null } as const;
    rewritten.push({ of, hash, size, text: await readSearchableText(context, content) });
  }
  return rewritten;
}
