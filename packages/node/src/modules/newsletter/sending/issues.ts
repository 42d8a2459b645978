import { z } from "zod";
import type { Context } from "../../../context.ts";
import { encodeCursor, type Page, type PageRequest, readPageById } from "../../../domain/paging.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { requireOwn } from "../../../domain/publications/visible.ts";
import { readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../../domain/settings/settings.ts";
import { AppError } from "../../../errors/errors.ts";
import type { MailsOfPost } from "../../../services.ts";
import type { Reader, Tx } from "../../../store/database.ts";
import { lockPublication } from "../../../store/publications/lock-publication.ts";
import { findPublication, type Publication } from "../../../store/publications/publications.ts";
import { addJobs } from "../../../store/queues/jobs.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { hasPublicAddress } from "../public-address.ts";
import {
  chooseIssue,
  findIssue,
  type Issue,
  isVersionMailed,
  listIssues,
  listIssuesOf,
  updateIssue,
} from "../store/newsletter-issues.ts";
import { hasMails } from "../store/sent-mails.ts";
import { countSubscribers, lastSubscriberId } from "../store/subscribers.ts";
import { titleOf } from "./issue-title.ts";

/** The payload of the job that queues the mails of a post, and of the one that sends a mail. */
const mailsOfIssue = z.object({
  newsletter: z.object({
    issue: z.number(),
    subscriber: z.number().optional(),
    /** When the issue was resumed (ms): the jobs of an earlier run do nothing. */
    run: z.number().optional(),
  }),
});
/** The payload of the job that sends a post to the owner alone. */
const testMail = z.object({
  newsletterTest: z.object({ publicationId: z.number(), to: z.string(), messageId: z.string() }),
});
/** The payload of a job of the kind `newsletter`. */
export const newsletterPayload = z.union([mailsOfIssue, testMail]);

export type NewsletterJob = z.infer<typeof mailsOfIssue>;
export type TestJob = z.infer<typeof testMail>;

/** A post that goes out, as the owner sees it. Times are ISO 8601. */
export interface IssueView
  extends Pick<
    Issue,
    | "id"
    | "publicationId"
    | "state"
    | "recipients"
    | "delivered"
    | "bounced"
    | "failed"
    | "unsure"
    | "problem"
  > {
  /** Whether it can be sent to those who don't have it. */
  readonly canResume: boolean;
  /** The readers who did not get the mail when sending stopped. */
  readonly skipped: number;
  readonly title: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** Whether a sending is over before everybody was served. */
export function lacksMails({ state, failed }: Pick<Issue, "state" | "failed">): boolean {
  return state === "stopped" || (state === "done" && failed > 0);
}

export async function toIssueView(db: Reader, issue: Issue): Promise<IssueView> {
  const { id, publicationId, state, recipients, delivered, bounced, failed, unsure, problem, finishedAt } =
    issue;
  const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id,
    publicationId,
    state,
    recipients,
    delivered,
    bounced,
    failed,
    unsure,
    problem,
    canResume: lacksMails(issue) && (await hasMails(db, id)),
    skipped: finishedAt === null ? 0 : recipients - delivered - bounced - failed - unsure,
    title: await titleOf(db, publicationId),
    startedAt: toTime(issue.startedAt),
    finishedAt: toTime(finishedAt),
  };
}

/**
 * Says whether a post goes to the readers by mail. For a draft it is a wish, which its publication follows, also a
 * scheduled one; a published post goes out now. A post goes out once, and a new version of it does not.
 *
 * @throws AppError NOT_FOUND, VALIDATION_FAILED for a file or a page, MAIL_NOT_CONFIGURED, CONFLICT where it went out
 */
export async function chooseNewsletter(
  context: Pick<Context, "store" | "clock" | "owner">,
  { publicationId, send }: { publicationId: number; send: boolean },
): Promise<IssueView> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  return await store.transaction(async (tx) => {
    await lockPublication(tx, publicationId);
    const publication = requireOwn(await findPublication(tx, publicationId), own.address, publicationId);
    if (publication.kind !== "POST" || publication.isPage === 1)
      throw new AppError("VALIDATION_FAILED", "Only posts can be sent by email.");
    if (send) await requireSending(tx);
    const now = clock.now();
    const state = send ? "chosen" : "declined";
    const isWritten =
      !(send && (await isVersionMailed(tx, publication))) &&
      (await chooseIssue(tx, { publicationId, state, now }));
    if (!isWritten) throw new AppError("CONFLICT", "This post was already sent by email.");
    if (send && publication.state !== "draft") await startIssue(tx, publicationId, now);
    const [issue] = await listIssuesOf(tx, [publicationId]);
    if (!issue) throw new Error("The choice was not written.");
    return await toIssueView(tx, issue);
  });
}

