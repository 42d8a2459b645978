import { usePagedList } from "../components/paged-list.tsx";
import type { Publication } from "./publication.ts";

/** A post of the owner in a list. */
export type PostItem = Pick<
  Publication,
  "id" | "state" | "contentHash" | "createdAt" | "timestamp" | "body" | "url" | "tags"
> & {
  /** ISO 8601; drafts only. */
  readonly scheduledAt: string | null;
};

/** The owner's posts in one state, newest first. */
export function usePosts(state: Publication["state"]) {
  return usePagedList<PostItem>(["posts", state], query, { states: [state] });
}

const query = /* GraphQL */ `
  query Posts($states: [PublicationState!], $after: String) {
    publications(first: 30, states: $states, types: [POST], after: $after) {
      nodes {
        id state contentHash createdAt timestamp body url tags scheduledAt
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
