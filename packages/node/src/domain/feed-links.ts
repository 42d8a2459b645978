import { joinNodeUrl } from "@freehold/protocol";

/** A feed as readers get it; all its subscribers get the same bytes. */
export interface FeedDocument {
  readonly mediaType: string;
  readonly body: Buffer;
  /** SHA-256 of the body, hex. */
  readonly hash: string;
}

/** Makes the feed at a path of this site; null where there is none. */
export type ReadFeed = (path: string) => Promise<FeedDocument | null>;

/** The header `Link` of a feed: its hub, and itself. @param path of the feed */
export function linksOfFeed(ownUrl: string, path: string): string {
  return `<${joinNodeUrl(ownUrl, "/websub")}>; rel="hub", <${joinNodeUrl(ownUrl, path)}>; rel="self"`;
}
