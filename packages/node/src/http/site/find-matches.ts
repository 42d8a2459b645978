import { pathOfPost, type SiteMatch } from "@freehold/web";
import type { Context } from "../../context.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import type { FoundItem } from "../../domain/search/search.ts";

/** What a search found, as a page shows it. What was taken away meanwhile is left out. */
export async function findMatches(
  ctx: Pick<Context, "store">,
  items: readonly FoundItem[],
): Promise<SiteMatch[]> {
  const matches = await Promise.all(items.map((item) => toMatch(ctx, item)));
  return matches.filter((match) => match !== null);
}

async function toMatch(
  ctx: Pick<Context, "store">,
  { kind, publicationId, title, snippet }: FoundItem,
): Promise<SiteMatch | null> {
  const found = await findPublicPost(ctx, { id: publicationId });
  if (found === null) return null;
  const { post } = found;
  const at = post.timestamp === null ? post.createdAt : post.timestamp * 1000;
  return { path: pathOfPost(post), title, at, isComment: kind === "comment", snippet };
}
