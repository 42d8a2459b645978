import type { Address } from "@freehold/protocol";
import { usePagedList } from "../../components/paged-list.tsx";
import type { EnsName } from "../../people/person-card.tsx";
import type { Publication } from "../../publications/publication.ts";
import { useField } from "../../queries.ts";

/** The state of a confirmed comment. */
export type CommentState = "HELD" | "PUBLISHED" | "REJECTED";

/** A comment as it is moderated; the fields are those of the GraphQL schema. */
export interface Comment {
  readonly id: string;
  readonly state: CommentState;
  readonly authType: "EMAIL" | "ETHEREUM" | "WEBMENTION";
  readonly authorName: string;
  readonly authorAddress: Address | null;
  readonly ens: EnsName | null;
  readonly body: string;
  /** The source of a mention by another site; its text is no Markdown. Null for a comment. */
  readonly mention: {
    readonly kind: "REPLY" | "LIKE" | "REPOST" | "BOOKMARK" | "MENTION";
    readonly source: string;
    /** The author's home, where a block is of this author alone; null where it is of the whole site. */
    readonly speaker: string | null;
  } | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly publication:
    | (Pick<Publication, "id" | "title" | "url"> & { readonly commentsOpen: boolean })
    | null;
}

/**
 * Comments in one state: pending ones oldest first, others newest first.
 *
 * @param filter.sameAuthorAs a comment of the author; email addresses are never sent
 */
export function useComments(
  state: CommentState,
  filter: { publicationId: string | null; sameAuthorAs: string | null },
) {
  const order = { states: [state], newestFirst: state !== "HELD" };
  return usePagedList<Comment>(["comments", state, filter], query, { ...order, ...filter });
}

/** The number of comments in each state. */
export function useCommentCounts() {
  return useField<{ held: number; published: number; rejected: number }>(["comment-counts"], countsQuery);
}

const query = /* GraphQL */ `
  query Comments(
    $states: [CommentState!], $newestFirst: Boolean, $publicationId: ID, $sameAuthorAs: ID, $after: String
  ) {
    comments(
      first: 30, states: $states, newestFirst: $newestFirst
      publicationId: $publicationId, sameAuthorAs: $sameAuthorAs, after: $after
    ) {
      nodes {
        id state authType authorName authorAddress ens { name picture } body createdAt mention { kind source speaker }
        publication { id title url commentsOpen }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const countsQuery = /* GraphQL */ `
  query CommentCounts { commentCounts { held published rejected } }
`;
