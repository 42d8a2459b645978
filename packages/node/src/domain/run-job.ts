import type { JobContext, JobWork } from "../module.ts";
import { listModules } from "../module.ts";
import { fanOut } from "./fan-out.ts";
import { deliverMail, type MailKinds } from "./mail/mail.ts";
import { commentMails } from "./mail/mail-texts.ts";

/** The function for each kind of job that no module has. */
const worksOfCore = (context: JobContext): Readonly<Record<string, JobWork>> => ({
  mail: (job, signal) => deliverMail(context, job, { kinds: mailKinds(), signal }),
  "fan-out": (job, signal) => fanOut(context, job, signal),
});

const mailKinds = (): MailKinds =>
  Object.assign({}, commentMails, ...listModules().map(({ mails }) => mails));

/**
 * The work of the queue of jobs: calls to hosts that are not nodes, and their preparation. It is made once, so that results
 * serve several jobs, such as a feed for all its subscribers.
 *
 * @throws Error for a kind of another version of the node
 */
export function createJobWork(context: JobContext): JobWork {
  const ofModules = listModules().map(({ jobs }) => jobs?.(context));
  const works: Readonly<Record<string, JobWork>> = Object.assign(worksOfCore(context), ...ofModules);
  return async (job, signal) => {
    const [earlier] = listModules().flatMap(({ kindOfEarlierJob }) => kindOfEarlierJob?.(job) ?? []);
    const work = works[earlier ?? job.kind];
    if (!work) throw new Error(`This version of the node knows no jobs of the kind ${job.kind}.`);
    return await work(job, signal);
  };
}
