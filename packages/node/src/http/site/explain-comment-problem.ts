import type { CommentDraft, Messages } from "@freehold/web";
import { commentLimits } from "../../domain/comments/limits.ts";
import type { AppError, ErrorCode } from "../../errors.ts";

const fields = { body: "body", authorName: "name", authorId: "mail" } as const;

const statuses: Partial<Record<ErrorCode, number>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  COMMENT_DISABLED: 403,
  RATE_LIMITED: 429,
};

/** The field of the form that is wrong, or null. */
export function wrongFieldOf(error: AppError): keyof CommentDraft | null {
  return fields[error.field as keyof typeof fields] ?? null;
}

/** Why something about a comment was not done, in the reader's language, and the status of the page that says so. */
export function explainCommentProblem(
  error: AppError,
  { commentFields, commentProblems }: Messages,
): { status: number; text: string } {
  const status = statuses[error.code] ?? 400;
  const field = wrongFieldOf(error);
  if (field !== null) {
    const most = field === "body" ? commentLimits.bodyLength : commentLimits.nameLength;
    return { status, text: commentFields[field](most) };
  }
  const text = (commentProblems as Partial<Record<ErrorCode, string>>)[error.code];
  return { status, text: text ?? commentProblems.other };
}
