import { Readable } from "node:stream";
import type { StoredBlob } from "../../blobs/blobs.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { findContent, saveContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import {
  deleteChanges,
  findChanges,
  rebaseChanges,
  type PublicationChanges as UnpublishedChanges,
} from "../../store/publications/publication-changes.ts";
import { removeSchedule } from "../../store/publications/publication-schedules.ts";
import {
  findPublication,
  type Publication,
  updatePublication as updatePublicationRow,
} from "../../store/publications/publications.ts";
import { readCompletedText, storeBytes } from "../contents/content-bytes.ts";
import { readMarkdown } from "../contents/read-markdown.ts";
import { forgetReplaced, removeForgotten } from "../contents/sweep.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "../profile/owner.ts";
import { indexPublication } from "../search/index-documents.ts";
import { readSearchableText } from "../search/searchable-text.ts";
import { undated } from "../written-date.ts";
import { type Alongside, checkLabels } from "./create.ts";
import { loadToAscii } from "./slug-names.ts";
import { findObstacle, nameForSite, requireFreeSlug, requireOwnSlug, type SlugClaim } from "./slugs.ts";
import { requireText } from "./texts/blank.ts";
import { keepVersion } from "./texts/history.ts";
import { prepareText } from "./texts/prepare-text.ts";
import { publishCover } from "./texts/publish-cover.ts";
import { requireOwn } from "./visible.ts";

/** The changes; absent fields stay as they are. */
interface PublicationChanges extends SlugClaim {
  /** The Markdown of a POST; it is stored with whole addresses of contents, and without metadata in pictures inside it. */
  body?: string;
  slug?: string | null;
  /** The caption of a FILE. */
  description?: string | null;
  /** From `draft` to `local` it is published, and its time is then now. */
  state?: "draft" | "local";
  /** The `updatedAt` that the caller has read, so that it does not overwrite a newer version. */
  revision?: number;
  /** Whether the text that is replaced is kept in any case; that of a local post always is. */
  keepsVersion?: boolean;
  /** As for `createPublication`; the replaced text is stored only with `keepsVersion`. */
  isQuiet?: boolean;
  /** As of `createPublication`. */
  alongside?: Alongside;
}

export type UpdateContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">;

/**
 * Changes a draft or a local publication (decisions 5). A new text has a new hash; the sweep removes the old bytes.
 *
 * @throws AppError NOT_FOUND, CONFLICT (it is signed, or was changed since `revision`), SLUG_TAKEN,
 *   VALIDATION_FAILED (as `createPublication`; a text for a file, a caption for a post), TOO_LARGE, BLANK_POST for one that readers
 *   are to see
 */
export async function updatePublication(
  context: UpdateContext,
  id: number,
  given: PublicationChanges,
): Promise<Publication> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  checkLabels(given);
  const before = requireOpen(await findPublication(store.db, id), own.address, id);
  const unpublished = await readTakenBack(context, before, given);
  const changes = unpublished ? { ...unpublished.text, ...given } : given;
  checkKind(before, changes);
  const revision = changes.revision ?? before.updatedAt;
  requireRevision(before, revision);
  const since = Date.now();
  const body = await readBody(context, before, changes, own.url);
  const blob = body === null ? null : await storeBytes(context, { kind: "POST", source: toSource(body) });
  const now = clock.now();
  const planned = applyChanges(before, changes, { blob, now });
  if (planned.state === "local" && (blob !== null || before.state === "draft"))
    await requireText(context, planned);
  const isRead = blob !== null || planned.description !== before.description;
  const text = isRead ? await readSearchableText(context, planned) : undefined;
  const { takesSlug = false, ignoresDrafts = false } = changes;
  const claim = { takesSlug, ignoresDrafts };
  const isMoved = text !== undefined && text.replaces !== before.replaces;
  const toAscii =
    planned.state === "local" && (before.state === "draft" || isMoved) ? await loadToAscii() : null;
  let isForgotten = false;
  const updated = await store.transaction(async (tx) => {
    if (toAscii || planned.slug !== before.slug) await store.dialect.lock(tx, "slugs");
    await lockPublication(tx, id);
    // Fields that no revision covers may have changed since the first read.
    const current = requireOpen(await findPublication(tx, id), own.address, id);
    requireRevision(current, revision);
    const beside = current.state === "local" ? await findChanges(tx, id) : null;
    // An editor that has the changes does not know this revision.
    const changed = applyChanges(current, changes, { blob, now, above: beside?.updatedAt });
    const read = text ? await joinPost(tx, current, changed, text.replaces) : changed;
    const slug = toAscii ? await nameForSite(tx, read, toAscii, { ...claim, title: text?.title }) : read.slug;
    const next = { ...read, slug };
    if (next.slug !== before.slug) await requireFreeSlug(tx, next, claim);
    else if (toAscii) await requireOwnSlug(tx, next);
    if (blob) {
      await saveContent(tx, { ...blob, now: next.updatedAt });
      const keeps = current.state === "local" || changes.keepsVersion === true;
      const isOther = changes.body !== undefined && blob.hash !== current.contentHash;
      if (isOther && (!changes.isQuiet || changes.keepsVersion))
        await keepVersion(tx, current, { size: blob.size, now, keeps });
    }
    await updatePublicationRow(tx, id, next);
    const isReplaced = current.kind === "POST" && current.contentHash !== next.contentHash;
    isForgotten = isReplaced && (await forgetReplaced(tx, current.contentHash, now));
    if (next.state === "local") await removeSchedule(tx, id);
    else if (beside) await endChanges(tx, beside, unpublished?.revision);
    if (changes.isQuiet) await rebaseChanges(tx, id, { from: current.updatedAt, to: next.updatedAt });
    await indexPublication(tx, own.address, next, text);
    await publishCover(tx, next, now);
    await changes.alongside?.(tx, next);
    if (changes.isQuiet) return next;
    if (current.state === "draft" && next.state === "local")
      await emit(tx, "publication.published", { publication: next, now });
    await emit(tx, "publication.changed", { publication: next, now });
    return next;
  });
  if (isForgotten) await removeForgotten(context, { hash: before.contentHash, since });
  return updated;
}

