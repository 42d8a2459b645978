import type { SiteComment, SiteConversation, SiteOwner, SitePost, TextParts } from "@freehold/web";
import { commentLimits } from "../../domain/comments/limits.ts";
import type { Conversation } from "../../domain/comments/read.ts";
import type { CommentView } from "../../domain/comments/view.ts";
import type { Profile } from "../../store/profiles.ts";
import type { PublicPost } from "../../store/public-posts.ts";

/** The owner as pages show them, in their colour. */
export function toSiteOwner(
  { address, url, title, description, avatarHash }: Profile,
  looks: Pick<SiteOwner, "avatarSize" | "accent">,
): SiteOwner {
  return { address, url, title, description, hasAvatar: avatarHash !== null, ...looks };
}

/** A post as pages show it. */
export function toSitePost(post: PublicPost, markdown: string | null, parts: TextParts): SitePost {
  const { id, kind, contentHash, mediaType, filename, description, slug, size, createdAt } = post;
  const { timestamp, signature } = post;
  const proof = timestamp === null || signature === null ? null : { timestamp, signature };
  const facts = { id, kind, contentHash, mediaType, filename, slug, size, createdAt };
  return { ...facts, caption: description, proof, markdown, parts };
}

/** What is said below a post, as pages show it. @param isLater whether it is another page than the first */
export function toSiteConversation(
  { comments, count, next, isOpen, byMail, needsApproval }: Conversation,
  { postId, isLater }: { postId: number; isLater: boolean },
): SiteConversation {
  const longest = { body: commentLimits.bodyLength, name: commentLimits.nameLength };
  const input = isOpen ? { postId, byMail, needsApproval, longest } : null;
  return { comments: comments.map(toSiteComment), count, next, isLater, input };
}

export function toSiteComment({ id, authorName, authorAddress, createdAt, body }: CommentView): SiteComment {
  return { id, name: authorName, address: authorAddress, at: createdAt, markdown: body };
}
