import { setTimeout as pause } from "node:timers/promises";
import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { type MailSettings, readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../../domain/settings/settings.ts";
import type { Outcome } from "../../../jobs/retry.ts";
import { MailError } from "../../../mail/mail-error.ts";
import { sendMail } from "../../../mail/mailer.ts";
import type { Tx } from "../../../store/database.ts";
import { findPublication, type Publication } from "../../../store/publications/publications.ts";
import { hurryJobs } from "../../../store/queues/jobs.ts";
import { readHashtags } from "../../../store/search/hashtags.ts";
import { makeNewsletterKey, signMessageId } from "../links.ts";
import { covers, readChoice } from "../preferences.ts";
import {
  countAttempts,
  countMail,
  dropIssueDelivery,
  findIssue,
  findIssueDelivery,
  firstAttempt,
  type MailRefusal,
  moveIssueDelivery,
} from "../store/newsletter-issues.ts";
import { isProven, noteAnswer } from "../store/sent-mails.ts";
import { findSubscriber, type Subscriber } from "../store/subscribers.ts";
import { composeMail, type RenderIssue } from "./compose-mail.ts";
import { queueingHost, runOf } from "./issues.ts";
import { settleIssue } from "./settle-issue.ts";

const turnMs = 2_000; // a mail that waits with its final dot until the one before is recorded
const isOpen = ["queued", "sending"] as const;

/** One mail, and the run of its issue. */
interface MailOfRun {
  readonly issueId: number;
  readonly subscriberId: number;
  readonly run?: number | undefined;
}

/** One mail with all that is needed to send it. */
interface Prepared {
  readonly reader: Subscriber;
  readonly publication: Publication;
  readonly settings: MailSettings;
  readonly key: string;
}

/**
 * Sends a post to one reader. That an attempt begins is written before, and its result right after the server's
 * answer, so that only a crash between the two repeats a mail, with the same Message-ID (decision 0021).
 */
export async function deliverNewsletter(
  context: Pick<Context, "store" | "owner" | "config" | "clock" | "log">,
  { date, ...mail }: MailOfRun & { date: Date },
  { signal, renderIssue }: { signal: AbortSignal; renderIssue: RenderIssue },
): Promise<Outcome> {
  const { store, clock, config } = context;
  const prepared = await store.transaction((tx) => prepare(tx, store, mail, clock.now()));
  if ("result" in prepared) return prepared;
  const { reader, publication, settings, key } = prepared;
  const composed = await composeMail(context, { reader, publication, key }, renderIssue);
  if (composed === null) return { result: "later", scope: "row", reason: "the text of the post is missing" };
  const { fromName, ...content } = composed;
  const { transport, from: address } = settings;
  const envelopeId = signMessageId(key, mail);
  const id = `${envelopeId}@${address.slice(address.lastIndexOf("@") + 1)}`;
  const from = { name: fromName, address };
  await using turn = new AsyncDisposableStack();
  const beforeDot = async () => {
    turn.use(await awaitTurn(store, signal));
  };
  const message = { ...content, id, envelopeId, date, from, to: reader.email, beforeDot };
  try {
    await sendMail(config, transport, message, { signal });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return await noteFailure(context, mail, error);
  }
  await noteEnd(context, mail, { to: "delivered", blame: null, status: null, answer: null });
  return { result: "done" };
}

/** For each store, the end of the last mail that got its final dot. */
const turns = new WeakMap<Context["store"], Promise<void>>();

/**
 * Waits until the result of the previous mail is in the database, so that at a crash at most one mail is between its final dot and
 * its record (decision 0021). If the server takes long for a mail, the next one is sent meanwhile.
 */
async function awaitTurn(store: Context["store"], signal: AbortSignal): Promise<Disposable> {
  const before = turns.get(store);
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.set(store, promise);
  await Promise.race([before, pause(turnMs, undefined, { signal, ref: false })]).catch(() => {});
  return { [Symbol.dispose]: resolve };
}

/**
 * Checks that the mail is still wanted and may be sent now, and records the attempt. It can be repeated after a crash.
 */
async function prepare(
  tx: Tx,
  store: Context["store"],
  mail: MailOfRun,
  now: number,
): Promise<Prepared | Outcome> {
  const { issueId, subscriberId } = mail;
  const over: Outcome = { result: "done", reached: false };
  const issue = await findIssue(tx, issueId);
  if (!issue || issue.state === "stopped" || runOf(issue).run !== mail.run) return over;
  const delivery = await findIssueDelivery(tx, mail);
  if (delivery && delivery.state !== "queued" && delivery.state !== "sending") return over;
  const reader = delivery && (await findSubscriber(tx, subscriberId));
  const publication = await findPublication(tx, issue.publicationId);
  if (!reader || !publication || !(await isWanted(tx, reader, publication))) {
    await store.dialect.lock(tx, "newsletter");
    await dropIssueDelivery(tx, mail);
    await settleIssue(tx, issueId, now);
    return over;
  }
  const settings = await readMailSettings(tx);
  if (!settings) return { result: "later", scope: "row", reason: "no mail server is set" };
  const wait = await waitForRoom(tx, store, now);
  if (wait > 0) return { result: "later", scope: "row", reason: "the limit an hour", afterMs: wait };
  if (!(await moveIssueDelivery(tx, mail, { from: isOpen, to: "sending", attemptedAt: now }))) return over;
  return { reader, publication, settings, key: await makeNewsletterKey(tx) };
}

/** Whether the reader still gets this post, and the post is still there for readers. */
async function isWanted(tx: Tx, reader: Subscriber, { id, state }: Publication): Promise<boolean> {
  if (reader.state !== "active" || state === "draft") return false;
  const choice = readChoice(reader.tags);
  return choice === null || covers(choice, new Set((await readHashtags(tx, [id])).get(id) ?? []));
}

/** How long until the limit an hour lets the next attempt begin (ms). */
async function waitForRoom(tx: Tx, { dialect }: Context["store"], now: number): Promise<number> {
  const { newsletterPerHour: perHour } = await readSettingValues(tx);
  if (perHour === 0) return 0;
  await dialect.lock(tx, "newsletter-room");
  if ((await countAttempts(tx, now - hourMs)) < perHour) return 0;
  const first = (await firstAttempt(tx, now - hourMs)) ?? now;
  return Math.max(1, first + hourMs - now);
}

/**
 * Records a failure. What the server refuses for good is over, and so is a mail that it has perhaps; all else is tried again: no
 * answer, 4xx, a login.
 */
async function noteFailure(
  context: Pick<Context, "store" | "clock" | "log">,
  mail: MailOfRun,
  error: MailError,
): Promise<Outcome> {
  const reason = error.describe();
  const blame = error.isPerhapsSent ? "unsure" : error.blames;
  const status = error.enhancedStatus ?? error.smtpStatus?.toString() ?? null;
  const noted = { status, answer: error.answer };
  if (blame === null) {
    await context.store.transaction((tx) => noteAnswer(tx, mail, noted));
    return { result: "later", scope: "row", reason };
  }
  await noteEnd(context, mail, { to: blame === "recipient" ? "bounced" : "failed", blame, ...noted });
  return { result: "refused", reason, reached: true };
}

/** Records the end of a mail, and what follows from it for its issue. */
async function noteEnd(
  { store, clock, log }: Pick<Context, "store" | "clock" | "log">,
  mail: MailOfRun,
  { to, ...refusal }: { to: "delivered" | "bounced" | "failed" } & MailRefusal,
): Promise<void> {
  const { issueId } = mail;
  const answer = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const now = clock.now();
    const issue = await findIssue(tx, issueId);
    const isFirst = to === "delivered" && issue?.state === "writing" && !(await isProven(tx, issue));
    if (await moveIssueDelivery(tx, mail, { from: isOpen, to, ...refusal }))
      await countMail(tx, issueId, refusal.blame === "unsure" ? "unsure" : to);
    // The others waited for it.
    if (isFirst) await hurryJobs(tx, "newsletter", queueingHost, now);
    return await settleIssue(tx, issueId, now);
  });
  if (answer !== null)
    log.warn(
      { issue: issueId, answer },
      "the mail server refuses the sender: the mails of a post are stopped",
    );
}