/**
 * The changes of a post that its owner takes from the site: the draft has their text, which readers have not seen yet. Null for
 * every other change, and for a program, which must not read them.
 */
async function readTakenBack(
  context: Pick<Context, "store" | "blobs">,
  { id, state }: Publication,
  given: PublicationChanges,
) {
  const isTakenBack = state === "local" && given.state === "draft" && given.body === undefined;
  if (!isTakenBack || given.ignoresDrafts) return null;
  const changes = await findChanges(context.store.db, id);
  const body = changes && (await readChangedText(context, changes));
  return changes && body !== null
    ? { revision: changes.updatedAt, text: { body, slug: changes.slug } }
    : null;
}

/** Removes the changes that a draft has taken over. @throws AppError CONFLICT for others */
async function endChanges(tx: Tx, changes: UnpublishedChanges, revision: number | undefined): Promise<void> {
  if (changes.updatedAt !== revision)
    throw new AppError(
      "CONFLICT",
      "This post has changes that are not published. Publish or discard them first.",
    );
  await deleteChanges(tx, changes.publicationId);
}

/** The Markdown of changes that are not published; null where its content is missing. */
export async function readChangedText(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  { contentHash }: Pick<UnpublishedChanges, "contentHash">,
): Promise<string | null> {
  const size = (await findContent(store.db, contentHash))?.size ?? 0;
  return await readMarkdown({ blobs }, { kind: "POST", contentHash, size }, limits.markdownBytes);
}

/** The publication with the version before it, by its text. One that ceases to be a version leaves its slug to the others. */
async function joinPost(
  tx: Tx,
  before: Publication,
  changed: Publication,
  replaces: Publication["replaces"],
): Promise<Publication> {
  const next = { ...changed, replaces };
  if (changed.state !== "local" || replaces === before.replaces) return next;
  const { slug } = next;
  const isShared =
    slug !== null &&
    before.state === "local" &&
    slug === before.slug &&
    (await findObstacle(tx, { ...next, slug }, { takesSlug: true, ignoresDrafts: true })) !== null;
  return isShared ? { ...next, slug: null } : next;
}

/** The text to store, with whole addresses: a draft that is published has an old text without them, perhaps. Null for none. */
async function readBody(
  context: Pick<Context, "blobs">,
  before: Publication,
  { body, state }: Pick<PublicationChanges, "body" | "state">,
  nodeUrl: string,
): Promise<string | null> {
  if (body !== undefined) return (await prepareText(body, { nodeUrl })).text;
  const isPublished = before.state === "draft" && state === "local";
  return isPublished ? await readCompletedText(context, before, nodeUrl) : null;
}

export function toSource(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

function applyChanges(
  before: Publication,
  { slug, description, state, isQuiet }: PublicationChanges,
  { blob, now, above = 0 }: { blob: StoredBlob | null; now: number; above?: number | undefined },
): Publication {
  const isPublished = before.state === "draft" && state === "local";
  const shown = {
    contentHash: blob?.hash ?? before.contentHash,
    slug: slug === undefined ? before.slug : slug,
    description: description === undefined ? before.description : description,
  };
  const fields = ["contentHash", "slug", "description"] as const;
  const isOther = fields.some((field) => shown[field] !== before[field]);
  // A post that was taken from the site and is published again has changed for its readers.
  const isShown = before.publishedAt !== null && (isPublished || isOther);
  const isBegun = before.createdAt === undated && before.state === "draft" && isOther && !isQuiet;
  return {
    ...before,
    ...shown,
    state: state ?? before.state,
    createdAt: isPublished || isBegun ? now : before.createdAt,
    updatedAt: nextRevision({ updatedAt: Math.max(before.updatedAt, above) }, now),
    modifiedAt: isShown && !isQuiet ? now : before.modifiedAt,
  };
}

/** The next revision is always higher, even within one millisecond and after the clock was set back. */
export function nextRevision({ updatedAt }: Pick<Publication, "updatedAt">, now: number): number {
  return Math.max(now, updatedAt + 1);
}

/** @throws AppError NOT_FOUND, CONFLICT for a signed one */
export function requireOpen(
  publication: Publication | null,
  self: Publication["publisherAddress"],
  id: number,
): Publication {
  const own = requireOwn(publication, self, id);
  if (own.state !== "signed") return own;
  throw new AppError("CONFLICT", "A signed post can't be changed. Write a new version.");
}

/** @throws AppError CONFLICT */
export function requireRevision({ updatedAt }: Pick<Publication, "updatedAt">, revision: number): void {
  if (updatedAt === revision) return;
  throw new AppError("CONFLICT", "This post was changed elsewhere since you opened it. Reload it.");
}

/** @throws AppError VALIDATION_FAILED */
export function checkKind({ kind }: Publication, { body, description }: PublicationChanges): void {
  if (kind === "FILE" && body !== undefined) {
    throw new AppError("VALIDATION_FAILED", "A file can't be changed. Publish another file.");
  }
  if (kind === "POST" && description) {
    throw new AppError("VALIDATION_FAILED", "Only files can have a caption.");
  }
}
