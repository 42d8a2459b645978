import type { Tx } from "../../../store/database.ts";
import { removeSchedule } from "../../../store/publications/publication-schedules.ts";
import {
  listPublicationsByHash,
  type Publication,
  updatePublication,
} from "../../../store/publications/publications.ts";
import { indexPublication } from "../../search/index-documents.ts";

/**
 * Publishes the cover of a publication on the site where the publication is on the site and its cover is a draft yet, in
 * the caller's transaction (docs/decisions/0034: pictures are published with their text).
 */
export async function publishCover(
  tx: Tx,
  { publisherAddress, coverHash, state }: Pick<Publication, "publisherAddress" | "coverHash" | "state">,
  now: number,
): Promise<void> {
  if (coverHash === null || state === "draft") return;
  const found = await listPublicationsByHash(tx, coverHash);
  const pictures = found.filter((one) => one.publisherAddress === publisherAddress && one.kind === "FILE");
  const draft = pictures.at(-1);
  if (!draft || pictures.some((one) => one.state !== "draft")) return;
  const published = {
    ...draft,
    state: "local",
    createdAt: now,
    updatedAt: Math.max(now, draft.updatedAt + 1),
  } as const;
  await updatePublication(tx, draft.id, published);
  await removeSchedule(tx, draft.id);
  await indexPublication(tx, publisherAddress, published);
}
