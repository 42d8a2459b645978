import type { Hash } from "@freehold/protocol";
import { BlobTooLargeError } from "../../blobs/blob-errors.ts";
import type { StoredBlob } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { limits } from "../limits.ts";
import { checkText, dropMarks } from "./check-text.ts";

/**
 * Puts a publication's bytes into the blobs: those of a file as they are, those of a post without a byte-order mark.
 *
 * @param bytes.expected the hash that they must have; a post's bytes then stay as they are, too
 * @throws BlobMismatchError for other bytes; AppError TOO_LARGE, and for a POST that is empty or not UTF-8 VALIDATION_FAILED
 */
export async function storeBytes(
  { blobs, config }: Pick<Context, "blobs" | "config">,
  { kind, source, expected }: { kind: PublicationKind; source: AsyncIterable<Uint8Array>; expected?: Hash },
  signal?: AbortSignal,
): Promise<StoredBlob> {
  const isPost = kind === "POST";
  const maxBytes = isPost ? Math.min(limits.markdownBytes, config.maxContentBytes) : config.maxContentBytes;
  try {
    const text = expected === undefined ? dropMarks(source) : source;
    return await blobs.put(isPost ? checkText(text) : source, {
      maxBytes,
      expected,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new AppError("TOO_LARGE", `This is larger than the limit of ${maxBytes} bytes.`, {
      cause: error,
    });
  }
}
