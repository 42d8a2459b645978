import { type Selectable, sql } from "kysely";
import { dialectOf, type Reader, type Tx } from "../../../store/database.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { countChanged, countRows, didChange, findRow, hasRow } from "../../../store/query-results.ts";
import {
  type IssueState,
  issueColumns,
  type MailState,
  type NewsletterDeliveriesTable,
  type NewsletterIssuesTable,
} from "../tables.ts";

/** A post that is sent by email. Times in ms. */
export type Issue = Selectable<NewsletterIssuesTable>;
export type IssueDelivery = Readonly<NewsletterDeliveriesTable>;

/** Literal SQL, for the indexes of mails that wait. */
const isOpen = sql<boolean>`newsletter_deliveries.state in ('queued', 'sending')`;

const nothingYet = {
  writtenTo: 0,
  lastSubscriber: 0,
  recipients: 0,
  delivered: 0,
  bounced: 0,
  failed: 0,
  unsure: 0,
  problem: null,
  startedAt: null,
  resumedAt: null,
  finishedAt: null,
};

/** Writes the owner's choice for a publication, unless its sending has begun. @returns whether it was written */
export function chooseIssue(
  tx: Tx,
  { publicationId, state, now }: { publicationId: number; state: "chosen" | "declined"; now: number },
): Promise<boolean> {
  return didChange(
    tx
      .insertInto("newsletter_issues")
      .values({ publicationId, state, createdAt: now, ...nothingYet })
      .onConflict((conflict) =>
        conflict
          .column("publicationId")
          .doUpdateSet({ state })
          .where("newsletter_issues.state", "in", ["chosen", "declined"]),
      ),
  );
}

export function findIssue(db: Reader, id: number): Promise<Issue | null> {
  return findRow(db.selectFrom("newsletter_issues").select(issueColumns).where("id", "=", id));
}

/** The issues of publications, in no order. */
export async function listIssuesOf(db: Reader, publicationIds: readonly number[]): Promise<Issue[]> {
  if (publicationIds.length === 0) return [];
  return await db
    .selectFrom("newsletter_issues")
    .select(issueColumns)
    .where("publicationId", "in", publicationIds)
    .execute();
}

/** Whether another version of a publication was begun to be mailed. */
export async function isVersionMailed(
  db: Reader,
  { publisherAddress, replaces }: Pick<Publication, "publisherAddress" | "replaces">,
): Promise<boolean> {
  if (replaces === null) return false;
  const earlier = await findRow(
    db
      .selectFrom("publications")
      .select("original")
      .where("contentHash", "=", replaces)
      .where("publisherAddress", "=", publisherAddress)
      .where("original", "is not", null)
      .limit(1),
  );
  const first = earlier?.original ?? replaces;
  return await hasRow(
    db
      .selectFrom("newsletter_issues")
      .innerJoin("publications", "publications.id", "newsletter_issues.publicationId")
      .select("newsletter_issues.id")
      .where("newsletter_issues.startedAt", "is not", null)
      .where("publications.publisherAddress", "=", publisherAddress)
      .where((eb) => eb.or([eb("contentHash", "=", first), eb("original", "=", first)])),
  );
}

