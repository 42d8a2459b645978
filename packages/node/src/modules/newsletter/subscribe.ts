import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { type Client, hasReached, identifyClient, isCrowdedOut } from "../../domain/access/clients.ts";
import { createMailedToken, requireMailedToken } from "../../domain/comments/mail-link.ts";
import { addMail } from "../../domain/mail/mail.ts";
import { chooseLanguage } from "../../domain/mail/mail-texts.ts";
import { parseMailAddress } from "../../domain/parse-address.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { readMailSettings } from "../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../domain/settings/settings.ts";
import { AppError } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import type { Profile } from "../../store/peers/profiles.ts";
import { mustBeThere } from "../../store/query-results.ts";
import { newsletterLimits as limits } from "./limits.ts";
import {
  hashMailAddress,
  locateConfirmation,
  locateReaderPage,
  makeNewsletterKey,
  signReader,
} from "./links.ts";
import { hasPublicAddress } from "./public-address.ts";
import {
  countRequests,
  countSubscribers,
  deleteRefusal,
  deleteUnconfirmed,
  findRefusal,
  findSubscriber,
  findSubscriberByAddress,
  insertSubscribers,
  type Subscriber,
  updateSubscriber,
} from "./store/subscribers.ts";

/**
 * Takes the wish of somebody on the site to get posts by mail. Nothing is sent to the address but one link a day, which
 * confirms it, or leads a subscriber to the choices; the answer never shows whether the address is known.
 *
 * @param from.ip the client's address, for the limits; null where it is unknown
 * @throws AppError VALIDATION_FAILED, MAIL_NOT_CONFIGURED, RATE_LIMITED
 */
export async function requestSubscription(
  context: Pick<Context, "store" | "clock" | "owner">,
  { email: given, tags = null }: { email: string; tags?: readonly string[] | null },
  from: { ip: string | null; language: string | null },
): Promise<void> {
  const { store, clock } = context;
  const email = parseMailAddress(given.trim());
  if (email === null)
    throw new AppError("VALIDATION_FAILED", "This is not an email address.", { field: "email" });
  const own = await requireOwner(context);
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const now = clock.now();
    const language = await requireNewsletter(tx, from.language);
    await removeUnconfirmed(tx, now);
    const client = await identifyClient(tx, from.ip);
    await checkRequest(tx, client, now);
    await mailReader(tx, { email, tags, own, language, client: client?.stored ?? null, now });
  });
}

/** @returns the language of the mail. @throws AppError MAIL_NOT_CONFIGURED */
async function requireNewsletter(tx: Tx, language: string | null) {
  const { newsletter, defaultLanguage } = await readSettingValues(tx);
  if (!newsletter || !(await readMailSettings(tx)) || !(await hasPublicAddress(tx)))
    throw new AppError("MAIL_NOT_CONFIGURED", "This site doesn't send posts by email.");
  return chooseLanguage(language, defaultLanguage);
}

/** @throws AppError RATE_LIMITED */
async function checkRequest(tx: Tx, client: Client | null, now: number): Promise<void> {
  const since = now - hourMs;
  const { requestsPerClientAndHour, requestsPerHour, subscribers } = limits;
  const count = (of: Parameters<typeof countRequests>[2]) => countRequests(tx, since, of);
  if (await hasReached(client, requestsPerClientAndHour, async (prefix) => (await count({ prefix })).rows))
    throw new AppError("RATE_LIMITED", "Too many subscriptions in a short time. Try again later.");
  const isFull =
    (await isCrowdedOut(client, requestsPerHour, count)) ||
    (await countSubscribers(tx, "active")) >= subscribers;
  if (isFull)
    throw new AppError(
      "RATE_LIMITED",
      "Too many subscriptions are waiting for confirmation. Try again later.",
    );
}

interface Wish {
  readonly email: string;
  readonly tags: readonly string[] | null;
  readonly own: Profile;
  readonly language: "en" | "zh";
  readonly client: string | null;
  readonly now: number;
}

async function mailReader(tx: Tx, { email, tags, own, language, client, now }: Wish): Promise<void> {
  const key = await makeNewsletterKey(tx);
  const known = await findSubscriberByAddress(tx, email);
  const refused = known ? null : await findRefusal(tx, hashMailAddress(key, email));
  const last = known?.requestedAt ?? refused?.requestedAt ?? Number.NEGATIVE_INFINITY;
  if (now - last < limits.mailAddressMs && now >= last) return;
  const request = { requestedAt: now, client, language };
  const mail = { to: known?.email ?? email, language, now };
  if (known?.state === "active") {
    await updateSubscriber(tx, known.id, { requestedAt: now, client });
    const link = locateReaderPage(own.url, "preferences", signReader(key, known));
    await addMail(tx, { ...mail, template: "newsletter-choices", variables: { siteTitle: own.title, link } });
    return;
  }
  const { token, hash: tokenHash } = createMailedToken();
  const chosen = tags === null ? null : JSON.stringify(tags);
  // Only a confirmation changes the choices of a confirmed reader.
  if (known)
    await updateSubscriber(tx, known.id, {
      ...request,
      tokenHash,
      ...(known.state === "pending" && { tags: chosen }),
    });
  else
    await insertSubscribers(tx, [
      {
        email,
        state: "pending",
        tags: chosen,
        source: "site",
        consent: null,
        tokenHash,
        ...request,
        createdAt: now,
        confirmedAt: null,
      },
    ]);
  const { id } = known ?? mustBeThere(await findSubscriberByAddress(tx, email), "The reader");
  const link = locateConfirmation(own.url, id, token);
  const variables = { siteTitle: own.title, link, hours: limits.pendingMs / hourMs };
  await addMail(tx, { ...mail, template: "confirm-subscription", variables });
}

/**
 * Confirms a subscription with the mailed token, which works once and within three days. A paused address gets mails again.
 *
 * @returns the reader's signed text, for the page of choices
 * @throws AppError NOT_FOUND for one that does not wait, INVALID_SIGNATURE, EXPIRED_SIGNATURE
 */
export async function confirmSubscription(
  { store, clock }: Pick<Context, "store" | "clock">,
  { id, token }: { id: number; token: string },
): Promise<string> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const now = clock.now();
    const reader = await findSubscriber(tx, id);
    if (!reader || reader.tokenHash === null)
      throw new AppError("NOT_FOUND", "No such subscription waits to be confirmed.");
    requireMailedToken(reader.tokenHash, token);
    if (now >= reader.requestedAt + limits.pendingMs)
      throw new AppError("EXPIRED_SIGNATURE", "It is too late to confirm this. Subscribe again.");
    return await activate(tx, reader, now);
  });
}

async function activate(tx: Tx, reader: Subscriber, now: number): Promise<string> {
  const key = await makeNewsletterKey(tx);
  const counts = { bounces: 0, lastBounceAt: null, lastBounce: null };
  await updateSubscriber(tx, reader.id, { state: "active", tokenHash: null, confirmedAt: now, ...counts });
  await deleteRefusal(tx, hashMailAddress(key, reader.email));
  return signReader(key, reader);
}

/** A maintenance task: removes subscriptions that were not confirmed in time, and clients older than a day. */
export async function sweepSubscriptions({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    await removeUnconfirmed(tx, clock.now());
  });
}

async function removeUnconfirmed(tx: Tx, now: number): Promise<void> {
  await deleteUnconfirmed(tx, { request: now - limits.pendingMs, client: now - limits.mailAddressMs });
}
