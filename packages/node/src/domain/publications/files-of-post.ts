import type { Hex } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { findChanges } from "../../store/publications/publication-changes.ts";
import {
  findPublication,
  listPublicationsAfter,
  listPublicationsByHash,
  type Publication,
} from "../../store/publications/publications.ts";
import { readMarkdown } from "../contents/read-markdown.ts";
import { limits } from "../limits.ts";
import { readAllPages } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { destroyPublication } from "./update.ts";
import { requireOwn } from "./visible.ts";

/** A public file of the owner that a post refers to. */
export interface FileOfPost {
  readonly publication: Publication;
  /** Whether another post or draft, or the profile, refers to it too. */
  readonly isShared: boolean;
}

type Reading = Pick<Context, "store" | "blobs" | "owner">;

/**
 * The owner's public files that a post refers to, by its text or as its cover: they stay public when the post is deleted.
 * It reads all other posts and drafts of the owner for their references.
 *
 * @throws AppError NOT_FOUND
 */
export async function readFilesOf(context: Reading, id: number): Promise<FileOfPost[]> {
  const own = await requireOwner(context);
  const post = requireOwn(await findPublication(context.store.db, id), own.address, id);
  const files = await findFiles(context, post);
  const shared = new Set<number>();
  const note = ({ hashes, ids }: References) => {
    for (const file of files) if (hashes.has(file.contentHash) || ids.has(file.id)) shared.add(file.id);
  };
  if (own.avatarHash) note({ hashes: new Set([own.avatarHash]), ids: new Set() });
  for await (const other of readAllPages<Publication>(({ last, limit }) =>
    listPublicationsAfter(context.store.db, last?.id ?? 0, limit),
  )) {
    if (shared.size === files.length) break;
    if (other.id === id || other.publisherAddress !== own.address) continue;
    note(await readReferences(context, other));
    const changes = other.state === "local" ? await findChanges(context.store.db, other.id) : null;
    if (changes) note(await readReferences(context, { ...other, contentHash: changes.contentHash }));
  }
  return files.map((publication) => ({ publication, isShared: shared.has(publication.id) }));
}

/** The owner's public files that a post refers to, in no particular order. */
async function findFiles(context: Reading, post: Publication): Promise<Publication[]> {
  const { db } = context.store;
  const { hashes, ids } = await readReferences(context, post);
  const found = new Map<number, Publication>();
  const add = (one: Publication | null) => {
    const isFile = one?.kind === "FILE" && one.publisherAddress === post.publisherAddress;
    if (isFile && one.state !== "draft" && one.id !== post.id) found.set(one.id, one);
  };
  for (const hash of hashes) for (const one of await listPublicationsByHash(db, hash)) add(one);
  for (const id of ids) add(await findPublication(db, id));
  return [...found.values()];
}

interface References {
  readonly hashes: ReadonlySet<Hex>;
  readonly ids: ReadonlySet<number>;
}

/** The files of this node to which a publication refers. */
async function readReferences(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  { kind, contentHash, coverHash }: Publication,
): Promise<References> {
  const size = kind === "POST" ? (await findContent(store.db, contentHash))?.size : undefined;
  const text =
    size === undefined
      ? null
      : await readMarkdown({ blobs }, { kind, contentHash, size }, limits.markdownBytes);
  const named = (text ?? "").matchAll(/\/(?:contents|publications)\/(0x[0-9a-f]{64})(?![0-9a-f])/gi);
  const numbered = (text ?? "").matchAll(/\/(?:contents|publications)\/([1-9]\d{0,14})(?!\d)/g);
  const hashes = [...named].map(([, hash = ""]) => hash.toLowerCase() as Hex);
  return {
    hashes: new Set(coverHash === null ? hashes : [...hashes, coverHash]),
    ids: new Set([...numbered].map(([, id]) => Number(id))),
  };
}

/**
 * Deletes a post of the owner with the public files that nothing else refers to.
 *
 * @returns the ids of the files
 * @throws AppError NOT_FOUND
 */
export async function destroyWithFiles(
  context: Reading & Pick<Context, "clock">,
  id: number,
): Promise<number[]> {
  const files = await readFilesOf(context, id);
  await destroyPublication(context, id);
  const alone = files.filter(({ isShared }) => !isShared).map(({ publication }) => publication.id);
  for (const file of alone) await destroyPublication(context, file);
  return alone;
}