/** The issues that were begun, newest first; `after` is the last id of the page before. */
export function listIssues(
  db: Reader,
  { limit, after }: { limit: number; after?: number },
): Promise<Issue[]> {
  return db
    .selectFrom("newsletter_issues")
    .select(issueColumns)
    .where("state", "in", ["writing", "sending", "done", "stopped"])
    .$if(after !== undefined, (query) => query.where("id", "<", after ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function updateIssue(tx: Tx, id: number, changes: Partial<Omit<Issue, "id">>): Promise<void> {
  await tx.updateTable("newsletter_issues").set(changes).where("id", "=", id).execute();
}

/** Ends the sending of a publication: its waiting mails went with it when it was deleted. `now` in ms. */
export async function stopIssue(tx: Tx, publicationId: number, now: number): Promise<void> {
  await tx
    .updateTable("newsletter_issues")
    .set({ state: "stopped", finishedAt: now })
    .where("publicationId", "=", publicationId)
    .where("state", "in", ["writing", "sending"])
    .execute();
}

/** Counts one mail more of an issue. */
export async function countMail(
  tx: Tx,
  id: number,
  what: "delivered" | "bounced" | "failed" | "unsure",
): Promise<void> {
  await tx
    .updateTable("newsletter_issues")
    .set((eb) => ({ [what]: eb(what, "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** A mail that was taken and came back: it counts as bounced or failed from then on. */
export async function countReturned(tx: Tx, id: number, as: "bounced" | "failed"): Promise<void> {
  await tx
    .updateTable("newsletter_issues")
    .set((eb) => ({ delivered: eb("delivered", "-", 1), [as]: eb(as, "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Two transactions that end the last mails wait for each other here, so that one of them sees that both have ended. */
export async function lockIssue(tx: Tx, id: number): Promise<void> {
  if (dialectOf(tx).rowLocks)
    await tx.selectFrom("newsletter_issues").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** Ends the issues without waiting mails. It counts the rows of the mails, so repeating it changes nothing. */
export async function endIssues(tx: Tx, now: number, id?: number): Promise<void> {
  if (id !== undefined) await lockIssue(tx, id);
  await tx
    .updateTable("newsletter_issues")
    .set({ state: "done" satisfies IssueState, finishedAt: now })
    .where("state", "=", "sending")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("newsletter_deliveries")
            .select("subscriberId")
            .whereRef("issueId", "=", "newsletter_issues.id")
            .where(isOpen),
        ),
      ),
    )
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .execute();
}

/** Stops the queueing of mails that began before a time (ms). */
export async function endQueueing(tx: Tx, before: number): Promise<void> {
  await tx
    .updateTable("newsletter_issues")
    .set({ state: "sending" satisfies IssueState })
    .where("state", "=", "writing")
    .where((eb) => eb(eb.fn.coalesce("resumedAt", "startedAt"), "<", before))
    .execute();
}

/** Adds mails that wait; one that is there waits again. One statement: pass up to 500. */
export async function insertIssueDeliveries(
  tx: Tx,
  issueId: number,
  mails: readonly { subscriberId: number; dueAt: number }[],
): Promise<void> {
  if (mails.length === 0) return;
  const waits = { state: "queued" as const, blame: null, status: null, answer: null };
  const rows = mails.map((mail) => ({ ...mail, ...waits, issueId, attemptedAt: null }));
  await tx
    .insertInto("newsletter_deliveries")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["issueId", "subscriberId"])
        .doUpdateSet(({ ref }) => ({ ...waits, dueAt: ref("excluded.dueAt") })),
    )
    .execute();
}

const deliveryColumns = [
  "newsletter_deliveries.issueId",
  "newsletter_deliveries.subscriberId",
  "newsletter_deliveries.state",
  "newsletter_deliveries.dueAt",
  "newsletter_deliveries.attemptedAt",
  "newsletter_deliveries.blame",
  "newsletter_deliveries.status",
  "newsletter_deliveries.answer",
] as const;

export function findIssueDelivery(
  db: Reader,
  { issueId, subscriberId }: Pick<IssueDelivery, "issueId" | "subscriberId">,
): Promise<IssueDelivery | null> {
  return findRow(
    db
      .selectFrom("newsletter_deliveries")
      .select(deliveryColumns)
      .where("issueId", "=", issueId)
      .where("subscriberId", "=", subscriberId),
  );
}

/** Why a mail was not taken. */
export type MailRefusal = Pick<NewsletterDeliveriesTable, "blame" | "status" | "answer">;

/** Moves a mail from some states to another one. @returns whether it was in one of them */
export function moveIssueDelivery(
  tx: Tx,
  { issueId, subscriberId }: Pick<IssueDelivery, "issueId" | "subscriberId">,
  {
    from,
    to,
    ...changes
  }: { from: readonly MailState[]; to: MailState; attemptedAt?: number } & Partial<MailRefusal>,
): Promise<boolean> {
  return didChange(
    tx
      .updateTable("newsletter_deliveries")
      .set({ state: to, ...changes })
      .where("issueId", "=", issueId)
      .where("subscriberId", "=", subscriberId)
      .where("state", "in", from),
  );
}

/** Removes a waiting mail from its issue. */
export async function dropIssueDelivery(
  tx: Tx,
  { issueId, subscriberId }: Pick<IssueDelivery, "issueId" | "subscriberId">,
): Promise<void> {
  await tx
    .deleteFrom("newsletter_deliveries")
    .where("issueId", "=", issueId)
    .where("subscriberId", "=", subscriberId)
    .where(isOpen)
    .execute();
}

/** Counts the mails whose last attempt began after a time (ms). */
export function countAttempts(db: Reader, since: number): Promise<number> {
  return countRows(db.selectFrom("newsletter_deliveries").where("attemptedAt", ">", since));
}

/** When the first of those attempts began (ms), or null. */
export async function firstAttempt(db: Reader, since: number): Promise<number | null> {
  const row = await db
    .selectFrom("newsletter_deliveries")
    .select("attemptedAt as at")
    .where("attemptedAt", ">", since)
    .orderBy("attemptedAt")
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Expired mails that still wait, oldest first, without those of a stopped issue. */
export function listOverdue(db: Reader, before: number, limit: number): Promise<IssueDelivery[]> {
  return db
    .selectFrom("newsletter_deliveries")
    .innerJoin("newsletter_issues", "newsletter_issues.id", "newsletter_deliveries.issueId")
    .select(deliveryColumns)
    .where(isOpen)
    .where("newsletter_issues.state", "<>", "stopped")
    .where("dueAt", "<", before)
    .orderBy("dueAt")
    .limit(limit)
    .execute();
}

/** Deletes up to `limit` mails of an issue that ended before a time (ms). @returns how many */
export async function deleteOldMails(tx: Tx, before: number, limit: number): Promise<number> {
  const issue = await findRow(
    tx
      .selectFrom("newsletter_deliveries")
      .innerJoin("newsletter_issues", "newsletter_issues.id", "newsletter_deliveries.issueId")
      .select("newsletter_issues.id")
      .where("newsletter_issues.finishedAt", "<", before)
      .limit(1),
  );
  if (issue === null) return 0;
  const mails = tx
    .selectFrom("newsletter_deliveries")
    .select("subscriberId")
    .where("issueId", "=", issue.id)
    .orderBy("subscriberId")
    .limit(limit);
  return await countChanged(
    tx.deleteFrom("newsletter_deliveries").where("issueId", "=", issue.id).where("subscriberId", "in", mails),
  );
}
