import type { Address } from "@freehold/protocol";
import { z } from "zod";
import type { CommentRecord } from "../../store/comments.ts";

/** A comment as it may be shown, with an author by mail only by name. */
export type CommentView = ReturnType<typeof toCommentView>;

/** The body is Markdown as it was written: make it safe before you show it. That of a mention is plain text. */
export function toCommentView(comment: CommentRecord) {
  const { id, publicationId, state, authType, authorName, authorId, body, timestamp, createdAt, answers } =
    comment;
  const authorUrl = authType === "IMPORTED" && authorId !== "" ? authorId : null;
  const authorAddress = authType === "ETHEREUM" ? (authorId as Address) : null;
  const mention = comment.mention === null ? null : parseMention(comment.mention);
  return {
    id,
    publicationId,
    state,
    authType,
    authorName,
    authorAddress,
    authorUrl,
    body,
    timestamp,
    createdAt,
    mention,
    answers,
  };
}

/** The stored fields of a mention besides its text. */
const storedMention = z.object({
  kind: z.enum(["reply", "like", "repost", "bookmark", "mention"]),
  /** The page, https. */
  source: z.string(),
  /** The home of its author, https. */
  authorUrl: z.string().nullable().default(null),
});
export type StoredMention = z.infer<typeof storedMention>;

/** @param text the column `mention` of a comment */
export function parseMention(text: string): StoredMention {
  return storedMention.parse(JSON.parse(text));
}
