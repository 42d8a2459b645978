import type { CommentDraft, Messages } from "@freehold/web";
import { commentLimits } from "../../domain/comments/limits.ts";
import type { AppError, ErrorCode } from "../../errors/errors.ts";
import { sentenceOf } from "./refusals.ts";

const fields = { body: "body", authorName: "name", authorId: "mail" } as const;

const statuses: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  COMMENT_DISABLED: 403,
  RATE_LIMITED: 429,
};

export interface Problem {
  readonly status: number;
  readonly text: string;
  readonly wrong: keyof CommentDraft | null;
}

/**
 * Explains why an action on a comment was refused.
 *
 * @returns the status of the page, a text in the reader's language, and the field of the form that is wrong, or null
 */
export function explainCommentProblem(
  error: AppError,
  { commentFields, language }: Pick<Messages, "commentFields" | "language">,
): Problem {
  const status = statuses[error.code] ?? 400;
  const wrong = fields[error.field as keyof typeof fields] ?? null;
  if (wrong !== null) {
    const most = wrong === "body" ? commentLimits.bodyLength : commentLimits.nameLength;
    return { status, wrong, text: commentFields[wrong](most) };
  }
  return { status, wrong, text: sentenceOf(error, language) };
}
