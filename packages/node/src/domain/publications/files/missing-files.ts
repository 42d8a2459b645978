import type { Context } from "../../../context.ts";
import { listPublicationsByHash } from "../../../store/publications/publications.ts";
import { findTrashedContent } from "../../../store/trash.ts";
import { requireOwner } from "../../profile/owner.ts";
import { findContentHashes } from "../texts/content-addresses.ts";

/** A file to which a text refers, and which this node does not have. */
export interface MissingFile {
  readonly contentHash: `0x${string}`;
  /** The file in the trash, by its id; null where it is not there. */
  readonly trashedId: number | null;
  /** The name of the file in the trash. */
  readonly filename: string | null;
}

/** The files of this node to which a Markdown text refers by their hashes, and which were deleted or never there. */
export async function findMissingFiles(
  context: Pick<Context, "store" | "owner">,
  body: string,
): Promise<MissingFile[]> {
  const own = await requireOwner(context);
  const { db } = context.store;
  const missing: MissingFile[] = [];
  for (const contentHash of findContentHashes(body, own)) {
    const found = await listPublicationsByHash(db, contentHash);
    if (found.some(({ publisherAddress }) => publisherAddress === own.address)) continue;
    const trashed = await findTrashedContent(db, contentHash);
    const { subjectId = null, title = "" } = trashed ?? {};
    missing.push({ contentHash, trashedId: subjectId, filename: title || null });
  }
  return missing;
}
