import { graphql, type ReplyOf } from "@freehold/client";
import { usePagedList } from "../../components/paged-list.tsx";
import { useField } from "../../queries.ts";

/** A comment as it is moderated; the text of a mention by another site is no Markdown. */
export const commentFields = graphql(`fragment CommentFields on Comment {
  id state authType authorName authorAddress ens { name picture } body createdAt mention { kind source speaker }
  publication { id title url commentsOpen }
}`);
export type Comment = ReplyOf<typeof commentFields>;

/** The state of a confirmed comment. */
export type CommentState = Exclude<Comment["state"], "PENDING">;

/** A list of comments: those in one state, or all. */
export type CommentListName = CommentState | "ALL";

/**
 * Confirmed comments in one state or in all: pending ones oldest first, others newest first.
 *
 * @param filter.sameAuthorAs a comment of the author; email addresses are never sent
 */
export function useComments(
  state: CommentListName,
  filter: { publicationId: string | null; sameAuthorAs: string | null },
) {
  const states: CommentState[] = state === "ALL" ? ["HELD", "PUBLISHED", "REJECTED"] : [state];
  const order = { states, newestFirst: state !== "HELD" };
  return usePagedList(["comments", state, filter], query, { ...order, ...filter });
}

/** The number of comments in each state. */
export function useCommentCounts() {
  return useField(["comment-counts"], countsQuery);
}

const query = graphql(
  `query Comments(
    $states: [CommentState!], $newestFirst: Boolean, $publicationId: ID, $sameAuthorAs: ID, $after: String
  ) {
    comments(
      first: 30, states: $states, newestFirst: $newestFirst
      publicationId: $publicationId, sameAuthorAs: $sameAuthorAs, after: $after
    ) {
      nodes { ...CommentFields }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [commentFields],
);
const countsQuery = graphql("query CommentCounts { commentCounts { held published rejected } }");
