import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { countFailingJobs } from "../../store/queues/failing-jobs.ts";

const troubleMs = hourMs; // a mail that fails for longer is shown to the owner

/** Mails that do not get out, as the owner sees them. Times are ISO 8601. */
export interface MailTrouble {
  /** Emails that were tried for more than an hour and are tried again. */
  readonly waiting: number;
  /** When the oldest of them was due first; null for none. */
  readonly since: string | null;
  /** Mails of the last day that are not tried any more: refused, given up, or perhaps sent. */
  readonly ended: number;
  /** Why the last one failed, in the words of the node and of the mail server. */
  readonly reason: string;
}

/** @returns null where every mail of the last day got out, or has been tried for less than an hour */
export async function findMailTrouble({
  store,
  clock,
}: {
  store: { readonly db: Reader };
  clock: Context["clock"];
}): Promise<MailTrouble | null> {
  const { waiting, oldest, ended, reason } = await countFailingJobs(
    store.db,
    ["mail", "newsletter"],
    clock.now() - troubleMs,
  );
  if (waiting + ended === 0) return null;
  return {
    waiting,
    since: oldest === null ? null : new Date(oldest).toISOString(),
    ended,
    reason: reason ?? "",
  };
}
