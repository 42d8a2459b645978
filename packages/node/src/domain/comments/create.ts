import { type Address, parseAddress, type TypedData } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findComment, insertComment } from "../../store/comments.ts";
import type { Tx } from "../../store/database.ts";
import type { CommentAuth } from "../../store/tables/comments.ts";
import { hashClientAddress } from "../access/callers.ts";
import { parseMailAddress } from "../parse-address.ts";
import { requireOwner } from "../profile/owner.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { requireCommentable } from "./commentable.ts";
import { checkBeforeWriting, commentLimits, removeStaleComments } from "./limits.ts";
import { createMailedToken, mailCommentLink } from "./mail-link.ts";
import { confirmationOf, toSign } from "./signed-message.ts";
import { type CommentView, toCommentView } from "./view.ts";

export interface CreatedComment {
  readonly comment: CommentView;
  /** What the wallet has to sign within ten minutes; null for a comment by mail, whose author has a mail. */
  readonly typedData: TypedData | null;
}

/**
 * Writes a comment that nobody sees until its author has confirmed it (decisions 7): by the link in a mail, or by a
 * signature over what is answered here.
 *
 * @param from.language what the author's browser asks for: the mail is written in it
 * @param from.ip the client's address, for the limits; null where it is not known
 * @throws AppError VALIDATION_FAILED, NOT_FOUND, COMMENT_DISABLED, MAIL_NOT_CONFIGURED, RATE_LIMITED
 */
export async function createComment(
  context: Pick<Context, "store" | "clock" | "events" | "owner">,
  input: NewCommentInput,
  from: { ip: string | null; language?: string | null },
): Promise<CreatedComment> {
  const { store, clock, events } = context;
  const { authType, publicationId } = input;
  const words = parseNewComment(input);
  const own = await requireOwner(context);
  const isByMail = authType === "EMAIL";
  const made = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    const now = clock.now();
    const publication = await requireCommentable(tx, own.address, { ...words, authType, publicationId });
    if (isByMail) await requireMail(tx);
    await removeStaleComments(tx, now);
    const client = await hashClientAddress(tx, from.ip);
    await checkBeforeWriting(tx, { authType, authorId: words.authorId, client, now });
    const mailed = isByMail ? createMailedToken() : null;
    const timestamp = Math.floor(now / 1000);
    const comment = { ...words, authType, publicationId, timestamp, client, createdAt: now };
    const id = await insertComment(tx, { ...comment, tokenHash: mailed?.hash ?? null });
    if (mailed) {
      const { language = null } = from;
      const about = { comment: { ...comment, id }, publication, own, token: mailed.token, language, now };
      await mailCommentLink(tx, "confirm-comment", about);
    }
    return await findComment(tx, id);
  });
  if (made === null) throw new Error("A comment was written and is not there.");
  if (isByMail) events.emit("jobs.due");
  return {
    comment: toCommentView(made),
    typedData: isByMail ? null : toSign("CommentSignature", confirmationOf(own.address, made)),
  };
}

/** @throws AppError MAIL_NOT_CONFIGURED */
export async function requireMail(tx: Tx): Promise<void> {
  if (await readMailSettings(tx)) return;
  throw new AppError("MAIL_NOT_CONFIGURED", "This node can't send mail: comment with a wallet.");
}

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
