import type { Tx } from "../../../store/database.ts";
import { emit } from "../../../store/events.ts";
import { newsletterLimits as limits } from "../limits.ts";
import { endIssues, findIssue, type Issue, lockIssue, updateIssue } from "../store/newsletter-issues.ts";
import {
  excuseBounces,
  hasOpenMails,
  listLastEnded,
  listUncounted,
  markCounted,
} from "../store/sent-mails.ts";
import { titleOf } from "./issue-title.ts";
import { recordBounce } from "./record-bounce.ts";
import { findSenderFault } from "./sender-fault.ts";

declare module "../../../store/events.ts" {
  interface NodeEvents {
    /** The mail server refuses the sender: the mails of a post are stopped, or did not arrive. */
    "newsletter.stopped": {
      readonly publicationId: number;
      readonly title: string;
      /** The words of the mail server; empty for none. */
      readonly answer: string;
    };
  }
}

/**
 * Draws the consequences of a mail that ended. If the sender is at fault, the issue stops and the owner is told; nobody's address
 * counts as bad for it. Otherwise bounces count against their readers, once twenty later mails or the end of the issue show
 * that they are no fault of the sender's. An issue of which nothing waits is done. Runs in a transaction that holds the lock
 * `newsletter`.
 *
 * @returns what the mail server said, where the issue stopped now; null otherwise
 */
export async function settleIssue(tx: Tx, issueId: number, now: number): Promise<string | null> {
  await lockIssue(tx, issueId);
  const issue = await findIssue(tx, issueId);
  if (!issue || issue.state === "stopped") return null;
  const ended = await listLastEnded(tx, issue, limits.canaries);
  const isOver = issue.state !== "writing" && !(await hasOpenMails(tx, issueId));
  const { recipients } = issue;
  const answer = issue.problem === null ? findSenderFault(ended, { recipients, isOver }) : null;
  if (answer !== null) {
    await stopForSender(tx, issue, answer, now);
    return answer;
  }
  await countBounces(tx, issue, isOver ? null : (ended.at(-1)?.attemptedAt ?? 0));
  await endIssues(tx, now, issueId);
  return null;
}

async function stopForSender(tx: Tx, issue: Issue, problem: string, now: number): Promise<void> {
  const excused = await excuseBounces(tx, issue);
  const isUnderWay = issue.state === "writing" || issue.state === "sending";
  await updateIssue(tx, issue.id, {
    problem,
    bounced: issue.bounced - excused,
    failed: issue.failed + excused,
    ...(isUnderWay && { state: "stopped", finishedAt: now }),
  });
  const { publicationId } = issue;
  const title = await titleOf(tx, publicationId);
  await emit(tx, "newsletter.stopped", { publicationId, title, answer: problem, now });
}

/** Counts bounces against their readers, each on the day of its attempt. */
async function countBounces(tx: Tx, issue: Issue, before: number | null): Promise<void> {
  const bounces = await listUncounted(tx, issue, before);
  for (const { subscriberId, status, attemptedAt } of bounces)
    await recordBounce(tx, subscriberId, { status: status ?? "", now: attemptedAt ?? 0 });
  await markCounted(
    tx,
    issue.id,
    bounces.map(({ subscriberId }) => subscriberId),
  );
}
