import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { findMessageIds, readNewsletterKey } from "./links.ts";
import { parseReport } from "./parse-report.ts";
import { countReturned, moveIssueDelivery } from "./store/newsletter-issues.ts";
import { findSubscriber, updateSubscriber } from "./store/subscribers.ts";

/** The effect of a returned mail. `unknown`: it is no report on a mail of this node. */
export type BounceResult = "counted" | "paused" | "known" | "soft" | "unknown";

/**
 * Counts a hard bounce of a reader's address; after some in a row it is paused. Runs in a transaction that holds the lock
 * `newsletter`. @returns whether it is paused now
 */
export async function recordBounce(
  tx: Tx,
  subscriberId: number,
  { status, now }: { status: string; now: number },
): Promise<boolean> {
  const reader = await findSubscriber(tx, subscriberId);
  if (!reader) return false;
  const isInARow = reader.lastBounceAt !== null && now - reader.lastBounceAt < limits.bounceMemoryMs;
  const bounces = (isInARow ? reader.bounces : 0) + 1;
  const isPaused = reader.state === "active" && bounces >= limits.hardBounces;
  const changes = { bounces, lastBounceAt: now, lastBounce: status };
  await updateSubscriber(tx, subscriberId, isPaused ? { ...changes, state: "paused" } : changes);
  return isPaused;
}

/**
 * Reads a delivery report (RFC 3464) that came back by mail. Which mail it is about, it says by the id that this node
 * signed: so nobody can have a reader paused by a made-up report. The address in it plays no part.
 */
export async function reportBounce(
  { store, clock }: Pick<Context, "store" | "clock">,
  source: string,
): Promise<BounceResult> {
  const report = parseReport(source.slice(0, limits.bounceBytes));
  const key = await readNewsletterKey(store.db);
  const mail = report && key !== null ? findMessageIds(key, report.ids)[0] : undefined;
  if (!report || !mail) return "unknown";
  if (report.action !== "failed" || !report.status.startsWith("5.")) return "soft";
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    const from = ["queued", "sending", "delivered"] as const;
    if (!(await moveIssueDelivery(tx, mail, { from, to: "bounced" }))) return "known";
    await countReturned(tx, mail.issueId);
    const isPaused = await recordBounce(tx, mail.subscriberId, { status: report.status, now: clock.now() });
    return isPaused ? "paused" : "counted";
  });
}
