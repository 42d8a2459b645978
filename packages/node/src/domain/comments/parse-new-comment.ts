import { type Address, parseAddress } from "@freehold/protocol";
import { AppError } from "../../errors.ts";
import type { CommentAuth } from "../../store/tables/comments.ts";
import { parseMailAddress } from "../parse-address.ts";
import { commentLimits } from "./comment-limits.ts";

/** A comment as somebody writes it. */
export interface NewCommentInput {
  publicationId: number;
  /** Markdown. */
  body: string;
  authType: CommentAuth;
  /** May be missing for a wallet, whose address stands for it then. */
  authorName?: string | null | undefined;
  /** A mail address, or an Ethereum address. */
  authorId: string;
}

/** Its words, checked. */
export interface CommentWords {
  readonly body: string;
  readonly authorName: string;
  readonly authorId: string;
}

/** Invisible signs that turn the direction of the text around them. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** @throws AppError VALIDATION_FAILED with the `field` */
export function parseNewComment(input: NewCommentInput): CommentWords {
  const { body, authType, authorId } = input;
  if (body.trim() === "")
    throw new AppError("VALIDATION_FAILED", "A comment needs some words.", { field: "body" });
  if (!isText(body) || lengthOf(body) > commentLimits.bodyLength) {
    throw new AppError(
      "VALIDATION_FAILED",
      `A comment is text of up to ${commentLimits.bodyLength} characters.`,
      { field: "body" },
    );
  }
  const id = authType === "EMAIL" ? parseMailAddress(authorId) : parseAddress(authorId);
  if (id === null) {
    const sentence =
      authType === "EMAIL" ? "This is not a mail address." : "This is not an Ethereum address.";
    throw new AppError("VALIDATION_FAILED", sentence, { field: "authorId" });
  }
  return { body, authorId: id, authorName: readName(input, id) };
}

function readName({ authorName, authType }: NewCommentInput, id: string): string {
  const name = (authorName ?? "").trim();
  if (name === "" && authType === "ETHEREUM") return shorten(id as Address);
  const isName = name !== "" && isText(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) && !turning.test(name);
  if (!isName || lengthOf(name) > commentLimits.nameLength) {
    const sentence = `A name is one line of up to ${commentLimits.nameLength} characters.`;
    throw new AppError("VALIDATION_FAILED", sentence, { field: "authorName" });
  }
  return name;
}

function shorten(address: Address): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Whole characters, and no controls but those of lines. */
function isText(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}--[\t\n\r]]/v.test(text);
}

function lengthOf(text: string): number {
  return [...text].length;
}
