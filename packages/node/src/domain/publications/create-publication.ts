import { BlobTooLargeError } from "../../blobs/blob-errors.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { findPublicationBySlug, insertPublication, type Publication } from "../../store/publications.ts";
import type { PublicationKind } from "../../store/tables.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import { checkText } from "./check-text.ts";
import { peekHead } from "./peek-head.ts";

export interface NewPublication {
  /** `POST` is Markdown in UTF-8, `FILE` is any bytes (decisions 5). */
  kind: PublicationKind;
  source: AsyncIterable<Uint8Array>;
  /** `draft` is seen by the owner alone, `local` on the own site. */
  state: "draft" | "local";
  filename?: string | null;
  /** What the bytes are said to be; they are looked at all the same. */
  mediaType?: string | null;
  /** The caption of a file. */
  description?: string | null;
  slug?: string | null;
}

/**
 * Stores the exact bytes and makes a publication of them that is not signed yet (decisions 5). The bytes are on disk
 * before the row is.
 *
 * @throws DomainError VALIDATION_FAILED (empty or not UTF-8 Markdown, a bad slug, a caption that is too long),
 *   TOO_LARGE, CONFLICT (the slug is taken)
 */
export async function createPublication(
  context: Pick<Context, "store" | "blobs" | "clock" | "config">,
  input: NewPublication,
  signal?: AbortSignal,
): Promise<Publication> {
  const { store, blobs, clock, config } = context;
  const own = await requireOwner(context);
  checkWords(input);
  const { head, source } = await peekHead(input.source);
  const isPost = input.kind === "POST";
  const maxBytes = isPost ? Math.min(limits.markdownBytes, config.maxContentBytes) : config.maxContentBytes;
  const blob = await blobs
    .put(isPost ? checkText(source) : source, { maxBytes, ...(signal && { signal }) })
    .catch(inWords(maxBytes));
  const filename = input.filename ?? null;
  const now = clock.now();
  const row = {
    publisherAddress: own.address,
    kind: input.kind,
    state: input.state,
    contentHash: blob.hash,
    mediaType: isPost ? "text/markdown" : await sniffMediaType(head, input.mediaType ?? null, filename),
    filename: isPost ? null : filename,
    description: isPost ? null : (input.description ?? null),
    slug: input.slug ?? null,
    timestamp: null,
    signature: null,
    proofType: null,
    seq: 0,
    createdAt: now,
    updatedAt: now,
  } as const;
  return await store.transaction(async (tx) => {
    if (row.slug !== null) {
      await store.dialect.lock(tx, "slugs");
      if (await findPublicationBySlug(tx, own.address, row.slug)) {
        throw new DomainError("CONFLICT", `The slug "${row.slug}" is taken by another of your publications.`);
      }
    }
    await saveContent(tx, { ...blob, now });
    return { ...row, id: await insertPublication(tx, row) };
  });
}

function checkWords({ slug, description, filename }: NewPublication): void {
  if (slug !== undefined && slug !== null && !isSlug(slug)) {
    throw new DomainError("VALIDATION_FAILED", "A slug is letters, digits, - and _, up to 255 of them.");
  }
  if ([...(description ?? "")].length > limits.descriptionLength) {
    throw new DomainError("VALIDATION_FAILED", `A caption has up to ${limits.descriptionLength} characters.`);
  }
  if ([...(filename ?? "")].length > limits.filenameLength) {
    throw new DomainError("VALIDATION_FAILED", `A file name has up to ${limits.filenameLength} characters.`);
  }
}

/** Whether a text may be a slug: letters and digits of any script, `-` and `_`, beginning with a letter or digit. */
export function isSlug(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u.test(text) && [...text].length <= limits.slugLength;
}

function inWords(maxBytes: number) {
  return (error: unknown): never => {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new DomainError("TOO_LARGE", `This is larger than the limit of ${maxBytes} bytes.`, {
      cause: error,
    });
  };
}
