import { AppError } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { findPublicationBySlug, type Publication } from "../../store/publications.ts";
import { limits } from "../limits.ts";

/** What stands beside a publication's bytes. */
export interface PublicationLabels {
  slug?: string | null;
  description?: string | null;
  filename?: string | null;
}

/** @throws AppError VALIDATION_FAILED for a bad slug, or a caption or file name that is too long or holds a NUL */
export function checkLabels({ slug, description, filename }: PublicationLabels): void {
  // PostgreSQL takes none in a text.
  if (`${description}${filename}`.includes("\0")) {
    throw new AppError("VALIDATION_FAILED", "A caption and a file name are text without NUL.");
  }
  if (slug !== undefined && slug !== null && !isSlug(slug)) {
    throw new AppError("VALIDATION_FAILED", "A slug is letters, digits, - and _, up to 255 of them.");
  }
  if ([...(description ?? "")].length > limits.descriptionLength) {
    throw new AppError("VALIDATION_FAILED", `A caption has up to ${limits.descriptionLength} characters.`);
  }
  if ([...(filename ?? "")].length > limits.filenameLength) {
    throw new AppError("VALIDATION_FAILED", `A file name has up to ${limits.filenameLength} characters.`);
  }
}

/** Whether a text may be a slug: letters and digits of any script, `-` and `_`, beginning with a letter or digit. */
export function isSlug(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u.test(text) && [...text].length <= limits.slugLength;
}

/**
 * Makes sure that no other publication of the publisher has a slug. The caller's transaction holds the lock `slugs`.
 *
 * @throws AppError SLUG_TAKEN
 */
export async function requireFreeSlug(
  tx: Tx,
  { publisherAddress, slug, id }: Pick<Publication, "publisherAddress" | "slug"> & { id: number | null },
): Promise<void> {
  const holder = slug === null ? null : await findPublicationBySlug(tx, publisherAddress, slug);
  if (!holder || holder.id === id) return;
  throw new AppError("SLUG_TAKEN", `The slug "${slug}" is taken by another of your publications.`);
}
