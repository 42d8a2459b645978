import { type Address, parseAddress } from "@freehold/protocol";
import { sql } from "kysely";
import { z } from "zod";
import { dialectOf, type Reader, type Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { readDueTimes } from "../peers/peers.ts";
import { hostOf, readProfiles } from "../peers/profiles.ts";
import { countRows } from "../query-results.ts";
import { parsePayload } from "./job-payload.ts";
import { addJobs, type Job } from "./jobs.ts";
import { isPending } from "./queue-rows.ts";

const address = z.custom<Address>((value) => parseAddress(value) !== null);

/** The followers of this node, and the nodes that it follows. */
const side = z.enum(["followers", "followees"]);
type Side = z.infer<typeof side>;

/** One message for many nodes; `subject` identifies its content. Times in ms. */
const fanOut = z.object({
  self: address,
  kind: z.enum(["publication", "connection.create", "connection.destroy", "profile.update"]),
  subject: z.string(),
  /** The connections to send it to, in this order. A node on both sides gets it once. */
  sides: z.array(side).readonly(),
  /** Only for nodes that use one of these forms; null for all. */
  forms: z
    .array(z.enum(["baseline", "reference"]))
    .readonly()
    .nullable(),
  expiresAt: z.number(),
});
export type FanOut = z.infer<typeof fanOut>;

const columns = {
  followers: { own: "followeeAddress", other: "followerAddress" },
  followees: { own: "followerAddress", other: "followeeAddress" },
} as const;

/** The last connection of a side that has its row: its time and node. */
const position = z.object({
  side,
  after: z.object({ createdAt: z.number(), address }).nullable(),
});
type Position = z.infer<typeof position>;

/** The payload of a job of the kind `fan-out`. */
const rest = z.object({
  message: fanOut,
  /** Null: nothing is left. */
  position: position.nullable(),
  /** When the last page was written (ms). */
  writtenAt: z.number(),
});
type Rest = z.infer<typeof rest>;

/** Stands for a host: it gives each message its own share among the jobs, and identifies its job. */
const shareOf = ({ kind, subject }: Pick<FanOut, "kind" | "subject">) => `fan-out ${kind} ${subject}`;

/** The first page is written with the signature itself: a publication with few followers needs no job. */
export const fanOutPages = { first: 100, usual: 500 } as const;

/**
 * Queues a signed publication for every follower of `self`.
 *
 * @returns the number of followers; null if they are more than a page
 */
export async function addPublicationForFollowers(
  tx: Tx,
  {
    self,
    publicationId,
    now,
    ...rest
  }: { self: Address; publicationId: number; now: number; expiresAt: number },
  pageSize: number = fanOutPages.first,
): Promise<number | null> {
  const subject = String(publicationId);
  const message: FanOut = { self, kind: "publication", subject, sides: ["followers"], forms: null, ...rest };
  const { written, isAll } = await startFanOut(tx, message, { now, pageSize });
  return isAll ? written : null;
}

/** Queues a message for each node that is connected with `self` and uses one of `forms`. */
export async function addForConnectedNodes(
  tx: Tx,
  { now, ...message }: Omit<FanOut, "sides"> & { now: number },
  pageSize: number = fanOutPages.first,
): Promise<void> {
  await startFanOut(tx, { ...message, sides: ["followers", "followees"] }, { now, pageSize });
}

/**
 * Writes the rows of the first page in the transaction of their cause, and a job for all others. Rows are due at once, or when a
 * failing node is tried again.
 */
async function startFanOut(
  tx: Tx,
  message: FanOut,
  { now, pageSize }: { now: number; pageSize: number },
): Promise<{ written: number; isAll: boolean }> {
  const [side = "followers"] = message.sides;
  let { written, next } = await writePage(tx, message, { side, after: null }, { now, pageSize });
  // The usual node has few connections on both sides.
  if (next?.after === null) {
    const second = await writePage(tx, message, next, { now, pageSize });
    written += second.written;
    next = second.next;
  }
  if (next) {
    const payload = JSON.stringify({ message, position: next, writtenAt: now } satisfies Rest);
    const { expiresAt } = message;
    await addJobs(tx, [{ kind: "fan-out", host: shareOf(message), payload, now, expiresAt }]);
  }
  return { written, isAll: next === null };
}

/** The task of a job of the kind `fan-out`. */
export function readFanOut(job: Pick<Job, "id" | "kind" | "payload">): Rest {
  return parsePayload(rest, job);
}

const finished = { message: null, position: null };

/**
 * Writes the rows of the next page and the position after it in one transaction, so that a crash repeats none.
 *
 * @returns whether there are more
 */
export async function continueFanOut(
  tx: Tx,
  jobId: number,
  now: number,
  pageSize: number = fanOutPages.usual,
): Promise<boolean> {
  // If this worker's lease has expired, another worker may have the job, too.
  const job = await tx
    .selectFrom("jobs")
    .select(["id", "kind", "payload"])
    .where("id", "=", jobId)
    .where(isPending)
    .$if(dialectOf(tx).rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  const { message, position } = job ? readFanOut(job) : finished;
  if (!message || !position) return false;
  const { next } = await writePage(tx, message, position, { now, pageSize });
  const payload = JSON.stringify({ message, position: next, writtenAt: now } satisfies Rest);
  await tx.updateTable("jobs").set({ payload }).where("id", "=", jobId).execute();
  return next !== null;
}

/** The number of followers for whom a publication is not queued yet. */
export async function countUnqueued(db: Reader, publicationId: number): Promise<number> {
  const host = shareOf({ kind: "publication", subject: String(publicationId) });
  const job = await db
    .selectFrom("jobs")
    .select(["id", "kind", "payload"])
    .where(isPending)
    .where("host", "=", host)
    .executeTakeFirst();
  const { message, position } = job ? readFanOut(job) : finished;
  return message && position ? countRows(selectConnections(db, message.self, position)) : 0;
}

function selectConnections(db: Reader, self: Address, { side, after }: Position) {
  const { own, other } = columns[side];
  return db
    .selectFrom("connections")
    .where(`connections.${own}`, "=", self)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(connections.created_at, ${sql.ref(`connections.${other}`)}) > (${after?.createdAt}, ${after?.address})`,
      ),
    );
}

async function writePage(
  tx: Tx,
  { self, kind, subject, sides, forms, expiresAt }: FanOut,
  position: Position,
  { now, pageSize }: { now: number; pageSize: number },
): Promise<{ written: number; next: Position | null }> {
  const { side } = position;
  const other = `connections.${columns[side].other}` as const;
  const page = await selectConnections(tx, self, position)
    .select([`${other} as address`, "connections.createdAt"])
    .orderBy("connections.createdAt")
    .orderBy(other)
    .limit(pageSize)
    .execute();
  // Not a join: without statistics PostgreSQL would read all profiles for it.
  const addresses = page.map(({ address }) => address);
  const profiles = await readProfiles(tx, addresses);
  const dueTimes = await readDueTimes(tx, addresses);
  const rows = page
    .map(({ address }) => ({ address, profile: profiles.get(address) ?? null }))
    .filter(({ profile }) => forms === null || forms.includes(profile?.form ?? "baseline"))
    .map(({ address, profile }) => ({
      kind,
      subject,
      expiresAt,
      payload: null,
      peerAddress: address,
      createdAt: now,
      host: hostOf({ address, url: profile?.url ?? null }),
      state: "pending" as const,
      attempts: 0,
      nextTryAt: Math.max(dueTimes.get(address) ?? now, now),
    }));
  let written = 0;
  if (rows.length > 0) {
    const result = await tx
      .insertInto("outbox")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["subject", "kind", "peerAddress"]).doNothing())
      .executeTakeFirst();
    written = Number(result.numInsertedOrUpdatedRows ?? 0n);
  }
  if (written > 0) markDue(tx, "outbox");
  return { written, next: positionAfter(page, { side, sides, pageSize }) };
}

function positionAfter(
  page: readonly NonNullable<Position["after"]>[],
  { side, sides, pageSize }: { side: Side; sides: readonly Side[]; pageSize: number },
): Position | null {
  const last = page.at(-1);
  if (last && page.length === pageSize)
    return { side, after: { createdAt: last.createdAt, address: last.address } };
  const next = sides[sides.indexOf(side) + 1];
  return next ? { side: next, after: null } : null;
}
