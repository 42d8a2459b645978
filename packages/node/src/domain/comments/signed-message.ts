import {
  type Address,
  contentHash,
  EwpError,
  type Hex,
  type Meanings,
  type MessageKind,
  parseEnvelope,
  type Recover,
  typedDataFor,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import { AppError } from "../../errors/errors.ts";
import type { CommentRecord } from "../../store/comments.ts";

/** The message that confirms a comment: this node's own copy of its fields (decisions 1, 7). */
export function confirmationOf(
  nodeAddress: Address,
  comment: Pick<CommentRecord, "authorId" | "publicationId" | "body" | "timestamp">,
): Meanings["CommentSignature"] {
  return {
    nodeAddress,
    commenterAddress: comment.authorId as Address,
    publicationId: comment.publicationId,
    commentBodyHash: contentHash(new TextEncoder().encode(comment.body)),
    timestamp: comment.timestamp,
  };
}

/** The message that deletes a comment. */
export function deletionOf(
  nodeAddress: Address,
  { id, authorId }: Pick<CommentRecord, "id" | "authorId">,
): Meanings["DeleteComment"] {
  return { nodeAddress, commentId: id, commenterAddress: authorId as Address };
}

/**
 * Checks a signature over a message that this node builds itself, in either form of the message.
 *
 * @throws AppError INVALID_SIGNATURE
 */
export function verifyOwnMessage<K extends MessageKind>(
  kind: K,
  meaning: Meanings[K],
  signature: string,
  recover: Recover,
): Verified<K> {
  for (const form of ["baseline", "reference"] as const) {
    const typedData = typedDataFor(kind, meaning, form);
    try {
      return verifyEnvelope(parseEnvelope(kind, { typedData, signature: signature as Hex }), { recover });
    } catch (error) {
      if (!(error instanceof EwpError)) throw error;
    }
  }
  throw new AppError("INVALID_SIGNATURE", "This is not the author's signature over this comment.");
}
