/** Who asks, and the owner's address and title. */
export const sessionQuery = /* GraphQL */ `
  query Session { viewer { kind } profile { address title } }
`;

/** A page of the timeline. */
export const timelineQuery = /* GraphQL */ `
  query Timeline($after: String, $types: [PublicationType!], $tag: String, $publisher: Address) {
    timeline(first: 12, after: $after, types: $types, tag: $tag, publisher: $publisher) {
      nodes {
        id type state contentHash publisherAddress publisherTitle publisherUrl publisherPicture timestamp
        signature createdAt description mediaType filename size url contentPath
        thumbnails { sm md lg }
        title excerptHtml keptPictures tags
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;

/** The variables of the timeline's first page, in the order in which the view writes them. */
const firstTimeline = { types: null, tag: null, publisher: null, after: null } as const;

/** Replies to what the first view asks for, by the bodies of the requests. */
const replies = new Map<string, Promise<Response>>();

/** Asks for what the first view shows, while its code is still on the way. */
export function startFirstReads(): void {
  read(sessionQuery, {});
  if (/^\/console(\/(home|timeline)?)?$/.test(location.pathname)) read(timelineQuery, firstTimeline);
}

function read(query: string, variables: object): void {
  const body = JSON.stringify({ query, variables });
  const reply = fetch("/api/graphql", { method: "POST", headers: jsonHeaders, body });
  // Whoever takes it hears of the failure.
  reply.catch(() => {});
  replies.set(body, reply);
}

/** The headers of a GraphQL request. */
export const jsonHeaders = {
  accept: "application/graphql-response+json",
  "content-type": "application/json",
} as const;

/** The reply to a request that was sent already, once; undefined for any other. */
export function takeFirstReply(body: unknown): Promise<Response> | undefined {
  if (typeof body !== "string") return undefined;
  const reply = replies.get(body);
  replies.delete(body);
  return reply;
}
