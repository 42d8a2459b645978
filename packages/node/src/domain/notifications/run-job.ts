import type { Context } from "../../context.ts";
import type { Outcome } from "../../jobs/retry.ts";
import type { Job } from "../../store/jobs.ts";
import { deliverWebhook } from "../webhooks/deliver-webhook.ts";
import { deliverMail } from "./mail.ts";
import { deliverPush } from "./push.ts";

/** The work of the queue of jobs: a mail, a push to one device, or one event for one webhook. */
export function runJob(
  context: Pick<Context, "store" | "owner" | "clock" | "config" | "peers">,
  job: Job,
  signal: AbortSignal,
): Promise<Outcome> {
  switch (job.kind) {
    case "mail":
      return deliverMail(context, job, signal);
    case "push":
      return deliverPush(context, job, signal);
    case "webhook":
      return deliverWebhook(context, job, signal);
  }
}
