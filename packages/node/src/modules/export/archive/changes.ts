import type { Hash } from "@freehold/protocol";
import type { StoredBlob } from "../../../blobs/blobs.ts";
import { isOutdated } from "../../../domain/publications/changes.ts";
import { saveContent } from "../../../store/contents.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { findChanges, saveChanges } from "../../../store/publications/publication-changes.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import type { AboutPublication } from "./format.ts";

type AboutChanges = NonNullable<AboutPublication["changes"]>;

/** The changes of a post that readers don't see yet, for its fields; null for none. */
export async function describeChanges(db: Reader, publication: Publication): Promise<AboutChanges | null> {
  const changes = publication.state === "local" ? await findChanges(db, publication.id) : null;
  return (
    changes && {
      contentHash: changes.contentHash as Hash,
      slug: changes.slug,
      savedAt: new Date(changes.updatedAt).toISOString(),
      isOutdated: isOutdated(publication, changes),
    }
  );
}

/** The name of the text of a post's changes, beside the drafts. @param name of the post's text */
export function nameOfChanges(name: string): string {
  return name.replace(/^[^/]*/, "drafts");
}

/** Stores the changes of an imported post. */
export async function insertChanges(
  tx: Tx,
  { id, updatedAt }: Pick<Publication, "id" | "updatedAt">,
  { about, blob, now }: { readonly about: AboutChanges; readonly blob: StoredBlob; readonly now: number },
): Promise<void> {
  await saveContent(tx, { ...blob, now });
  await saveChanges(tx, {
    publicationId: id,
    contentHash: blob.hash,
    slug: about.slug,
    // No post has the revision 0.
    baseRevision: about.isOutdated ? 0 : updatedAt,
    updatedAt: Math.max(Date.parse(about.savedAt), updatedAt + 1),
  });
}
