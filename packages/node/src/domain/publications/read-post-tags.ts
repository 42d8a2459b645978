import type { Context } from "../../context.ts";
import { readHashtags } from "../../store/hashtags.ts";

/** The hashtags of posts by their ids, folded and without their sign; a post without any is left out. */
export async function readPostTags(
  { store }: Pick<Context, "store">,
  posts: readonly { readonly id: number }[],
): Promise<Record<number, string[]>> {
  const ids = posts.map(({ id }) => id);
  return Object.fromEntries(await readHashtags(store.db, ids));
}
