import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listComments } from "../../store/comments.ts";
import { findPublication } from "../../store/publications.ts";
import type { ExportedComment } from "./export-format.ts";

const PAGE = 200;

/**
 * The comments on publications that readers see, in the order in which they were written.
 *
 * @param withPrivate whether those that wait or are hidden are among them, and mail addresses are told
 */
export async function* listExportedComments(
  { store }: Pick<Context, "store">,
  withPrivate: boolean,
): AsyncGenerator<ExportedComment> {
  const states = withPrivate ? (["published", "held", "rejected"] as const) : (["published"] as const);
  for (let after: number | null = null; ; ) {
    const page = await listComments(store.db, { publicationId: null, states, after, limit: PAGE });
    for (const comment of page) {
      const publication = await findPublication(store.db, comment.publicationId);
      if (!publication || comment.state === "pending") continue;
      const { state, authType, authorId, authorName, body, timestamp, createdAt } = comment;
      yield {
        publication: {
          contentHash: publication.contentHash as Hash,
          timestamp: publication.timestamp,
          createdAt: new Date(publication.createdAt).toISOString(),
        },
        state,
        authType,
        author: authType === "ETHEREUM" || withPrivate ? authorId : null,
        authorName,
        body,
        timestamp,
        createdAt: new Date(createdAt).toISOString(),
      };
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}
