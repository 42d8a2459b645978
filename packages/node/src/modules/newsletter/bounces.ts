import type { Context } from "../../context.ts";
import { blameOf, readAnswer } from "../../mail/server-answer.ts";
import { newsletterLimits as limits } from "./limits.ts";
import { findMessageIds, findReaderTexts, isSignedFor, readerIdIn, readNewsletterKey } from "./links.ts";
import { type Complaint, type DeliveryReport, parseReport } from "./parse-report.ts";
import { removeReader } from "./preferences.ts";
import { recordBounce } from "./sending/record-bounce.ts";
import { settleIssue } from "./sending/settle-issue.ts";
import { countReturned, moveIssueDelivery } from "./store/newsletter-issues.ts";
import { findSubscriber } from "./store/subscribers.ts";

/** The effect of a returned mail. `unknown`: it is no report on a mail of this node. */
export type BounceResult = "counted" | "paused" | "known" | "soft" | "sender" | "unsubscribed" | "unknown";

/**
 * Reads a report that came back by mail: a delivery report (RFC 3464), or a complaint (RFC 5965), which unsubscribes the reader.
 * Which mail it is about, it says by the id or the link that this node signed: so nobody can have a reader paused by a made-up
 * report. The addresses in it play no part.
 */
export async function reportBounce(
  context: Pick<Context, "store" | "clock" | "log">,
  source: string,
): Promise<BounceResult> {
  const report = parseReport(source.slice(0, limits.bounceBytes));
  const key = await readNewsletterKey(context.store.db);
  if (!report || key === null) return "unknown";
  if (report.kind === "complaint") return await takeComplaint(context, report, key);
  const [mail] = findMessageIds(key, report.ids);
  if (!mail) return "unknown";
  if (report.action !== "failed" || !report.status.startsWith("5.")) return "soft";
  return await takeReturned(context, report, mail);
}

/** A mail that came back for good. What speaks of the sender or of the mail counts against no reader. */
async function takeReturned(
  { store, clock, log }: Pick<Context, "store" | "clock" | "log">,
  { status, diagnosis }: DeliveryReport,
  mail: { issueId: number; subscriberId: number },
): Promise<BounceResult> {
  const { answer } = readAnswer(diagnosis);
  const blamed = blameOf(status, answer);
  const now = clock.now();
  const from = ["queued", "sending", "delivered"] as const;
  const to = blamed === "recipient" ? "bounced" : "failed";
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    // A bounce is counted below, and by no look at the issue.
    const blame = blamed === "recipient" ? null : blamed;
    if (!(await moveIssueDelivery(tx, mail, { from, to, blame, status, answer }))) return "known";
    await countReturned(tx, mail.issueId, to);
    const stopped = await settleIssue(tx, mail.issueId, now);
    if (stopped !== null)
      log.warn({ issue: mail.issueId, answer: stopped }, "emails bounced: the sender is refused");
    if (to === "failed") return "sender";
    return (await recordBounce(tx, mail.subscriberId, { status, now })) ? "paused" : "counted";
  });
}

/** A complaint unsubscribes its reader at once; one that says the mail is welcome changes nothing. */
async function takeComplaint(
  { store, clock }: Pick<Context, "store" | "clock">,
  { type, ids }: Complaint,
  key: string,
): Promise<BounceResult> {
  const bySigned = findReaderTexts(ids).slice(0, 3);
  const byMail = findMessageIds(key, ids)[0]?.subscriberId;
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "newsletter");
    let reader = byMail === undefined ? null : await findSubscriber(tx, byMail);
    for (const signed of bySigned) {
      const found = await findSubscriber(tx, readerIdIn(signed) ?? 0);
      if (found && isSignedFor(key, found, signed)) reader ??= found;
    }
    if (!reader) return byMail === undefined ? "unknown" : "known";
    if (type === "not-spam") return "soft";
    await removeReader(tx, reader, clock.now());
    return "unsubscribed";
  });
}
