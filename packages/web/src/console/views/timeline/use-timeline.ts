import { ask } from "../../ask.ts";
import type { Page, Publication } from "../../publications/publication.ts";
import { usePages } from "../../shell/use-pages.ts";
import { type TimelineFilter, toVariables } from "./filters.tsx";

/** The timeline as a filter leaves it, newest first. */
export function useTimeline(filter: TimelineFilter) {
  const variables = toVariables(filter);
  return usePages(
    ["timeline", variables],
    async (after, signal) => (await ask<Reply>(query, { ...variables, after }, signal)).timeline,
  );
}

interface Reply {
  readonly timeline: Page<Publication>;
}

const query = /* GraphQL */ `
  query Timeline($after: String, $types: [PublicationType!], $tag: String, $publisher: Address) {
    timeline(first: 20, after: $after, types: $types, tag: $tag, publisher: $publisher) {
      nodes {
        id
        type
        state
        contentHash
        publisherAddress
        publisherTitle
        publisherUrl
        publisherPicture
        timestamp
        signature
        createdAt
        description
        mediaType
        filename
        size
        url
        contentPath
        thumbnails {
          sm
          md
          lg
        }
        body
        keptPictures
        tags
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
