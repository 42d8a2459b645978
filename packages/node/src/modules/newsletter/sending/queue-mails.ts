import { hourMs, minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import { limits as domainLimits } from "../../../domain/limits.ts";
import { readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../../domain/settings/settings.ts";
import type { Outcome } from "../../../jobs/retry.ts";
import { mailWaits } from "../../../mail/limits.ts";
import type { Tx } from "../../../store/database.ts";
import { readMeta, writeMeta } from "../../../store/meta.ts";
import { addJobs } from "../../../store/queues/jobs.ts";
import { readHashtags } from "../../../store/search/hashtags.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { covers, readChoice } from "../preferences.ts";
import {
  countMail,
  deleteOldMails,
  endIssues,
  endQueueing,
  findIssue,
  type Issue,
  insertIssueDeliveries,
  listOverdue,
  moveIssueDelivery,
  updateIssue,
} from "../store/newsletter-issues.ts";
import { hasOpenMails, isProven, listMailsTo, type SentMail } from "../store/sent-mails.ts";
import { listActive } from "../store/subscribers.ts";
import { type NewsletterJob, runOf } from "./issues.ts";
import { settleIssue } from "./settle-issue.ts";

const aheadMs = hourMs; // mails that are queued ahead of their time
const canaryMs = minuteMs; // between two looks whether one of the first mails was delivered

/** When the next mail may go where there is a limit an hour (ms). */
const nextMailKey = "newsletter.next_mail_at";

/**
 * The work of a post that goes out: writes one row for each reader who gets it, in bounded transactions. Each stores its
 * position, so that a crash repeats none. With a limit an hour, the rows are due one after the other, and only those of the
 * next hour are written: a changed limit soon holds.
 */
export async function queueMails(
  { store, clock }: Pick<Context, "store" | "clock">,
  { issueId, run }: { issueId: number; run?: number | undefined },
  signal: AbortSignal,
): Promise<Outcome> {
  for (;;) {
    signal.throwIfAborted();
    const next = await store.transaction(async (tx) => {
      await store.dialect.lock(tx, "newsletter");
      const issue = await findIssue(tx, issueId);
      return issue?.state === "writing" && runOf(issue).run === run
        ? await queueBatch(tx, issue, clock.now())
        : "written";
    });
    if (next === "written") return { result: "done", reached: false };
    if (next > 0)
      return { result: "later", scope: "row", reason: "it goes on later", afterMs: next, isProgress: true };
  }
}

/** @returns how long to wait for the next batch (ms), or that there is none */
async function queueBatch(tx: Tx, issue: Issue, now: number): Promise<number | "written"> {
  const settings = await readMailSettings(tx);
  if (!settings) return aheadMs;
  const { newsletterPerHour: perHour } = await readSettingValues(tx);
  const stride = perHour === 0 ? 0 : hourMs / perHour;
  let due = Math.max(now, stride === 0 ? now : Number((await readMeta(tx, nextMailKey)) ?? 0));
  if (due >= now + aheadMs) return due - now - aheadMs / 2;
  const isOpen = await isProven(tx, issue);
  // A mail server that refuses everybody is asked twenty times and no more.
  if (!isOpen && issue.writtenTo > 0 && (await hasOpenMails(tx, issue.id, issue.writtenTo))) return canaryMs;
  const most = isOpen ? limits.batch : limits.canaries;
  const limit = stride === 0 ? most : Math.min(most, Math.max(1, perHour));
  const readers = await listActive(tx, { after: issue.writtenTo, upTo: issue.lastSubscriber, limit });
  const tags = new Set((await readHashtags(tx, [issue.publicationId])).get(issue.publicationId) ?? []);
  const wanted = readers.filter((reader) => covers(readChoice(reader.tags), tags)).map(({ id }) => id);
  const known = await listMailsTo(tx, issue.id, wanted);
  const mails = wanted
    .filter((id) => lacksMail(known.get(id)))
    .map((subscriberId) => {
      const dueAt = Math.max(Math.round(due), endOfAttempt(known.get(subscriberId)));
      due += stride;
      return { subscriberId, dueAt };
    });
  const again = mails.flatMap(({ subscriberId }) => known.get(subscriberId) ?? []);
  await insertIssueDeliveries(tx, issue.id, mails);
  const jobs = mails.map(({ subscriberId: subscriber, dueAt }) => ({
    kind: "newsletter" as const,
    // Not the bare host: mails to single people must not wait for thousands.
    host: `newsletter:${settings.transport.host}`,
    payload: JSON.stringify({
      newsletter: { issue: issue.id, subscriber, ...runOf(issue) },
    } satisfies NewsletterJob),
    now: dueAt,
    expiresAt: dueAt + domainLimits.mailMs,
  }));
  await addJobs(tx, jobs);
  if (stride > 0) await writeMeta(tx, nextMailKey, String(due));
  const isLast = readers.length < limit;
  await updateIssue(tx, issue.id, {
    recipients: issue.recipients + mails.length - again.length,
    failed: issue.failed - again.filter(({ state }) => state === "failed").length,
    writtenTo: readers.at(-1)?.id ?? issue.writtenTo,
    ...(isLast && { state: "sending" }),
  });
  if (isLast) await endIssues(tx, now, issue.id);
  return isLast ? "written" : 0;
}

/** Whether a reader is still without the mail, for sure. */
function lacksMail(mail: SentMail | undefined): boolean {
  if (!mail) return true;
  return (
    mail.state === "queued" ||
    mail.state === "sending" ||
    (mail.state === "failed" && mail.blame !== "unsure")
  );
}

/** When an attempt that was under way as the issue was resumed is over for sure (ms). */
function endOfAttempt(mail: SentMail | undefined): number {
  return mail?.state === "sending" ? (mail.attemptedAt ?? 0) + mailWaits.mailMs : 0;
}

const batch = 500;

/** A maintenance task: gives up mails whose time is over, ends posts of which nothing waits, and forgets old mails. */
export async function sweepIssues(
  { store, clock }: Pick<Context, "store" | "clock">,
  signal?: AbortSignal,
): Promise<void> {
  for (let count = batch; count >= batch && !signal?.aborted; ) {
    count = await store.transaction(async (tx) => {
      await store.dialect.lock(tx, "newsletter");
      const now = clock.now();
      const overdue = await listOverdue(tx, now - domainLimits.mailMs - hourMs, batch);
      for (const mail of overdue) {
        const isNew = await moveIssueDelivery(tx, mail, { from: ["queued", "sending"], to: "failed" });
        if (isNew) await countMail(tx, mail.issueId, "failed");
      }
      for (const issueId of new Set(overdue.map((mail) => mail.issueId))) await settleIssue(tx, issueId, now);
      await endQueueing(tx, now - limits.issueMs - hourMs);
      await endIssues(tx, now);
      return Math.max(overdue.length, await deleteOldMails(tx, now - limits.keptMailsMs, batch));
    });
  }
}
