import { contentHash } from "@freehold/protocol";
import { AppError } from "../../errors/errors.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { requireOwner } from "../profile/owner.ts";
import { saveChanges } from "./changes.ts";
import { createPublication } from "./create.ts";
import { prepareText } from "./texts/prepare-text.ts";
import { requireOpen, toSource, type UpdateContext, updatePublication } from "./update.ts";

/** The text in an editor. `id` and `revision` (that of the loaded draft, changes or published post) are null for a new draft. */
interface DraftText {
  id: number | null;
  /** Markdown. */
  body: string;
  slug?: string | null;
  revision: number | null;
  keepsVersion?: boolean;
  takesSlug?: boolean;
}

/**
 * Saves a draft, or changes of a published post, while it is written. Two editors of one text don't overwrite each other: the one
 * with the older revision gets a CONFLICT, unless it sends the text that is stored.
 *
 * @returns the draft, whose `updatedAt` is the revision for the next call; or the published post, which is as it was
 * @throws AppError CONFLICT (saved or published elsewhere since, or signed), and all of `updatePublication`
 */
export async function saveDraft(
  context: UpdateContext,
  { id, body, slug, revision, keepsVersion = false, takesSlug = false }: DraftText,
): Promise<Publication> {
  const labels = slug === undefined ? {} : { slug, takesSlug };
  if (id === null) {
    const source = toSource(body);
    return await createPublication(context, { kind: "POST", state: "draft", source, ...labels });
  }
  if (revision === null) {
    throw new AppError("VALIDATION_FAILED", "A draft must be saved with the revision that was loaded.");
  }
  const current = await findPublication(context.store.db, id);
  if (current?.state === "local") {
    // A visible page does not change by an automatic save.
    await saveChanges(context, id, { body, revision, keepsVersion, ...(slug !== undefined && { slug }) });
    return current;
  }
  // The text was saved and the answer was lost: sending it again changes nothing.
  const isStale = current?.state === "draft" && current.updatedAt !== revision;
  if (isStale && (slug === undefined || slug === current.slug)) {
    const own = await requireOwner(context);
    const { text } = await prepareText(body, { nodeUrl: own.url });
    if (current.contentHash === contentHash(Buffer.from(text))) return requireOpen(current, own.address, id);
  }
  return await updatePublication(context, id, { body, revision, keepsVersion, ...labels });
}
