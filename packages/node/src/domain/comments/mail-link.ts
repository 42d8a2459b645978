import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { joinNodeUrl } from "@freehold/protocol";
import { AppError } from "../../errors/errors.ts";
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
 * Mails the link that confirms or deletes a comment to its author. The mail quotes nothing of the comment: anybody can
 * write one with another's address.
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
    /** The author's. */
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

/** Never the text of a draft: a publication may have become one again. */
function nameOf({ id, state, slug, description, filename }: Publication): string {
  if (state === "draft") return `publication ${id}`;
  return description ?? slug ?? filename ?? `publication ${id}`;
}

/** A token for a mail (32 random bytes, base64url), and its hash for the database. */
export function createMailedToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hash("sha256", token) };
}

/** @throws AppError INVALID_SIGNATURE unless the token has that hash */
export function requireMailedToken(expected: string | null, token: string): void {
  const found = Buffer.from(hash("sha256", token));
  if (expected !== null && timingSafeEqual(Buffer.from(expected), found)) return;
  throw new AppError("INVALID_SIGNATURE", "This is not the link that was mailed last.");
}
