import { parseAddress } from "@freehold/protocol";
import { isPlainLine } from "@freehold/protocol/internal";
import { AppError, msg, type Sentence } from "../../errors/errors.ts";
import type { CommentRecord } from "../../store/comments.ts";
import type { CommentAuth } from "../../store/tables/comments.ts";
import { parseMailAddress } from "../parse-address.ts";
import { commentLimits } from "./limits.ts";

/** A new comment, unchecked. */
export interface NewCommentInput {
  publicationId: number;
  /** Markdown. */
  body: string;
  authType: CommentAuth;
  /** By default a wallet's shortened address. */
  authorName?: string | null | undefined;
  /** An email address or an Ethereum address. */
  authorId: string;
}

/** @throws AppError VALIDATION_FAILED with the `field` */
export function parseNewComment(
  input: NewCommentInput,
): Pick<CommentRecord, "body" | "authorName" | "authorId"> {
  const { body, authType, authorId } = input;
  if (authType === "WEBMENTION")
    throw invalid("authType", "Mentions come from other sites and can't be written here.");
  if (authType === "IMPORTED") throw invalid("authType", "Imported comments can't be written here.");
  if (body.trim() === "") throw invalid("body", "A comment needs text.");
  if (!isText(body, commentLimits.bodyLength))
    throw invalid("body", msg`A comment can have up to ${commentLimits.bodyLength} characters.`);
  const id = authType === "EMAIL" ? parseMailAddress(authorId) : parseAddress(authorId);
  if (id === null)
    throw invalid(
      "authorId",
      authType === "EMAIL" ? "This is not an email address." : "This is not an Ethereum address.",
    );
  return { body, authorId: id, authorName: readName(input, id) };
}

function readName({ authorName, authType }: NewCommentInput, id: string): string {
  const name = (authorName ?? "").trim();
  if (name === "" && authType === "ETHEREUM") return `${id.slice(0, 6)}…${id.slice(-4)}`;
  if (isPlainLine(name) && isText(name, commentLimits.nameLength)) return name;
  throw invalid("authorName", msg`A name can have one line of up to ${commentLimits.nameLength} characters.`);
}

/** Whether it has whole characters, up to `maxLength`, and no controls but those of lines. */
function isText(text: string, maxLength: number): boolean {
  return text.isWellFormed() && !/[\p{Cc}--[\t\n\r]]/v.test(text) && [...text].length <= maxLength;
}

function invalid(field: string, sentence: string | Sentence): AppError {
  return new AppError("VALIDATION_FAILED", sentence, { field });
}
