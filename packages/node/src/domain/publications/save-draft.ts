import { Readable } from "node:stream";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findPublication, type Publication } from "../../store/publications.ts";
import { createPublication } from "./create-publication.ts";
import { updatePublication } from "./update-publication.ts";

/** What an editor holds. */
export interface DraftText {
  /** Null for a new draft. */
  id: number | null;
  /** Markdown. */
  body: string;
  slug?: string | null;
  /** The `updatedAt` that the editor was given with the draft; null for a new one. */
  revision: number | null;
}

/**
 * Saves a draft while it is being written. Two editors of one draft don't write over each other: the one that has not
 * seen the other's text is told so.
 *
 * @returns the draft; its `updatedAt` is the revision to be given with the next text
 * @throws AppError CONFLICT (saved elsewhere since, or no draft any more), and all of `updatePublication`
 */
export async function saveDraft(
  context: Pick<Context, "store" | "blobs" | "clock" | "config">,
  { id, body, slug, revision }: DraftText,
): Promise<Publication> {
  const labels = slug === undefined ? {} : { slug };
  if (id === null) {
    const source = Readable.from([Buffer.from(body)]);
    return await createPublication(context, { kind: "POST", state: "draft", source, ...labels });
  }
  if (revision === null) {
    throw new AppError("VALIDATION_FAILED", "A draft is saved with the revision that it was loaded with.");
  }
  const current = await findPublication(context.store.db, id);
  // A page that readers see changes when its writer says so, and not by itself.
  if (current?.state === "local") throw new AppError("CONFLICT", "This is published, and no draft any more.");
  return await updatePublication(context, id, { body, revision, ...labels });
}
