import type { Context } from "../../context.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { readMarkdown } from "../../domain/contents/read-markdown.ts";
import { limits } from "../../domain/limits.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest, readPage } from "../../domain/paging.ts";
import { findVisiblePublication } from "../../domain/publications/visible.ts";
import { readTitle } from "../../domain/search/searchable-text.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { boundEntry, boundText } from "./bound-stored.ts";
import { feedLimits } from "./limits.ts";
import { subjectOf } from "./reading.ts";
import { findFeedEntry } from "./store/feed-entries.ts";
import { findFeed } from "./store/feeds.ts";
import {
  countTexts,
  deleteText,
  findText,
  markText,
  readTexts,
  type SavedText,
  saveText,
} from "./store/read-later.ts";

type SaveContext = Pick<Context, "store" | "owner" | "blobs" | "clock">;

/**
 * Keeps a publication or an entry of a feed, to be read later: with a copy of its text, up to a limit, so that it stays when
 * its source goes. One that is kept already moves to the top.
 *
 * @throws AppError NOT_FOUND, TOO_MANY
 */
export async function saveForLater(
  context: SaveContext,
  what: { publicationId: number } | { entryId: number },
  caller: Caller,
): Promise<SavedText> {
  const text =
    "entryId" in what
      ? await copyEntry(context, what.entryId)
      : await copyPublication(context, what.publicationId, caller);
  if (text === null) throw new AppError("NOT_FOUND", "It can't be saved: it no longer exists.");
  return await context.store.transaction(async (tx) => {
    const savedAt = context.clock.now();
    const count = await countTexts(tx);
    const id = await saveText(tx, { ...text, savedAt });
    if (count >= feedLimits.readLater && (await countTexts(tx)) > feedLimits.readLater)
      throw new AppError(
        "TOO_MANY",
        msg`${feedLimits.readLater} posts are saved to read later. Remove some first.`,
      );
    return boundText((await findText(tx, id)) as SavedText);
  });
}

type Copy = Omit<SavedText, "id" | "savedAt" | "isDone">;

async function copyEntry({ store }: SaveContext, id: number): Promise<Copy | null> {
  const stored = await findFeedEntry(store.db, id);
  const feed = stored && (await findFeed(store.db, stored.feedId));
  if (!stored || !feed) return null;
  const entry = boundEntry(stored);
  return {
    subject: subjectOf({ publication: null, entry: { ...entry, feed } }),
    url: entry.url,
    title: entry.title,
    source: feed.title,
    body: entry.html?.slice(0, feedLimits.readLaterLength) ?? null,
    format: "html",
    baseUrl: entry.baseUrl,
    writtenAt: entry.publishedAt * 1_000,
  };
}

async function copyPublication(context: SaveContext, id: number, caller: Caller): Promise<Copy | null> {
  const publication = await findVisiblePublication(context, { id }, caller);
  if (!publication) return null;
  const { kind, contentHash, size, timestamp, createdAt, publisher, publisherUrl, filename } = publication;
  const body = await readMarkdown(context, { kind, contentHash, size: size ?? 0 }, limits.markdownBytes);
  return {
    subject: subjectOf({ publication, entry: null }),
    url: publication.url,
    title: body === null ? (filename ?? publication.description ?? "") : readTitle(body),
    source: publisher ?? publication.publisherAddress,
    body: body?.slice(0, feedLimits.readLaterLength) ?? null,
    format: "markdown",
    baseUrl: publisherUrl ?? "",
    writtenAt: timestamp === null ? Date.parse(createdAt) : timestamp * 1_000,
  };
}

/**
 * A page of the texts to read later, or of those that were read, newest first. @throws AppError VALIDATION_FAILED as
 * `readPage`
 */
export function listSaved(
  { store }: Pick<Context, "store">,
  { isDone, ...page }: PageRequest & { isDone: boolean },
): Promise<Page<SavedText>> {
  return readPage(page, {
    decode: (cursor) => decodeCursor(cursor, 2),
    read: async ({ limit, after }) =>
      (await readTexts(store.db, { isDone, before: after, limit })).map(boundText),
    cursorOf: ({ savedAt, id }) => encodeCursor([savedAt, id]),
  });
}

/** Marks a kept text as read, or as to be read again. @throws AppError NOT_FOUND */
export async function markSaved(
  { store }: Pick<Context, "store">,
  id: number,
  isDone: boolean,
): Promise<void> {
  if (!(await store.transaction((tx) => markText(tx, id, isDone)))) throw notKept();
}

/** Removes a kept text. @throws AppError NOT_FOUND */
export async function removeSaved({ store }: Pick<Context, "store">, id: number): Promise<void> {
  if (!(await store.transaction((tx) => deleteText(tx, id)))) throw notKept();
}

function notKept(): AppError {
  return new AppError("NOT_FOUND", "This is not saved to read later.");
}