/** @throws AppError MAIL_NOT_CONFIGURED */
export async function requireSending(tx: Tx): Promise<void> {
  const { newsletter } = await readSettingValues(tx);
  if (!newsletter || !(await readMailSettings(tx)))
    throw new AppError("MAIL_NOT_CONFIGURED", "Turn on the newsletter and set up email first.");
  if (!(await hasPublicAddress(tx)))
    throw new AppError("MAIL_NOT_CONFIGURED", "The newsletter needs a public address of this site.");
}

/**
 * Sends a post that has just become visible, where its owner chose that, or chose it for each post (setting
 * `newsletterSending`). Runs in the transaction that publishes it.
 */
export async function mailPublished(tx: Tx, publication: Publication, now: number): Promise<void> {
  const { id, kind, isPage, replaces, writtenAt } = publication;
  if (kind !== "POST") return;
  const [issue] = await listIssuesOf(tx, [id]);
  if (issue) {
    const isChosen = issue.state === "chosen" && !(await isVersionMailed(tx, publication));
    if (isChosen) await startIssue(tx, id, now);
    return;
  }
  const { newsletter, newsletterSending } = await readSettingValues(tx);
  // An imported post is not new.
  const isNews = isPage === 0 && replaces === null && writtenAt === null;
  if (!newsletter || newsletterSending !== "always" || !isNews || !(await hasPublicAddress(tx))) return;
  await chooseIssue(tx, { publicationId: id, state: "chosen", now });
  await startIssue(tx, id, now);
}

/** Begins to send: one row, whose work writes the rows of the mails. */
async function startIssue(tx: Tx, publicationId: number, now: number): Promise<void> {
  const [issue] = await listIssuesOf(tx, [publicationId]);
  if (!issue) return;
  if (!(await readMailSettings(tx)) || !(await hasPublicAddress(tx))) {
    await updateIssue(tx, issue.id, { state: "stopped", startedAt: now, finishedAt: now });
    return;
  }
  const lastSubscriber = await lastSubscriberId(tx);
  await updateIssue(tx, issue.id, { state: "writing", startedAt: now, lastSubscriber });
  await addQueueing(tx, issue, now);
}

/** Adds the job that queues the mails of an issue. */
export async function addQueueing(
  tx: Tx,
  issue: Pick<Issue, "id" | "resumedAt">,
  now: number,
): Promise<void> {
  const payload = JSON.stringify({
    newsletter: { issue: issue.id, ...runOf(issue) },
  } satisfies NewsletterJob);
  await addJobs(tx, [
    { kind: "newsletter", host: queueingHost, payload, now, expiresAt: now + limits.issueMs },
  ]);
}

/** The host of the jobs that queue mails: they call nobody. */
export const queueingHost = "newsletter";

/** The run of an issue, for the payload of its jobs. */
export function runOf({ resumedAt }: Pick<Issue, "resumedAt">): { run?: number } {
  return resumedAt === null ? {} : { run: resumedAt };
}

/** Stops the mails of a post that wait: they are not sent. @throws AppError NOT_FOUND */
export async function stopNewsletter(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<IssueView> {
  return await store.transaction(async (tx) => {
    // A batch that is being queued could undo the stop.
    await store.dialect.lock(tx, "newsletter");
    const issue = await findIssue(tx, id);
    if (!issue || issue.startedAt === null) throw new AppError("NOT_FOUND", "There is no such sending.");
    if (issue.state !== "writing" && issue.state !== "sending") return await toIssueView(tx, issue);
    const stopped = { state: "stopped", finishedAt: clock.now() } as const;
    await updateIssue(tx, id, stopped);
    return await toIssueView(tx, { ...issue, ...stopped });
  });
}

/** The sent posts, newest first. */
export async function listSentIssues(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<IssueView>> {
  const page = await readPageById(request, ({ limit, after }) =>
    listIssues(store.db, { limit, ...(after !== undefined && { after }) }),
  );
  const items = await Promise.all(page.items.map((issue) => toIssueView(store.db, issue)));
  return { ...page, items, cursorOf: ({ id }) => encodeCursor([id]) };
}

/** The newsletter of a publication: the owner's choice and its result; null if nothing was chosen. */
export async function findNewsletter(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<IssueView | null> {
  const [issue] = await listIssuesOf(store.db, [publicationId]);
  return issue ? await toIssueView(store.db, issue) : null;
}

/** How far the mails of a post are; null for a post that goes to nobody by mail. */
export async function readMailsOf(
  { store }: Pick<Context, "store">,
  publicationId: number,
): Promise<MailsOfPost | null> {
  const [issue] = await listIssuesOf(store.db, [publicationId]);
  if (issue === undefined || issue.state === "declined") return null;
  const { state, recipients, delivered, bounced, failed, unsure, finishedAt } = issue;
  const ended = delivered + bounced + failed + unsure;
  const isListed = state !== "chosen" && state !== "writing";
  const expected = isListed ? recipients : await countSubscribers(store.db, "active");
  return {
    waiting: finishedAt === null ? expected - ended : 0,
    delivered,
    failed: finishedAt === null ? ended - delivered : expected - delivered,
  };
}
