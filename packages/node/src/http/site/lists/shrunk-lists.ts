import type { Context } from "../../../context.ts";
import type { Moved } from "../respond.ts";

/*
 * A list gets shorter, and the addresses of its last pages stay in search engines. Nothing is stored for them: the highest
 * id of a table says which pages there can have been.
 */

type Needs = Pick<Context, "store">;

/**
 * Leads from a page behind the end of a list of publications to its last one.
 *
 * @param list.each how many publications are on a page
 * @returns null for a page that never was
 */
export async function findLastPage(
  { store }: Needs,
  { path, page, pageCount, each }: { path: string; page: number; pageCount: number; each: number },
): Promise<Moved | null> {
  const everMade = await store.dialect.lastId(store.db, "publications");
  if ((page - 1) * each >= everMade) return null;
  return { movedTo: pageCount > 1 ? `${path}?page=${pageCount}` : path };
}

/** Whether there has been a comment with an id, whatever became of it. */
export async function wasComment({ store }: Needs, id: number): Promise<boolean> {
  return id > 0 && id <= (await store.dialect.lastId(store.db, "comments"));
}
