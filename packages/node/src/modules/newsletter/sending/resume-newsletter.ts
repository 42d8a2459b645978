import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import { findIssue, updateIssue } from "../store/newsletter-issues.ts";
import { dropQueuedMails, hasMails } from "../store/sent-mails.ts";
import { addQueueing, type IssueView, lacksMails, requireSending, toIssueView } from "./issues.ts";

/**
 * Sends a post that was stopped, or that some did not get, to those who lack it: to nobody who has it or has it perhaps.
 *
 * @throws AppError NOT_FOUND, MAIL_NOT_CONFIGURED, CONFLICT where nobody lacks it, or where it is not on record who has it:
 *   after a restore, and long after it was sent
 */
export async function resumeNewsletter(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<IssueView> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const issue = await findIssue(tx, id);
    if (!issue || issue.startedAt === null) throw new AppError("NOT_FOUND", "There is no such sending.");
    if (!lacksMails(issue) || !(await hasMails(tx, id)))
      throw new AppError("CONFLICT", "No subscriber is known to lack this post.");
    await requireSending(tx);
    const now = clock.now();
    const again = {
      state: "writing",
      writtenTo: 0,
      problem: null,
      resumedAt: now,
      finishedAt: null,
      // They are queued anew, for those who still want the post.
      recipients: issue.recipients - (await dropQueuedMails(tx, id)),
    } as const;
    await updateIssue(tx, id, again);
    await addQueueing(tx, { ...issue, ...again }, now);
    return await toIssueView(tx, { ...issue, ...again });
  });
}
