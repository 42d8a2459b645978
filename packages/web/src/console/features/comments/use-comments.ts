import type { Address } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { usePagedList } from "../../components/paged-list.tsx";
import { graphql } from "../../graphql.ts";
import type { Page } from "../../publications/publication.ts";

/** The state of a confirmed comment. */
export type CommentState = "HELD" | "PUBLISHED" | "REJECTED";

/** A comment as it is moderated; the fields are those of the GraphQL schema. */
export interface Comment {
  readonly id: string;
  readonly state: CommentState;
  readonly authType: "EMAIL" | "ETHEREUM";
  readonly authorName: string;
  readonly authorAddress: Address | null;
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly publication: {
    readonly id: string;
    readonly body: string | null;
    readonly filename: string | null;
    readonly url: string | null;
    readonly commentsOpen: boolean;
  } | null;
}

/** Filters by post or author. The author is named by one of their comments, since email addresses are never sent. */
export interface CommentFilter {
  readonly publicationId: string | null;
  readonly sameAuthorAs: string | null;
}

/** Comments in one state: pending ones oldest first, others newest first. */
export function useComments(state: CommentState, filter: CommentFilter) {
  const order = { states: [state], newestFirst: state !== "HELD" };
  return usePagedList(
    ["comments", state, filter],
    async (after, signal) =>
      (await graphql<CommentsReply>(query, { ...order, ...filter, after }, signal)).comments,
  );
}

/** The number of comments in each state. */
export function useCommentCounts() {
  return useQuery({
    queryKey: ["comment-counts"],
    queryFn: async ({ signal }) => (await graphql<CountsReply>(countsQuery, {}, signal)).commentCounts,
  });
}

interface CommentsReply {
  readonly comments: Page<Comment>;
}

interface CountsReply {
  readonly commentCounts: { readonly held: number; readonly published: number; readonly rejected: number };
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
        id state authType authorName authorAddress body createdAt
        publication { id body filename url commentsOpen }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const countsQuery = /* GraphQL */ `
  query CommentCounts { commentCounts { held published rejected } }
`;
