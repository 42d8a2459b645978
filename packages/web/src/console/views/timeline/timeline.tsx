import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ask } from "../../ask.ts";
import { useWords } from "../../words/use-words.ts";

/** The owner's own posts and those of everybody who is followed, newest first. */
export default function Timeline(): ReactElement {
  const words = useWords();
  const { data, isPending, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ["timeline"],
    queryFn: ({ pageParam, signal }) => ask<Page>(query, { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ timeline: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  const posts = data?.pages.flatMap(({ timeline }) => timeline.nodes) ?? [];
  return (
    <>
      <h1>{words.places.timeline}</h1>
      {isPending && <p className="stills" aria-busy="true" />}
      {error && <p role="alert">{words.failed(error.message)}</p>}
      {data && posts.length === 0 && <p className="empty">{words.timeline.empty}</p>}
      <ol className="posts">
        {posts.map((post) => (
          <li key={post.id}>
            <article>
              <p className="byline">{post.publisherTitle}</p>
              <p>{post.body?.slice(0, 400) ?? post.description ?? post.filename}</p>
            </article>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()}>
          {words.more}
        </button>
      )}
    </>
  );
}

interface Post {
  readonly id: string;
  readonly body: string | null;
  readonly description: string | null;
  readonly filename: string | null;
  readonly publisherTitle: string | null;
}

interface Page {
  readonly timeline: {
    readonly nodes: readonly Post[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const query = /* GraphQL */ `
  query Timeline($after: String) {
    timeline(first: 20, after: $after) {
      nodes {
        id
        body
        description
        filename
        publisherTitle
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
