import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { markDue } from "../../store/due-queues.ts";
import { emit } from "../../store/events.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import {
  listDueSchedules,
  removeSchedule,
  saveSchedule,
} from "../../store/publications/publication-schedules.ts";
import {
  findPublication,
  readPublications,
  updatePublication,
} from "../../store/publications/publications.ts";
import { requireOwner } from "../profile/owner.ts";
import { indexPublication } from "../search/index-documents.ts";
import { readClosing } from "../settings/closing.ts";
import { loadToAscii, type ToAscii } from "./slug-names.ts";
import { findObstacle, nameForSite } from "./slugs.ts";
import { isBlankPost, requireText } from "./texts/blank.ts";
import { completeStoredTexts } from "./texts/complete-addresses.ts";
import { publishCover } from "./texts/publish-cover.ts";
import { nextRevision, requireOpen } from "./update.ts";

/**
 * Sets the time at which a draft becomes local. It is not signed then: only the owner signs.
 *
 * @param at ms; null for never
 * @throws AppError NOT_FOUND, CONFLICT when it is published already, VALIDATION_FAILED for a time in the past, BLANK_POST
 */
export async function schedulePublication(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  id: number,
  at: number | null,
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  if (at !== null && !(Number.isSafeInteger(at) && at > clock.now())) {
    throw new AppError("VALIDATION_FAILED", "Choose a time in the future.");
  }
  const draft = requireOpen(await findPublication(store.db, id), own.address, id);
  if (at !== null) await requireText(context, draft);
  await store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const { state } = requireOpen(await findPublication(tx, id), own.address, id);
    if (state !== "draft") throw new AppError("CONFLICT", "This post is already published.");
    if (at === null) await removeSchedule(tx, id);
    else await saveSchedule(tx, { publicationId: id, dueAt: at });
  });
}

/** Small, so that no other writer waits long. */
const batch = 50;

/**
 * Maintenance: publishes drafts whose time has come on this site. One transaction changes the state and removes the time,
 * so that several processes publish each draft only once.
 *
 * @returns the number of published drafts
 */
export async function publishScheduled(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "owner" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  const { store, clock, log } = context;
  if ((await readClosing(store.db)) !== null) return 0;
  let count = 0;
  let toAscii: ToAscii | null = null;
  for (;;) {
    const now = clock.now();
    if (signal?.aborted || (await listDueSchedules(store.db, now, 1)).length === 0) break;
    toAscii ??= await loadToAscii();
    const write = toAscii;
    // Not in the transaction: the texts may be in a storage far away.
    const due = (await listDueSchedules(store.db, now, batch)).map(({ publicationId }) => publicationId);
    await completeStoredTexts(context, due);
    const blank = await findBlank(context, due);
    count += await store.transaction(async (tx) => {
      await store.dialect.lock(tx, "schedules");
      await store.dialect.lock(tx, "slugs");
      let published = 0;
      for (const { publicationId } of await listDueSchedules(tx, now, batch)) {
        if (await publishDraft(tx, publicationId, { now, toAscii: write, blank })) published += 1;
      }
      return published;
    });
  }
  if (count > 0) log.info({ count }, "scheduled drafts were published");
  return count;
}

/** The contents of those in which a reader would see nothing. */
async function findBlank(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  due: readonly number[],
): Promise<ReadonlySet<string>> {
  const drafts = await readPublications(store.db, due);
  const blank = new Set<string>();
  for (const draft of drafts) if (await isBlankPost({ blobs }, draft)) blank.add(draft.contentHash);
  return blank;
}

/** @returns whether it was still a draft, with something in it */
async function publishDraft(
  tx: Tx,
  id: number,
  { now, toAscii, blank }: { now: number; toAscii: ToAscii; blank: ReadonlySet<string> },
): Promise<boolean> {
  await lockPublication(tx, id);
  const publication = await findPublication(tx, id);
  const own = await findOwnProfile(tx);
  await removeSchedule(tx, id);
  if (!own || publication?.state !== "draft" || blank.has(publication.contentHash)) return false;
  const updatedAt = nextRevision(publication, now);
  const given = publication.slug;
  // Another one may have got the slug since it was given, and nobody is there to choose another.
  const isLost =
    given !== null &&
    (await findObstacle(tx, { ...publication, slug: given }, { takesSlug: true, ignoresDrafts: true }));
  const slug = await nameForSite(tx, isLost ? { ...publication, slug: null } : publication, toAscii);
  const published = { ...publication, slug, state: "local", createdAt: now, updatedAt } as const;
  await updatePublication(tx, id, published);
  await indexPublication(tx, own.address, published);
  await publishCover(tx, published, now);
  // An open editor hears of it.
  markDue(tx, "timeline");
  await emit(tx, "publication.published", { publication: published, now });
  await emit(tx, "publication.changed", { publication: published, now });
  return true;
}
