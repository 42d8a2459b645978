import type { Hash } from "@freehold/protocol";
import { BlobTooLargeError } from "../../blobs/blob-errors.ts";
import type { StoredBlob } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import type { PublicationKind } from "../../store/tables/publications.ts";
import { DomainError } from "../domain-error.ts";
import { limits } from "../limits.ts";
import { checkText } from "./check-text.ts";

/**
 * Puts a publication's exact bytes into the blobs.
 *
 * @param bytes.expected the hash that they must have
 * @throws BlobMismatchError for other bytes; DomainError TOO_LARGE, and for a POST that is empty or not UTF-8 VALIDATION_FAILED
 */
export async function storeBytes(
  { blobs, config }: Pick<Context, "blobs" | "config">,
  { kind, source, expected }: { kind: PublicationKind; source: AsyncIterable<Uint8Array>; expected?: Hash },
  signal?: AbortSignal,
): Promise<StoredBlob> {
  const isPost = kind === "POST";
  const maxBytes = isPost ? Math.min(limits.markdownBytes, config.maxContentBytes) : config.maxContentBytes;
  try {
    return await blobs.put(isPost ? checkText(source) : source, {
      maxBytes,
      expected,
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new DomainError("TOO_LARGE", `This is larger than the limit of ${maxBytes} bytes.`, {
      cause: error,
    });
  }
}
