import type { Tx } from "../../store/database.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { addWebhookEvent } from "./webhook-events.ts";

type OwnEvent = "publication.published" | "publication.updated" | "publication.deleted";

/** Tells of a publication of the owner; nobody hears of a draft. */
export async function tellOfOwn(
  tx: Tx,
  type: OwnEvent,
  { id, kind, state, contentHash, slug }: Publication,
  now: number,
): Promise<void> {
  if (state === "draft") return;
  await addWebhookEvent(tx, { type, data: { id, kind, state, contentHash, slug }, now });
}

/** Tells that readers see a publication changed, or no more; the first time that they see it is an event of its own. */
export async function tellOfChange(tx: Tx, publication: Publication, now: number): Promise<void> {
  const current = await findPublication(tx, publication.id);
  if (current === null) return await tellOfOwn(tx, "publication.deleted", publication, now);
  const { publishedAt, modifiedAt } = current;
  if (publishedAt === null || modifiedAt === publishedAt) return;
  await tellOfOwn(tx, "publication.updated", current, now);
}
