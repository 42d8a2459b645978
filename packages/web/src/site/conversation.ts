import type { Address } from "@freehold/protocol";

/** A comment as pages show it. */
export interface SiteComment {
  readonly id: number;
  readonly name: string;
  /** Of the wallet that signed it; null for a comment by mail. */
  readonly address: Address | null;
  /** Milliseconds. */
  readonly at: number;
  readonly markdown: string;
}

/** Where somebody may comment. */
export interface CommentDoor {
  /** The id of the post. */
  readonly postId: number;
  readonly byMail: boolean;
  readonly needsApproval: boolean;
  /** Characters. */
  readonly longest: { readonly body: number; readonly name: number };
}

/** What is said below a post. */
export interface SiteConversation {
  /** In the order in which they were written. */
  readonly comments: readonly SiteComment[];
  /** All of them, on other pages too. */
  readonly count: number;
  /** Whether this is not the first page. */
  readonly isLater: boolean;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
  /** Null where no comments are taken. */
  readonly door: CommentDoor | null;
}

/** What somebody wrote before it was sent. */
export interface CommentDraft {
  readonly body: string;
  readonly name: string;
  readonly mail: string;
}

/** Where a comment stands in its post's page. */
export function anchorOf(id: number): string {
  return `comment-${id}`;
}

/** The page on which its author deletes a comment. */
export function pathOfOwnComment(id: number): string {
  return `/comments/${id}/delete`;
}
