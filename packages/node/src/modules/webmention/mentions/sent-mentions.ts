import type { Context } from "../../../context.ts";
import { listSentMentions, type SentMention } from "../store/mentions.ts";

/** A mention that was sent to a page, for the owner. */
export type SentMentionView = Omit<SentMention, "publicationId" | "updatedAt"> & {
  readonly updatedAt: string;
};

/** The mentions that were sent to the pages that a post links to, in the order of its links. */
export async function readSentMentions(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<SentMentionView[]> {
  const rows = await listSentMentions(store.db, publicationId);
  return rows.map(({ publicationId: _, updatedAt, ...row }) => ({
    ...row,
    updatedAt: new Date(updatedAt).toISOString(),
  }));
}
