import { toPlainLine } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { encodeCursor, type Page, type PageRequest, readPageById } from "../../domain/paging.ts";
import { parseMailAddress } from "../../domain/parse-address.ts";
import { readMailSettings } from "../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { hashMailAddress, makeNewsletterKey } from "./links.ts";
import { formatChoice, readChoice, removeReader } from "./preferences.ts";
import { hasPublicAddress } from "./public-address.ts";
import {
  countRefusals,
  countSubscribers,
  deleteRefusal,
  findSubscriber,
  findSubscriberByAddress,
  insertSubscribers,
  listSubscribers,
  resumePaused,
  type Subscriber,
  type SubscriberFilter,
  updateSubscriber,
} from "./store/subscribers.ts";

const consentLength = 500; // the file's note about one reader's consent

/** A reader as the owner sees one. Times are ISO 8601. */
export interface ReaderView
  extends Pick<
    Subscriber,
    "id" | "email" | "state" | "language" | "source" | "consent" | "bounces" | "lastBounce"
  > {
  /** Null for every post. */
  readonly tags: readonly string[] | null;
  readonly createdAt: string;
  readonly confirmedAt: string | null;
}

function toReaderView(reader: Subscriber): ReaderView {
  const { id, email, state, language, source, consent, bounces, lastBounce, createdAt, confirmedAt } = reader;
  return {
    id,
    email,
    state,
    language,
    source,
    consent,
    bounces,
    lastBounce,
    tags: readChoice(reader.tags),
    createdAt: new Date(createdAt).toISOString(),
    confirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
  };
}

/** The readers, newest first. */
export async function listReaders(
  { store }: Pick<Context, "store">,
  page: PageRequest,
  { state = null, search = null }: SubscriberFilter = {},
): Promise<Page<ReaderView>> {
  const filter = { state, search: search?.trim().toLowerCase() ?? null };
  const found = await readPageById(page, ({ limit, after }) =>
    listSubscribers(store.db, filter, { limit, ...(after !== undefined && { after }) }),
  );
  return { ...found, items: found.items.map(toReaderView), cursorOf: ({ id }) => encodeCursor([id]) };
}

// The time for which the numbers of readers are shown.
const monthMs = 30 * 24 * 60 * 60 * 1000;

/** How many readers there are, and how many came and left in 30 days; all of it from the list itself. */
export async function countReaders({ store, clock }: Pick<Context, "store" | "clock">) {
  const since = clock.now() - monthMs;
  const [active, pending, paused, joined, left] = await Promise.all([
    ...(["active", "pending", "paused"] as const).map((state) => countSubscribers(store.db, state)),
    countSubscribers(store.db, "active", since),
    countRefusals(store.db, since),
  ]);
  const { newsletter } = await readSettingValues(store.db);
  const isPublic = await hasPublicAddress(store.db);
  const isReady = newsletter && isPublic && (await readMailSettings(store.db)) !== null;
  return { active, pending, paused, joined, left, isPublic, isReady };
}

/**
 * Adds a subscriber who asked the owner for it. The owner confirms for the reader, also for one who left before.
 *
 * @throws AppError VALIDATION_FAILED, CONFLICT for one who is there, TOO_MANY
 */
export async function addReader(
  { store, clock }: Pick<Context, "store" | "clock">,
  {
    email: given,
    tags = null,
    consent = null,
  }: { email: string; tags?: readonly string[] | null; consent?: string | null },
): Promise<ReaderView> {
  const email = parseMailAddress(given.trim());
  if (email === null) throw new AppError("VALIDATION_FAILED", "This is not an email address.");
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const now = clock.now();
    const known = await findSubscriberByAddress(tx, email);
    if (known && known.state !== "pending")
      throw new AppError("CONFLICT", "This address is already subscribed.");
    await requireRoom(tx, 1);
    const { defaultLanguage } = await readSettingValues(tx);
    const confirmed = { state: "active" as const, confirmedAt: now, tokenHash: null };
    if (known) await updateSubscriber(tx, known.id, { ...confirmed, consent: cutConsent(consent) });
    else
      await insertSubscribers(tx, [
        {
          ...confirmed,
          email,
          tags: formatChoice(tags),
          source: "owner",
          consent: cutConsent(consent),
          language: defaultLanguage.startsWith("zh") ? "zh" : "en",
          requestedAt: 0,
          client: null,
          createdAt: now,
        },
      ]);
    await deleteRefusal(tx, hashMailAddress(await makeNewsletterKey(tx), email));
    const added = await findSubscriberByAddress(tx, email);
    if (!added) throw new Error("The reader was not written.");
    return toReaderView(added);
  });
}

/** @throws AppError TOO_MANY */
export async function requireRoom(tx: Tx, wanted: number): Promise<void> {
  if ((await countSubscribers(tx, "active")) + wanted <= limits.subscribers) return;
  throw new AppError("TOO_MANY", msg`A site can have up to ${limits.subscribers} subscribers.`);
}

/** The first characters of a reader's consent by a file; null for an empty one. */
export function cutConsent(text: string | null): string | null {
  const line = toPlainLine(text ?? "");
  return line === "" ? null : [...line].slice(0, consentLength).join("");
}

/**
 * Deletes a reader by number or address: the mails that wait are not sent, and a keyed hash keeps files from bringing the
 * address back.
 *
 * @returns whether there was one
 */
export async function deleteReader(
  { store, clock }: Pick<Context, "store" | "clock">,
  which: { id: number } | { email: string },
): Promise<boolean> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const reader = await ("id" in which
      ? findSubscriber(tx, which.id)
      : findSubscriberByAddress(tx, which.email.trim()));
    if (reader) await removeReader(tx, reader, clock.now());
    return reader !== null;
  });
}

/**
 * Ends the pause of all readers whose mails came back, or of those with a text in their address.
 *
 * @returns how many
 */
export async function resumeReaders(
  { store }: Pick<Context, "store">,
  { search }: { search: string | null },
): Promise<number> {
  return await store.transaction((tx) => resumePaused(tx, search?.trim().toLowerCase() ?? ""));
}

/** Ends the pause of a subscriber whose emails bounced. @throws AppError NOT_FOUND for one who is not paused */
export async function resumeReader({ store }: Pick<Context, "store">, id: number): Promise<ReaderView> {
  return await store.transaction(async (tx) => {
    const reader = await findSubscriber(tx, id);
    if (reader?.state !== "paused") throw new AppError("NOT_FOUND", "This address is not paused.");
    const changes = { state: "active", bounces: 0, lastBounceAt: null, lastBounce: null } as const;
    await updateSubscriber(tx, id, changes);
    return toReaderView({ ...reader, ...changes });
  });
}
