import { keysOf } from "../keys.ts";
import type { Balance, ImportedPost, ImportRefusal } from "../source.ts";
import { weigh } from "./balance.ts";
import type { SourceText } from "./source-text.ts";

/** A post as a format gives it, with the texts that its program showed. */
export type UnweighedPost = Omit<ImportedPost, "balance"> & {
  /** Everything of the entry's body that a visitor could read; what has no words anywhere is left out. */
  readonly visible: readonly SourceText[];
  /** Tags that stay as text, for each of which the visitor read at least one word. */
  readonly unread?: readonly string[];
};

/** The entries with the balance of their words. */
export async function* weighPosts(
  entries: AsyncIterable<UnweighedPost | ImportRefusal>,
): AsyncGenerator<ImportedPost | ImportRefusal> {
  for await (const entry of entries) {
    if ("why" in entry) yield entry;
    else {
      const { visible, unread = [], ...post } = entry;
      const { key, earlierKeys } = keysOf(post.key);
      const comments = post.comments?.map((comment) => ({ ...comment, key: keysOf(comment.key).key }));
      yield {
        ...post,
        ...(comments && { comments }),
        key,
        earlierKeys: [...(post.earlierKeys ?? []), ...earlierKeys],
        balance: addUnread(weigh(visible, post), unread),
      };
    }
  }
}

const addUnread = ({ words, missing, examples, ...rest }: Balance, unread: readonly string[]): Balance => ({
  ...rest,
  words: words + unread.length,
  missing: missing + unread.length,
  examples: unread.length === 0 ? examples : [...examples, [...new Set(unread)].slice(0, 12).join(" ")],
});
