import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { joinNodeUrl } from "@freehold/protocol";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { Profile } from "../../store/profiles.ts";
import type { Publication } from "../../store/publications.ts";
import { addMail } from "../notifications/mail.ts";
import type { MailTemplate } from "../notifications/messages.ts";
import { commentLimits } from "./limits.ts";

const paths: Record<MailTemplate, string> = {
  "confirm-comment": "/comments/confirm",
  "confirm-comment-deletion": "/comments/delete",
};

/**
 * Sends the link that confirms a comment, or deletes it, to its author. Nothing of what somebody wrote is in the mail,
 * for anybody may write a comment with anybody's address.
 *
 * @throws AppError MAIL_NOT_CONFIGURED
 */
export async function mailCommentLink(
  tx: Tx,
  template: MailTemplate,
  about: {
    comment: Pick<CommentRecord, "id" | "authorId">;
    publication: Publication;
    own: Profile;
    token: string;
    /** What its author asks for. */
    language: string | null;
    now: number;
  },
): Promise<void> {
  const { comment, publication, own, token, language, now } = about;
  const query = new URLSearchParams({ id: String(comment.id), token });
  await addMail(tx, {
    to: comment.authorId,
    template,
    variables: {
      siteTitle: own.title,
      publicationTitle: nameOf(publication),
      link: `${joinNodeUrl(own.url, paths[template])}?${query}`,
      hours: commentLimits.pendingMs / (60 * 60 * 1000),
    },
    language,
    now,
  });
}

/** Something that its owner wrote about it; of one that was taken back to a draft nothing. */
function nameOf({ id, state, slug, description, filename }: Publication): string {
  if (state === "draft") return `publication ${id}`;
  return description ?? slug ?? filename ?? `publication ${id}`;
}

/** A token that goes out by mail, and the hash by which it is known again: 32 random bytes, base64url. */
export function createMailedToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** Whether this is the token with that hash; null is the hash of none. */
export function isMailedToken(hash: string | null, token: string): boolean {
  return hash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(token)));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
