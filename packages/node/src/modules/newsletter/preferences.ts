import type { Context } from "../../context.ts";
import { foldMark } from "../../domain/search/terms.ts";
import { AppError } from "../../errors/errors.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { listHashtags } from "../../store/search/hashtags.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { hashMailAddress, isSignedFor, makeNewsletterKey, readerIdIn, readNewsletterKey } from "./links.ts";
import {
  deleteSubscriber,
  findSubscriber,
  type Subscriber,
  saveRefusal,
  updateSubscriber,
} from "./store/subscribers.ts";

/** The posts that a reader gets: every post, those with some tags, or none. */
export type Choice = readonly string[] | null;

/** A reader's choices, and the tags to choose from. Nothing of the address. */
export interface Preferences {
  /** Null for every post, an empty list for none. */
  readonly tags: Choice;
  readonly offered: readonly string[];
}

/**
 * The choices behind a signed link; null where it belongs to nobody: unsubscribed, deleted, or made up.
 */
export async function readPreferences(
  { store, owner }: Pick<Context, "store" | "owner">,
  signed: string,
): Promise<Preferences | null> {
  const reader = await findSigned(store.db, signed);
  if (reader === null) return null;
  const tags = readChoice(reader.tags);
  const own = await owner.get();
  const offered = await listHashtags(store.db, {
    prefix: "",
    publisher: own?.address ?? null,
    states: ["local", "signed"],
    limit: limits.tags,
  });
  return { tags, offered: [...new Set([...(tags ?? []), ...offered])].slice(0, limits.tags) };
}

/**
 * Changes the choices of a reader.
 *
 * @throws AppError NOT_FOUND for a link that belongs to nobody
 */
export async function savePreferences(
  { store }: Pick<Context, "store">,
  signed: string,
  choice: Choice,
): Promise<void> {
  await store.transaction(async (tx) => {
    const reader = await findSigned(tx, signed);
    if (reader === null) throw new AppError("NOT_FOUND", "This address is not subscribed here.");
    await updateSubscriber(tx, reader.id, { tags: formatChoice(choice) });
  });
}

/**
 * Ends a subscription at once: the mails that wait are not sent, and of the address only a keyed hash is kept, so that no
 * file brings it back. A link without a reader changes nothing: its reader was deleted and gets no mails.
 */
export async function unsubscribe(context: Pick<Context, "store" | "clock">, signed: string): Promise<void> {
  const { store, clock } = context;
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const reader = await findSigned(tx, signed);
    if (reader !== null) await removeReader(tx, reader, clock.now());
  });
}

/** Deletes a reader, and keeps the hash. Runs in a transaction that holds the lock `newsletter`. */
export async function removeReader(
  tx: Tx,
  reader: Pick<Subscriber, "id" | "email" | "requestedAt">,
  now: number,
): Promise<void> {
  const emailHash = hashMailAddress(await makeNewsletterKey(tx), reader.email);
  await deleteSubscriber(tx, reader.id);
  await saveRefusal(tx, { emailHash, refusedAt: now, requestedAt: reader.requestedAt });
}

async function findSigned(db: Reader, signed: string): Promise<Subscriber | null> {
  const id = readerIdIn(signed);
  const key = id === null ? null : await readNewsletterKey(db);
  const reader = id === null || key === null ? null : await findSubscriber(db, id);
  return reader !== null && key !== null && isSignedFor(key, reader, signed) ? reader : null;
}

/** A stored choice. */
export function readChoice(stored: string | null): Choice {
  return stored === null ? null : (JSON.parse(stored) as string[]);
}

/** The same as it is stored: tags as the search compares them, each once. */
export function formatChoice(choice: Choice): string | null {
  if (choice === null) return null;
  const tags = choice.map((tag) => foldMark(tag.replace(/^#/, ""))).filter((tag) => tag !== "");
  return JSON.stringify([...new Set(tags)].slice(0, limits.tags));
}

/** Whether somebody with this choice gets a post with these tags. */
export function covers(choice: Choice, tags: ReadonlySet<string>): boolean {
  return choice === null || choice.some((tag) => tags.has(tag));
}
