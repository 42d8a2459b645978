import { graphql, type ReplyOf, type VariablesOf } from "@freehold/client";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { AppError } from "../../../errors/errors.ts";
import { type AgentAccess, ofOthers } from "./ask.ts";

/** A post as an agent sees it, without its text. */
export const postFragment = graphql(`fragment Post on Publication {
  id title state url slug tags createdAt publishedAt timestamp contentHash publisherAddress publisherTitle
}`);
type Post = ReplyOf<typeof postFragment>;

const postQuery = graphql(
  `query ($id: ID, $contentHash: ContentHash, $slug: String) {
    publication(id: $id, contentHash: $contentHash, slug: $slug) { ...Post signature body commentCount }
  }`,
  [postFragment],
);

/** A line of a list of posts. Texts of others are marked. */
export function describePost(post: Post, { address }: AgentAccess, text: object = {}): object {
  const { id, title, state, url, tags, createdAt, publishedAt, timestamp, contentHash } = post;
  const isOwn = post.publisherAddress === address;
  const described = {
    id,
    title,
    url,
    tags,
    state,
    contentHash,
    writtenAt: publishedAt ?? (timestamp === null ? createdAt : new Date(timestamp * 1000).toISOString()),
    ...(!isOwn && { author: { name: post.publisherTitle, address: post.publisherAddress } }),
    ...text,
  };
  return isOwn ? described : ofOthers(described);
}

type Key = VariablesOf<typeof postQuery>;

/**
 * Parses an agent's name for a post: its URL on this node, its slug, hash or id, or `freehold://post/` and one of these.
 *
 * @throws AppError VALIDATION_FAILED for a URL of another node
 */
export function parsePost(text: string, { url }: Pick<AgentAccess, "url">): Key {
  const wanted = text.trim();
  const address = /^https?:/i.test(wanted) ? URL.parse(wanted) : null;
  if (address && address.host !== URL.parse(url)?.host) {
    throw new AppError(
      "VALIDATION_FAILED",
      "This is a URL of another site. Only posts of this node can be read here.",
    );
  }
  const path = address ? address.pathname : wanted.replace(/^freehold:\/\/post\//, "");
  const [, found = path] = /^\/(?:slug|publications|ewp\/contents)\/([^/]+)/.exec(path) ?? [];
  const key = decodeUriIfValid(found).replace(/\.md$/, "");
  if (/^0x[0-9a-f]{64}$/i.test(key)) return { contentHash: key.toLowerCase() };
  return /^[0-9]{1,15}$/.test(key) ? { id: key } : { slug: key };
}

/** A post with its text and its proof; null where there is none that the agent may see. */
export async function readPost(access: AgentAccess, text: string) {
  return (await access.ask(postQuery, parsePost(text, access))).publication;
}
