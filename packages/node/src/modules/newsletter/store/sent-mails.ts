import { sql } from "kysely";
import type { Reader, Tx } from "../../../store/database.ts";
import { countChanged, hasRow } from "../../../store/query-results.ts";
import type { Issue, IssueDelivery } from "./newsletter-issues.ts";

/** Literal SQL, for the indexes. */
const isOpen = sql<boolean>`state in ('queued', 'sending')`;
const hasEnded = sql<boolean>`state in ('delivered', 'bounced', 'failed')`;

/** The part of an issue that says which of its mails belong to its present run. */
type Run = Pick<Issue, "id" | "resumedAt">;

const sentColumns = ["subscriberId", "state", "attemptedAt", "blame", "status", "answer"] as const;
/** A mail whose last attempt has ended. */
export type SentMail = Pick<IssueDelivery, (typeof sentColumns)[number]>;

const mailsOf = (db: Reader, { id, resumedAt }: Run) =>
  db
    .selectFrom("newsletter_deliveries")
    .where("issueId", "=", id)
    .where("attemptedAt", ">=", resumedAt ?? 0);

/** The mails of a run that ended last, newest first. */
export function listLastEnded(db: Reader, run: Run, limit: number): Promise<SentMail[]> {
  return mailsOf(db, run)
    .where(hasEnded)
    .select(sentColumns)
    .orderBy("attemptedAt", "desc")
    .limit(limit)
    .execute();
}

/** Whether a mail of a run was delivered. */
export function isProven(db: Reader, run: Run): Promise<boolean> {
  return hasRow(mailsOf(db, run).where("state", "=", "delivered").select("subscriberId").limit(1));
}

/** Whether mails of an issue wait, of those to subscribers up to a number. */
export function hasOpenMails(db: Reader, issueId: number, upTo = Number.MAX_SAFE_INTEGER): Promise<boolean> {
  const open = db.selectFrom("newsletter_deliveries").where("issueId", "=", issueId).where(isOpen);
  return hasRow(open.where("subscriberId", "<=", upTo).select("subscriberId").limit(1));
}

/** Removes the mails of an issue of which no attempt has begun. @returns how many */
export function dropQueuedMails(tx: Tx, issueId: number): Promise<number> {
  const queued = sql<boolean>`state = 'queued'`;
  return countChanged(tx.deleteFrom("newsletter_deliveries").where("issueId", "=", issueId).where(queued));
}

/** Whether any mail of an issue is on record: not after a restore, and not for ever. */
export function hasMails(db: Reader, issueId: number): Promise<boolean> {
  const mails = db.selectFrom("newsletter_deliveries").where("issueId", "=", issueId);
  return hasRow(mails.select("subscriberId").limit(1));
}

/** The mails of an issue to some subscribers. Pass up to 500. */
export async function listMailsTo(
  db: Reader,
  issueId: number,
  subscriberIds: readonly number[],
): Promise<Map<number, SentMail>> {
  if (subscriberIds.length === 0) return new Map();
  const mails = await db
    .selectFrom("newsletter_deliveries")
    .select(sentColumns)
    .where("issueId", "=", issueId)
    .where("subscriberId", "in", subscriberIds)
    .execute();
  return new Map(mails.map((mail) => [mail.subscriberId, mail]));
}

/** The bounces of a run that do not count against their readers yet, whose attempts began before a time (ms; null: any). */
export function listUncounted(db: Reader, run: Run, before: number | null): Promise<SentMail[]> {
  return mailsOf(db, run)
    .where(hasEnded)
    .where("blame", "=", "recipient")
    .$if(before !== null, (query) => query.where("attemptedAt", "<", before ?? 0))
    .select(sentColumns)
    .execute();
}

/** Marks bounces as counted. */
export async function markCounted(tx: Tx, issueId: number, subscriberIds: readonly number[]): Promise<void> {
  if (subscriberIds.length === 0) return;
  await tx
    .updateTable("newsletter_deliveries")
    .set({ blame: null })
    .where("issueId", "=", issueId)
    .where("subscriberId", "in", subscriberIds)
    .execute();
}

/** Makes the bounces of a run that are not counted failures that blame nobody's address. @returns how many */
export function excuseBounces(tx: Tx, { id, resumedAt }: Run): Promise<number> {
  return countChanged(
    tx
      .updateTable("newsletter_deliveries")
      .set({ state: "failed", blame: "sender" })
      .where("issueId", "=", id)
      .where("attemptedAt", ">=", resumedAt ?? 0)
      .where("state", "=", "bounced")
      .where("blame", "=", "recipient"),
  );
}

/** Notes why a mail that is tried again was not taken. */
export async function noteAnswer(
  tx: Tx,
  { issueId, subscriberId }: Pick<IssueDelivery, "issueId" | "subscriberId">,
  noted: Pick<IssueDelivery, "status" | "answer">,
): Promise<void> {
  await tx
    .updateTable("newsletter_deliveries")
    .set(noted)
    .where("issueId", "=", issueId)
    .where("subscriberId", "=", subscriberId)
    .where(isOpen)
    .execute();
}
