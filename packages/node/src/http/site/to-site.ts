import type { SiteOwner, SitePost, TextParts } from "@freehold/web";
import type { Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";

/** The owner as pages show them. */
export function toSiteOwner({ address, url, title, description, avatarHash }: Profile): SiteOwner {
  return { address, url, title, description, hasAvatar: avatarHash !== null };
}

/** A post as pages show it. */
export function toSitePost(post: PublicPost, markdown: string | null, parts: TextParts): SitePost {
  const { id, kind, contentHash, mediaType, filename, description, slug, size, createdAt } = post;
  const { timestamp, signature } = post;
  const proof = timestamp === null || signature === null ? null : { timestamp, signature };
  const facts = { id, kind, contentHash, mediaType, filename, slug, size, createdAt };
  return { ...facts, caption: description, proof, markdown, parts };
}
