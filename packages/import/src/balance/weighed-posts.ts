import { keysOf } from "../keys.ts";
import type { ImportedPost, ImportRefusal } from "../source.ts";
import { weigh } from "./balance.ts";
import type { SourceText } from "./source-text.ts";

/** A post as a format gives it, with the texts that its program showed. */
export type UnweighedPost = Omit<ImportedPost, "balance"> & {
  /** Everything of the entry's body that a visitor could read; what has no words anywhere is left out. */
  readonly visible: readonly SourceText[];
};

/** The entries with the balance of their words. */
export async function* weighPosts(
  entries: AsyncIterable<UnweighedPost | ImportRefusal>,
): AsyncGenerator<ImportedPost | ImportRefusal> {
  for await (const entry of entries) {
    if ("why" in entry) yield entry;
    else {
      const { visible, ...post } = entry;
      const { key, earlierKeys } = keysOf(post.key);
      const comments = post.comments?.map((comment) => ({ ...comment, key: keysOf(comment.key).key }));
      yield {
        ...post,
        ...(comments && { comments }),
        key,
        earlierKeys: [...(post.earlierKeys ?? []), ...earlierKeys],
        balance: weigh(visible, post),
      };
    }
  }
}
