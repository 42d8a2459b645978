import type { Outcome } from "../jobs/retry.ts";
import type { JobContext, JobWork } from "../module.ts";
import { modules } from "../modules.ts";
import type { Job } from "../store/jobs.ts";
import { renewName } from "./ens/renew.ts";
import { fanOut } from "./fan-out.ts";
import { announcePublication } from "./found/announce.ts";
import { deliverFeed, type ReadFeed } from "./found/deliver-feed.ts";
import { tellSearchEngine } from "./found/index-now.ts";
import { verifySubscription } from "./found/subscribe.ts";
import type { RenderIssue } from "./newsletter/compose-mail.ts";
import { runNewsletterJob } from "./newsletter/deliver-mail.ts";
import type { NewsletterJob, TestJob } from "./newsletter/issues.ts";
import { deliverTest } from "./newsletter/send-test.ts";
import { deliverMail, type MailJob } from "./notifications/mail.ts";
import { deliverPush } from "./notifications/push.ts";

/** The tools of a job besides the context. */
interface JobTools {
  readonly signal: AbortSignal;
  readonly renderIssue: RenderIssue;
  readonly readFeed: ReadFeed;
}

type Work = (context: JobContext, job: Job, tools: JobTools) => Promise<Outcome>;

const sendAnyMail: Work = (context, job, { signal, renderIssue }) => {
  const payload = JSON.parse(job.payload) as MailJob | NewsletterJob | TestJob;
  if ("newsletterTest" in payload) return deliverTest(context, payload, { signal, renderIssue });
  return "newsletter" in payload
    ? runNewsletterJob(context, { ...payload.newsletter, job }, { signal, renderIssue })
    : deliverMail(context, payload, signal);
};

/** The function for each kind of job that no module has. Code that reads pages of other sites is loaded with the first job of that kind. */
const works: Readonly<Record<string, Work>> = {
  mail: sendAnyMail,
  push: (context, job, { signal }) => deliverPush(context, job, signal),
  announce: announcePublication,
  "fan-out": (context, job, { signal }) => fanOut(context, job, signal),
  "feed-verify": (context, job, { signal }) => verifySubscription(context, job, signal),
  "feed-renew": (context, job, { signal }) => verifySubscription(context, job, signal),
  feed: deliverFeed,
  "index-now": (context, job, { signal }) => tellSearchEngine(context, job, signal),
  ens: (context, job, { signal }) => renewName(context, job, signal),
  "mention-in": async (context, job, { signal }) => {
    const { checkMention } = await import("./mentions/check-mention.ts");
    return await checkMention(context, job, signal);
  },
  "mention-out": async (context, job, { signal }) => {
    const { sendMention } = await import("./mentions/send-mention.ts");
    return await sendMention(context, job, signal);
  },
};

/**
 * The work of the queue of jobs: calls to hosts that are no nodes, and their preparation.
 *
 * @throws Error for a kind of another version of the node
 */
export function createRunJob(context: JobContext, tools: Omit<JobTools, "signal">): JobWork {
  const ofModules: Readonly<Record<string, JobWork>> = Object.assign(
    {},
    ...modules.map(({ jobs }) => jobs?.(context)),
  );
  return async (job, signal) => {
    const work = works[job.kind];
    if (work) return await work(context, job, { ...tools, signal });
    const ofModule = ofModules[job.kind];
    if (!ofModule) throw new Error(`This version of the node knows no jobs of the kind ${job.kind}.`);
    return await ofModule(job, signal);
  };
}
