import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { saveContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import {
  deleteChanges,
  findChanges,
  type PublicationChanges,
  readChanges,
  saveChanges as saveChangesRow,
} from "../../store/publications/publication-changes.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { storeBytes } from "../contents/content-bytes.ts";
import { forgetReplaced, removeForgotten } from "../contents/sweep.ts";
import { requireOwner } from "../profile/owner.ts";
import { checkLabels } from "./create.ts";
import { keepVersion } from "./texts/history.ts";
import { prepareText } from "./texts/prepare-text.ts";
import {
  checkKind,
  nextRevision,
  readChangedText,
  requireOpen,
  requireRevision,
  toSource,
  type UpdateContext,
  updatePublication,
} from "./update.ts";

/*
 * A published post that is being changed has its changes beside it (docs/decisions/0050): readers see the published text until
 * the owner publishes them.
 */

export type UnpublishedChanges = PublicationChanges;

/** The changes of each of these posts; null for none. */
export async function findAllChanges(
  { store }: Pick<Context, "store">,
  ids: readonly number[],
): Promise<(UnpublishedChanges | null)[]> {
  const found = await readChanges(store.db, ids);
  const byId = new Map(found.map((changes) => [changes.publicationId, changes]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Whether the published text became another one since the changes were begun. */
export function isOutdated(
  { updatedAt }: Pick<Publication, "updatedAt">,
  { baseRevision }: Pick<PublicationChanges, "baseRevision">,
): boolean {
  return baseRevision !== updatedAt;
}

/** The revision that an editor of a published post has to know: that of the changes, or that of a text that came after them. */
function revisionToChange(post: Publication, changes: PublicationChanges | null): number {
  return changes && !isOutdated(post, changes) ? changes.updatedAt : post.updatedAt;
}

/** The text in an editor of a published post. */
interface ChangedText {
  /** Markdown. */
  readonly body: string;
  /** Absent: it stays as it is. */
  readonly slug?: string | null;
  /** That of the changes, or of the published post, from which the text goes on. */
  readonly revision: number;
  /** Whether the changes that are replaced stay in the history in any case. */
  readonly keepsVersion: boolean;
}

/**
 * Saves changes of a published post, which nobody but the owner sees. With the published text again there are none.
 *
 * @throws AppError NOT_FOUND, CONFLICT (it is signed or a draft now, or was changed since `revision`), VALIDATION_FAILED, TOO_LARGE
 */
export async function saveChanges(context: UpdateContext, id: number, given: ChangedText): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  checkLabels(given);
  checkKind(requireOpen(await findPublication(store.db, id), own.address, id), given);
  const since = Date.now();
  let forgotten: UnpublishedChanges["contentHash"] | null = null;
  const { text } = await prepareText(given.body, { nodeUrl: own.url });
  const blob = await storeBytes(context, { kind: "POST", source: toSource(text) });
  const now = clock.now();
  await store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const post = requireOpen(await findPublication(tx, id), own.address, id);
    if (post.state !== "local") throw new AppError("CONFLICT", "This is no longer on your site.");
    const before = await findChanges(tx, id);
    const { slug = before?.slug ?? post.slug, revision, keepsVersion: keeps } = given;
    const revisionNow = revisionToChange(post, before);
    // The changes were saved and the answer was lost: sending them again changes nothing.
    const isHere = before?.contentHash === blob.hash && before.slug === slug && !isOutdated(post, before);
    if (isHere) return;
    requireRevision({ updatedAt: revisionNow }, revision);
    await saveContent(tx, { ...blob, now });
    const isOther = before !== null && before.contentHash !== blob.hash;
    if (isOther) await keepVersion(tx, savedText(before, post), { size: blob.size, now, keeps });
    if (blob.hash === post.contentHash && slug === post.slug) await deleteChanges(tx, id);
    else
      await saveChangesRow(tx, {
        publicationId: id,
        contentHash: blob.hash,
        slug,
        baseRevision: post.updatedAt,
        updatedAt: nextRevision({ updatedAt: Math.max(post.updatedAt, before?.updatedAt ?? 0) }, now),
      });
    if (isOther && (await forgetReplaced(tx, before.contentHash, now))) forgotten = before.contentHash;
  });
  if (forgotten) await removeForgotten(context, { hash: forgotten, since });
}

/** Changes as a text of the history. */
function savedText({ contentHash, updatedAt, baseRevision }: PublicationChanges, { id }: Publication) {
  return { id, contentHash, updatedAt, createdAt: baseRevision };
}

/**
 * Publishes the changes of a post: the published text becomes that of the changes, and stays in the history.
 *
 * @param input `revision`: that of the changes, as the owner has read them
 * @throws AppError NOT_FOUND (also where there are no changes), CONFLICT (other changes were saved since `revision`, or another
 *   text was published since they were begun), and all of `updatePublication`
 */
export async function publishChanges(
  context: UpdateContext,
  id: number,
  { revision, takesSlug = false }: { readonly revision: number; readonly takesSlug?: boolean },
): Promise<Publication> {
  const own = await requireOwner(context);
  const { db } = context.store;
  const post = requireOpen(await findPublication(db, id), own.address, id);
  const changes = requireChanges(await findChanges(db, id), id, revision);
  if (isOutdated(post, changes)) {
    throw new AppError(
      "CONFLICT",
      "Another version was published after you started these changes. Compare the two.",
    );
  }
  const body = await readChangedText(context, changes);
  if (body === null) throw new AppError("NOT_FOUND", "The text of these changes is missing on the node.");
  return await updatePublication(context, id, {
    body,
    slug: changes.slug,
    takesSlug,
    revision: post.updatedAt,
    async alongside(tx) {
      requireChanges(await findChanges(tx, id), id, revision);
      await deleteChanges(tx, id);
    },
  });
}

/**
 * Discards the changes of a post. Their text stays in the history.
 *
 * @param revision that of the changes, as the owner has read them
 * @throws AppError NOT_FOUND (also where there are no changes), CONFLICT for other changes since `revision`
 */
export async function discardChanges(
  context: Pick<Context, "store" | "clock" | "owner">,
  id: number,
  revision: number,
): Promise<void> {
  const own = await requireOwner(context);
  await context.store.transaction(async (tx: Tx) => {
    await lockPublication(tx, id);
    const post = requireOpen(await findPublication(tx, id), own.address, id);
    const changes = requireChanges(await findChanges(tx, id), id, revision);
    await keepVersion(tx, savedText(changes, post), { size: 0, now: context.clock.now(), keeps: true });
    await deleteChanges(tx, id);
  });
}

function requireChanges(
  changes: PublicationChanges | null,
  id: number,
  revision: number,
): PublicationChanges {
  if (changes === null) throw new AppError("NOT_FOUND", msg`The post ${id} has no changes.`);
  requireRevision(changes, revision);
  return changes;
}
