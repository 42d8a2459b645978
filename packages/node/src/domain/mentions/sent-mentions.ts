import type { Context } from "../../context.ts";
import { listSentMentions, type SentMention } from "../../store/mentions.ts";

/** What was told to a page that a post links to, for the owner. */
export type SentMentionView = Omit<SentMention, "publicationId" | "updatedAt"> & {
  readonly updatedAt: string;
};

/** What was told to the pages that a post links to, in the order of its links. */
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
