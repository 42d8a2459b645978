import type { Context } from "../../../context.ts";
import { type Publication, readPublications } from "../../../store/publications/publications.ts";
import { findNewestVersion, listVersions as listRows } from "../../../store/publications/versions.ts";
import type { Caller } from "../../access/callers.ts";
import { limits } from "../../limits.ts";
import type { PublicationView } from "../view.ts";
import { readVisiblePublications } from "../visible.ts";

/** The key that the versions of a post share: their publisher, and the content of the first one. */
export type VersionGroup = Pick<PublicationView, "publisherAddress" | "original">;

/** The published versions of each of these posts that the caller may see, newest first; empty where there is one. */
export async function readVersions(
  context: Pick<Context, "store" | "owner">,
  groups: readonly VersionGroup[],
  caller: Caller,
): Promise<PublicationView[][]> {
  const rows = await listRows(context.store.db, {
    publishers: [...new Set(groups.map(({ publisherAddress }) => publisherAddress))],
    originals: [...new Set(groups.flatMap(({ original }) => original ?? []))],
    limit: limits.versions,
  });
  const ids = rows.map(({ id }) => id);
  const views = new Map((await readVisiblePublications(context, ids, caller)).map((view) => [view.id, view]));
  return groups.map(({ publisherAddress, original }) => {
    const own = rows.filter((row) => row.publisherAddress === publisherAddress && row.original === original);
    const seen = own.flatMap(({ id }) => views.get(id) ?? []);
    return original === null || seen.length < 2 ? [] : seen;
  });
}

/** The published versions of a post of this owner, newest first; empty where there is one. */
export async function readSiteVersions(
  { store }: Pick<Context, "store">,
  { publisherAddress, original }: Publication,
): Promise<Publication[]> {
  if (original === null) return [];
  const group = { publishers: [publisherAddress], originals: [original], limit: limits.versions };
  const ids = (await listRows(store.db, group)).map(({ id }) => id);
  const found = new Map((await readPublications(store.db, ids)).map((row) => [row.id, row]));
  return ids.length < 2 ? [] : ids.flatMap((id) => found.get(id) ?? []);
}

/** The newest version of a publication: itself if none is newer. */
export async function findNewest(
  { store }: Pick<Context, "store">,
  publication: Publication,
): Promise<Publication> {
  const { publisherAddress: publisher, original, isReplaced } = publication;
  if (isReplaced === 0 || original === null) return publication;
  return (await findNewestVersion(store.db, { publisher, original })) ?? publication;
}
