import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { MetadataKind } from "../../pictures/cleaning-plan.ts";
import { saveContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { insertPublication, type Publication } from "../../store/publications/publications.ts";
import { type PublicationKind, plainPublication } from "../../store/tables/publications.ts";
import { peekHead, storeBytes } from "../contents/content-bytes.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { indexPublication } from "../search/index-documents.ts";
import { readSearchableText } from "../search/searchable-text.ts";
import { undated } from "../written-date.ts";
import { loadToAscii, requireSlug } from "./slug-names.ts";
import { nameForSite, requireFreeSlug, type SlugClaim } from "./slugs.ts";
import { requireText } from "./texts/blank.ts";
import { prepareStream } from "./texts/prepare-text.ts";

/** The labels of a publication besides its bytes. */
interface PublicationLabels {
  slug?: string | null;
  /** The caption of a file. */
  description?: string | null;
  filename?: string | null;
}

export interface NewPublication extends PublicationLabels, SlugClaim {
  /** `POST` is Markdown in UTF-8, `FILE` is any bytes (decisions 5). */
  kind: PublicationKind;
  source: AsyncIterable<Uint8Array>;
  /** Only the owner sees a `draft`; readers of the site see `local`. */
  state: "draft" | "local";
  /** The caller's claim; the bytes decide. */
  mediaType?: string | null;
  presentation?: Pick<Publication, "excerpt" | "coverHash" | "isPage">;
  /** Milliseconds: when it was written in another program. Until it is signed, this is its place among the others. */
  writtenAt?: number | null;
  /** It comes from another program, which does not know when it was written: as a draft it stands behind all others (`undated`). */
  isUndated?: boolean;
  /** Whether a picture, also one inside a text, is published with its metadata, as it is. */
  keepMetadata?: boolean;
  /** It is signed right after: a post that can't be signed is not kept as a draft either. */
  isToBeSigned?: boolean;
  /** Nobody is notified of it. */
  isQuiet?: boolean;
  /** Writes related rows in the same transaction; an error undoes all. */
  alongside?: Alongside;
}

/** A publication that was just created. */
export interface CreatedPublication extends Publication {
  /** The kinds of metadata that were removed from a picture, or from those inside a text, before it was hashed. */
  readonly removedMetadata: readonly MetadataKind[];
}

export type Alongside = (tx: Tx, publication: Publication) => Promise<void>;

/**
 * Stores the bytes (of a post without its byte-order mark, with whole addresses of contents, and without metadata in pictures inside it), and creates an unsigned publication (decisions 5, 9). The
 * bytes are durable before the row is.
 *
 * @throws AppError VALIDATION_FAILED (empty or not UTF-8 Markdown, a bad slug, a caption that is too long),
 *   TOO_LARGE, SLUG_TAKEN, PICTURE_UNSUPPORTED, PICTURE_DAMAGED, BLANK_POST for one that readers are to see
 */
export async function createPublication(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">,
  input: NewPublication,
  signal?: AbortSignal,
): Promise<CreatedPublication> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  checkLabels(input);
  const { kind } = input;
  const isPost = kind === "POST";
  const { keepMetadata = false } = input;
  const given = isPost
    ? await prepareStream(input.source, { nodeUrl: own.url, keepMetadata })
    : { source: input.source, removed: [] };
  const { head, source } = await peekHead(given.source);
  const { removed, ...blob } = await storeBytes(
    context,
    { kind, source, keepMetadata, filename: input.filename ?? null },
    signal,
  );
  const filename = isPost ? null : (input.filename ?? null);
  const description = isPost ? null : (input.description ?? null);
  const content = { kind, contentHash: blob.hash, filename, description };
  if (input.state === "local" || input.isToBeSigned) await requireText(context, content);
  const text = await readSearchableText(context, content);
  const now = clock.now();
  const row = {
    ...content,
    publisherAddress: own.address,
    state: input.state,
    mediaType: isPost ? "text/markdown" : await sniffMediaType(head, input.mediaType ?? null, filename),
    slug: input.slug ?? null,
    timestamp: null,
    signature: null,
    proofType: null,
    seq: 0,
    createdAt: input.writtenAt ?? (input.isUndated && input.state === "draft" ? undated : now),
    updatedAt: now,
    ...plainPublication,
    writtenAt: input.writtenAt ?? null,
    ...input.presentation,
    replaces: text.replaces,
  };
  const { takesSlug = false, ignoresDrafts = false } = input;
  const claim = { takesSlug, ignoresDrafts };
  const toAscii = isPost && row.state === "local" ? await loadToAscii() : null;
  return await store.transaction(async (tx) => {
    if (row.slug !== null || toAscii) await store.dialect.lock(tx, "slugs");
    await requireFreeSlug(tx, { ...row, id: null }, claim);
    await saveContent(tx, { ...blob, now });
    const slug = toAscii
      ? await nameForSite(tx, { ...row, id: 0 }, toAscii, { ...claim, title: text.title })
      : row.slug;
    const named = { ...row, slug };
    const publication = { ...named, id: await insertPublication(tx, named) };
    await indexPublication(tx, own.address, publication, text);
    await input.alongside?.(tx, publication);
    if (!input.isQuiet) {
      if (publication.state === "local") await emit(tx, "publication.published", { publication, now });
      await emit(tx, "publication.changed", { publication, now });
    }
    return { ...publication, removedMetadata: [...given.removed, ...removed] };
  });
}

/** @throws AppError VALIDATION_FAILED for a bad slug, or a caption or file name that is too long or holds a NUL */
export function checkLabels({ slug, description, filename }: PublicationLabels): void {
  // PostgreSQL can't store NUL in a text.
  if (`${description}${filename}`.includes("\0")) {
    throw new AppError("VALIDATION_FAILED", "Captions and file names can't contain NUL characters.");
  }
  if (typeof slug === "string") requireSlug(slug);
  if ([...(description ?? "")].length > limits.descriptionLength) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`A caption can have up to ${limits.descriptionLength} characters.`,
    );
  }
  if ([...(filename ?? "")].length > limits.filenameLength) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`A file name can have up to ${limits.filenameLength} characters.`,
    );
  }
}
