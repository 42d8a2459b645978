import type { Context } from "../../context.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { findFilesOf, readFilesOf } from "../publications/files/files-of-post.ts";
import { destroyPublication, destroyPublications } from "./destroy.ts";

type DestroyContext = Pick<Context, "store" | "blobs" | "owner" | "clock">;

/**
 * Deletes a post of the owner with the public files that nothing else refers to. They come back from the trash together.
 *
 * @returns the ids of the files
 * @throws AppError NOT_FOUND
 */
export async function destroyWithFiles(context: DestroyContext, id: number): Promise<number[]> {
  const files = await readFilesOf(context, id);
  await destroyPublication(context, id);
  const alone = files.filter(({ isShared }) => !isShared).map(({ publication }) => publication.id);
  for (const file of alone) await destroyPublication(context, file, { deletedWith: id });
  return alone;
}

/**
 * Deletes publications of the owner, as `destroyPublications` does.
 *
 * @returns the ids of those that were there, and of the public files to which nothing refers any more
 * @throws AppError VALIDATION_FAILED for more than a page of them
 */
export async function destroyTogether(
  context: DestroyContext,
  posts: readonly Publication[],
  deletedWith: number | null,
): Promise<{ ids: number[]; filesLeft: number[] }> {
  const ids = await destroyPublications(
    context,
    posts.map(({ id }) => id),
    { deletedWith },
  );
  const files = await findFilesOf(
    context,
    posts.filter(({ kind }) => kind === "POST"),
  );
  const left = files.filter(({ isShared }) => !isShared);
  return { ids, filesLeft: left.map(({ publication }) => publication.id) };
}
