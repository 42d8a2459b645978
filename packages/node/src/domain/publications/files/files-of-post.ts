import type { Context } from "../../../context.ts";
import {
  findPublication,
  listPublicationsByHash,
  type Publication,
} from "../../../store/publications/publications.ts";
import { requireOwner } from "../../profile/owner.ts";
import { requireOwn } from "../visible.ts";
import { isUsed, readFileUses, readReferences } from "./file-uses.ts";

/** A public file of the owner that a post refers to. */
export interface FileOfPost {
  readonly publication: Publication;
  /** Whether something else refers to it too: another post or draft, the profile, the stylesheet or a template. */
  readonly isShared: boolean;
}

type Reading = Pick<Context, "store" | "blobs" | "owner">;

/**
 * The owner's public files that a post refers to, by its text or as its cover: they stay public when the post is deleted.
 *
 * @throws AppError NOT_FOUND
 */
export async function readFilesOf(context: Reading, id: number): Promise<FileOfPost[]> {
  const own = await requireOwner(context);
  return await findFilesOf(context, [
    requireOwn(await findPublication(context.store.db, id), own.address, id),
  ]);
}

/** The same of several posts, which may be deleted already. A file that only they refer to is not shared. */
export async function findFilesOf(context: Reading, posts: readonly Publication[]): Promise<FileOfPost[]> {
  const found = new Map<number, Publication>();
  for (const post of posts) for (const file of await findFiles(context, post)) found.set(file.id, file);
  const files = [...found.values()];
  const ids = posts.map(({ id }) => id);
  const uses = await readFileUses(context, files, ids);
  return files.map((publication) => {
    const used = uses.get(publication.id);
    return { publication, isShared: used !== undefined && isUsed(used) };
  });
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
