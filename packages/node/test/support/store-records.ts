import type { Address, Hex } from "@freehold/protocol";
import { sql } from "kysely";
import { saveContent } from "../../src/store/contents.ts";
import type { Reader, Tx } from "../../src/store/database.ts";
import type { Connection } from "../../src/store/peers/connections.ts";
import { insertConnection } from "../../src/store/peers/connections.ts";
import type { Profile } from "../../src/store/peers/profiles.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { startLists } from "../../src/store/publications/mark-publications.ts";
import type { NewPublication } from "../../src/store/publications/publications.ts";
import { insertPublication } from "../../src/store/publications/publications.ts";
import type { Job } from "../../src/store/queues/jobs.ts";
import type { NewPull, Pull } from "../../src/store/queues/pulls.ts";
import { plainPublication } from "../../src/store/tables/publications.ts";
import { jobColumns, pullColumns, type QueueState } from "../../src/store/tables/queues.ts";
import type { Tables } from "../../src/store/tables/tables.ts";

/** A moment (ms) that test data is made at. */
export const T0 = 1_700_000_000_000;

/** The address with that number. Without letters, so that its checksummed form is the same. */
export function addressOf(number: number): Address {
  return `0x${String(number).padStart(40, "0")}`;
}

/** The content hash with that number. */
export function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, "0")}`;
}

export function profileOf(number: number, changes: Partial<Profile> = {}): Profile {
  return {
    address: addressOf(number),
    url: `https://node${number}.example`,
    title: `Node ${number}`,
    description: null,
    isSelf: false,
    form: "baseline",
    avatarHash: null,
    avatarType: null,
    createdAt: T0,
    updatedAt: T0 / 1000,
    fetchedAt: T0,
    ...changes,
  };
}

export function connectionOf(follower: number, followee: number, createdAt = T0): Connection {
  return {
    followerAddress: addressOf(follower),
    followeeAddress: addressOf(followee),
    followerUrl: `https://node${follower}.example`,
    followeeUrl: `https://node${followee}.example`,
    signedAt: Math.floor(createdAt / 1000),
    proof: "{}",
    createdAt,
  };
}

/** A signed post of that publisher; the content has the number `content`. */
export function signedOf(publisher: number, content: number, timestamp: number, seq = 0): NewPublication {
  return {
    ...draftOf(publisher, content, timestamp * 1000),
    state: "signed",
    timestamp,
    signature: `0x${"ab".repeat(65)}`,
    proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
    seq,
  };
}

/** A draft of that publisher, made at that time (ms). */
export function draftOf(publisher: number, content: number, createdAt: number): NewPublication {
  return {
    publisherAddress: addressOf(publisher),
    kind: "POST",
    state: "draft",
    contentHash: hashOf(content),
    mediaType: "text/markdown",
    filename: null,
    description: null,
    slug: null,
    timestamp: null,
    signature: null,
    proofType: null,
    seq: 0,
    createdAt,
    updatedAt: createdAt,
    ...plainPublication,
  };
}

export function pullOf(publisher: number, content: number, changes: Partial<NewPull> = {}): NewPull {
  return {
    peerAddress: addressOf(publisher),
    contentHash: hashOf(content),
    timestamp: T0 / 1000,
    signature: `0x${"ab".repeat(65)}`,
    proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
    slug: null,
    now: T0,
    expiresAt: T0 + 30 * 86_400_000,
    ...changes,
  };
}

/** Stores a publication together with the publisher, who has lists, and the content that it needs. @returns its id. */
export async function storePublication(tx: Tx, publication: NewPublication): Promise<number> {
  await storeWhatItNeeds(tx, publication);
  const { publisherAddress } = publication;
  const marks = tx
    .selectFrom("publication_marks")
    .select("id")
    .where("publisherAddress", "=", publisherAddress);
  if (!(await marks.executeTakeFirst())) await startLists(tx, publisherAddress);
  return insertPublication(tx, publication);
}

/** Stores a publication that is in no list, also in an older database. @returns its id. */
export async function storeUnlisted(tx: Tx, publication: NewPublication): Promise<number> {
  await storeWhatItNeeds(tx, publication);
  return await insertPlain(tx, publication);
}

/** Inserts a publication in no list, with the columns that every version of the database has. @returns its id */
export async function insertPlain(tx: Tx, publication: NewPublication): Promise<number> {
  const added = Object.keys(plainPublication);
  const values = Object.fromEntries(Object.entries(publication).filter(([name]) => !added.includes(name)));
  const row = tx
    .insertInto("publications")
    .values(values as NewPublication)
    .returning("id");
  return (await row.executeTakeFirstOrThrow()).id;
}

async function storeWhatItNeeds(tx: Tx, { publisherAddress, contentHash }: NewPublication): Promise<void> {
  await saveProfile(tx, { ...profileOf(0), address: publisherAddress });
  await saveContent(tx, { hash: contentHash, size: 1, now: T0 });
}

/** Stores a follow together with both profiles. */
export async function storeConnection(
  tx: Tx,
  follower: number,
  followee: number,
  createdAt = T0,
): Promise<void> {
  await saveProfile(tx, profileOf(follower));
  await saveProfile(tx, profileOf(followee));
  await insertConnection(tx, connectionOf(follower, followee, createdAt));
}

/** All rows of a table as the database has them, with its own names of the columns. */
export async function rowsOf(db: Reader, table: keyof Tables): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  return rows;
}

/** Pulls, newest first. */
export async function listPulls(
  db: Reader,
  { state, limit }: { state?: QueueState; limit: number },
): Promise<Pull[]> {
  let query = db.selectFrom("pulls").select(pullColumns).orderBy("id", "desc").limit(limit);
  if (state !== undefined) query = query.where("state", "=", state);
  return await query.execute();
}

/** Jobs, newest first. */
export async function listJobs(db: Reader, { limit }: { limit: number }): Promise<Job[]> {
  return await db.selectFrom("jobs").select(jobColumns).orderBy("id", "desc").limit(limit).execute();
}
