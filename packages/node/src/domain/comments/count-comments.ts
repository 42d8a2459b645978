import type { Context } from "../../context.ts";
import { countPublishedComments } from "../../store/comments.ts";

/** How many comments readers see on each of these publications; one that has none counts 0. */
export async function countComments(
  { store }: Pick<Context, "store">,
  publicationIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = await countPublishedComments(store.db, publicationIds);
  return new Map(publicationIds.map((id) => [id, counts.get(id) ?? 0]));
}
