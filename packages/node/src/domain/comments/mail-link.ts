import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { joinNodeUrl } from "@freehold/protocol";
import { AppError } from "../../errors/errors.ts";
import type { CommentRecord } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { findPublicationText } from "../../store/search/search.ts";
import { addMail } from "../mail/mail.ts";
import { commentLimits } from "./limits.ts";

const paths = {
  "confirm-comment": "/comments/confirm",
  "confirm-comment-deletion": "/comments/delete",
} as const;

/**
 * Mails the link that confirms or deletes a comment to its author. The mail quotes nothing of the comment: anybody can
 * write one with another's address.
 *
 * @throws AppError MAIL_NOT_CONFIGURED
 */
export async function mailCommentLink(
  tx: Tx,
  template: keyof typeof paths,
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
      publicationTitle: await readName(tx, publication),
      link: `${joinNodeUrl(own.url, paths[template])}?${query}`,
      hours: commentLimits.pendingMs / (60 * 60 * 1000),
    },
    language,
    now,
  });
}

const longestName = 80;

/** The title or the first words, as the search has them; never the text of a draft: a publication may have become one again. */
async function readName(tx: Tx, { id, state, description, filename }: Publication): Promise<string> {
  const unnamed = `publication ${id}`;
  if (state === "draft") return unnamed;
  const text = await findPublicationText(tx, id);
  const words = text?.body.replace(/\s+/g, " ").trim() ?? "";
  const opening = words.length > longestName ? `${words.slice(0, longestName - 1).trimEnd()}…` : words;
  return description || text?.title || filename || opening || unnamed;
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
  throw new AppError("INVALID_SIGNATURE", "This link was replaced by a newer one.");
}
