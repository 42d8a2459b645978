import { minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../jobs/retry.ts";
import { mayClockBeWrong } from "../../../store/queues/clock-doubt.ts";
import { parsePayload } from "../../../store/queues/job-payload.ts";
import type { Job } from "../../../store/queues/jobs.ts";
import type { RenderIssue } from "./compose-mail.ts";
import { deliverNewsletter } from "./deliver-mail.ts";
import { newsletterPayload } from "./issues.ts";
import { queueMails } from "./queue-mails.ts";
import { deliverTest } from "./send-test.ts";

// The pause before mails are tried again while the clock is in doubt
const doubtMs = minuteMs;

/** Job: queues the mails of a post, sends one of them, or sends a post to its owner alone. */
export async function runNewsletterJob(
  context: Pick<Context, "store" | "owner" | "config" | "clock" | "log">,
  job: Pick<Job, "id" | "kind" | "payload" | "createdAt">,
  tools: { signal: AbortSignal; renderIssue: RenderIssue },
): Promise<Outcome> {
  const payload = parsePayload(newsletterPayload, job);
  if ("newsletterTest" in payload) return await deliverTest(context, payload, tools);
  // Its mails would carry a wrong date, and the owner may not have published it.
  if (await mayClockBeWrong(context.store.db, context.clock.now())) {
    return {
      result: "later",
      scope: "row",
      reason: "the clock is in doubt",
      afterMs: doubtMs,
      isProgress: true,
    };
  }
  const { issue: issueId, subscriber: subscriberId, run } = payload.newsletter;
  if (subscriberId === undefined) return await queueMails(context, { issueId, run }, tools.signal);
  return await deliverNewsletter(
    context,
    { issueId, subscriberId, run, date: new Date(job.createdAt) },
    tools,
  );
}
