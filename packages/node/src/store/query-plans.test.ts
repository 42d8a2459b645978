import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../test/support/databases.ts";
import { plansOf } from "../../test/support/query-plans.ts";
import {
  addressOf,
  hashOf,
  pullOf,
  signedOf,
  storeConnection,
  T0,
} from "../../test/support/store-records.ts";
import { countNewerEntries, listKnownEntries, readFeedEntries } from "../modules/feeds/store/feed-entries.ts";
import { dueFeeds, nextFetchAt } from "../modules/feeds/store/feeds.ts";
import { findSubjects, readTexts } from "../modules/feeds/store/read-later.ts";
import * as mails from "../modules/newsletter/store/newsletter-issues.ts";
import * as contents from "./contents.ts";
import type { Reader, Store, Tx } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import * as connections from "./peers/connections.ts";
import { addPeerEvent, listAddressesAt, listPeerEvents } from "./peers/peer-events.ts";
import * as peers from "./peers/peers.ts";
import * as profiles from "./peers/profiles.ts";
import { countDeliveries, findWaitingBehind, giveUpWaiting } from "./peers/publication-deliveries.ts";
import { findMisordered, knownProofs } from "./peers/replicas.ts";
import { removeOldTombstones, removeUnusedProfiles } from "./peers/unused-peers.ts";
import { readByDate } from "./publications/dated-publications.ts";
import { addToLists } from "./publications/mark-publications.ts";
import * as publicPosts from "./publications/public-posts.ts";
import {
  allDetails,
  findDetailedBySlug,
  readDetailedPublications,
} from "./publications/publication-details.ts";
import * as publications from "./publications/publications.ts";
import { readSiteTime } from "./publications/publish-places.ts";
import { findSignedPublication } from "./publications/signed-publications.ts";
import { countNewerPosts, readTimeline } from "./publications/timeline.ts";
import { claimDue } from "./queues/claim-due.ts";
import { addPublicationForFollowers } from "./queues/fan-out.ts";
import * as jobs from "./queues/jobs.ts";
import * as outbox from "./queues/outbox.ts";
import * as pulls from "./queues/pulls.ts";
import * as queue from "./queues/queue-rows.ts";

/**
 * Tables that grow with time, with followers or with posts: none of them may be gone through as a whole, or by an
 * index that narrows no further than to a state or to ids below one.
 */
const WALK =
  /^SCAN (profiles|connections|contents|publications|publication_marks|publication_tombstones|peers|outbox|pulls|jobs|feed_entries|read_later|newsletter_deliveries)\b|\(rowid[<>]\?\)|_of_state \(state=\?\)/;

let database: FreshDatabase;
let store: Store;

beforeAll(async () => {
  database = await freshDatabase("sqlite");
  store = await openStore(database);
  await migrate(store);
  // More than a short queue, so that a claim goes through all that it can do.
  await store.transaction(async (tx) => {
    for (const follower of [2, 3]) await storeConnection(tx, follower, 1);
    await pulls.addPulls(
      tx,
      Array.from({ length: 2_100 }, (_, n) => pullOf(2, n)),
    );
    for (let n = 0; n < 2_100; n += 1) await outbox.addOutboxEntry(tx, entryOf(n));
    const job = { kind: "push", host: "push.example", payload: "{}", now: T0, expiresAt: T0 * 2 } as const;
    await jobs.addJobs(
      tx,
      Array.from({ length: 2_100 }, () => job),
    );
  });
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

function entryOf(number: number): outbox.NewOutboxEntry {
  const common = { kind: "publication", payload: null, now: T0, expiresAt: T0 * 2 } as const;
  return { ...common, subject: String(number), peerAddress: addressOf(2) };
}

const me = addressOf(1);
const hash = hashOf(1);
const after = { createdAt: T0, address: me };
const before = { timestamp: 1, seq: 1, id: 1 };
const dated = { time: 1, seq: 1, first: 1, id: 1 };
const page = { publisher: me, limit: 100, offset: 9_900 };
const filter = { limit: 50, after: 900 };
const claim = { now: T0, leaseMs: 1, workerId: "w", limit: 64, shareOf: () => 4, busy: new Map([[me, 4]]) };
/** The last of them are claimed while the queue is short enough to be gone through in order. */
const claimFew = { ...claim, now: T0 - 1 };

const reads: Record<string, (db: Reader) => Promise<unknown>> = {
  findOwnProfile: (db) => profiles.findOwnProfile(db),
  findProfile: (db) => profiles.findProfile(db, me),
  findConnection: (db) => connections.findConnection(db, me, me),
  readFollows: (db) => connections.readFollows(db, [me, addressOf(2)]),
  findConnectionTombstone: (db) => connections.findConnectionTombstone(db, me, me),
  listFollowers: (db) => connections.listFollowers(db, me, { limit: 9, after }),
  listFollowees: (db) => connections.listFollowees(db, me, { limit: 9, after }),
  countFollowers: (db) => connections.countFollowers(db, me),
  countFollowees: (db) => connections.countFollowees(db, me),
  walkUnreferencedContents: (db) => Array.fromAsync(contents.walkUnreferencedContents(db)),
  findContent: (db) => contents.findContent(db, hash),
  findContentBytes: (db) => contents.findContentBytes(db, hash),
  measureContentBytes: (db) => contents.measureContentBytes(db, hash),
  isReferenced: (db) => contents.isReferenced(db, hash),
  findPublication: (db) => publications.findPublication(db, 1),
  findPublicationBySlug: (db) => publications.findPublicationBySlug(db, me, "s"),
  findSignedPublication: (db) => findSignedPublication(db, me, hash, 1),
  "findSignedPublication, the newest": (db) => findSignedPublication(db, me, hash, null),
  listPublicationsByHash: (db) => publications.listPublicationsByHash(db, hash),
  readPublicPosts: (db) => publicPosts.readPublicPosts(db, page),
  readPublicLocations: (db) => publicPosts.readPublicLocations(db, page),
  readNeighbours: (db) =>
    publicPosts.readNeighbours(db, {
      publisher: me,
      timestamp: 9,
      seq: 0,
      id: 9,
      original: null,
      kind: "POST",
    }),
  readTaggedPosts: (db) =>
    publicPosts.readTaggedPosts(db, { publisher: me, tag: "t", limit: 50, before: null }),
  readPublicPages: (db) => publicPosts.readPublicPages(db, { publisher: me, limit: 9 }),
  readIndexPage: (db) => publicPosts.readIndexPage(db, { ...page, since: null }),
  "readIndexPage since": (db) => publicPosts.readIndexPage(db, { ...page, since: 1 }),
  lastSigned: (db) => publicPosts.lastSigned(db, me, 2 ** 40),
  readTimeline: (db) => readTimeline(db, { limit: 50, before }),
  "readTimeline of one": (db) => readTimeline(db, { limit: 50, before, publisher: me, states: ["signed"] }),
  "readTimeline with details": (db) => readTimeline(db, { limit: 50, before, publisher: me }, allDetails),
  readByDate: (db) => readByDate(db, { publisher: me, limit: 50, before: dated }),
  "readByDate between days": (db) =>
    readByDate(db, { publisher: me, limit: 50, kinds: ["POST"], since: 1, until: 9, before: dated }),
  "readByDate of a tag": (db) => readByDate(db, { publisher: me, limit: 50, tag: "t", before: dated }),
  readSiteTime: (db) => readSiteTime(db, 1),
  readDetailedPublications: (db) => readDetailedPublications(db, [1, 2], allDetails),
  findDetailedBySlug: (db) => findDetailedBySlug(db, me, "s", allDetails),
  knownProofs: (db) => knownProofs(db, me, [{ contentHash: hash, timestamp: 1 }]),
  findMisordered: (db) =>
    findMisordered(
      db,
      me,
      [1, 2].map((number) => ({ contentHash: hashOf(number), timestamp: 1 })),
    ),
  findPeer: (db) => peers.findPeer(db, me),
  dueCatchUps: (db) => peers.dueCatchUps(db, T0, 9),
  nextCatchUpAt: (db) => peers.nextCatchUpAt(db),
  findOutboxEntry: (db) => outbox.findOutboxEntry(db, { kind: "publication", peerAddress: me, subject: "1" }),
  "listOutbox by state": (db) => outbox.listOutbox(db, { ...filter, state: "refused" }),
  "listOutbox, the oldest first": (db) =>
    outbox.listOutbox(db, { ...filter, state: "pending", oldestFirst: true }),
  "listOutbox by subject": (db) => outbox.listOutbox(db, { ...filter, subject: "1", state: "pending" }),
  "listOutbox by peer": (db) => outbox.listOutbox(db, { ...filter, peer: me }),
  readFeedEntries: (db) => readFeedEntries(db, { limit: 50, before }),
  "readFeedEntries of one": (db) => readFeedEntries(db, { limit: 50, before, feedId: 1 }),
  countNewerEntries: (db) => countNewerEntries(db, before, 1_000),
  countNewerPosts: (db) => countNewerPosts(db, { after: before, except: me, most: 1_000 }),
  listKnownEntries: (db) => listKnownEntries(db, 1),
  dueFeeds: (db) => dueFeeds(db, T0, 9),
  nextFetchAt: (db) => nextFetchAt(db),
  readTexts: (db) => readTexts(db, { isDone: false, limit: 9, before: [1, 1] }),
  findSubjects: (db) => findSubjects(db, ["a", "b"]),
  findPull: (db) => pulls.findPull(db, me, hash, 1),
};

const writes: Record<string, (tx: Tx) => Promise<unknown>> = {
  updateProfile: (tx) => profiles.updateProfile(tx, me, { title: "t" }),
  deleteContentIfUnreferenced: (tx) => contents.deleteContentIfUnreferenced(tx, hash),
  updatePublication: (tx) => publications.updatePublication(tx, 1, { slug: "s" }),
  deletePublication: (tx) => publications.deletePublication(tx, 1, 1),
  addToLists: (tx) => addToLists(tx, { ...signedOf(1, 1, 1), id: 1, siteTime: 1, siteSeq: 0, siteId: 1 }),
  deleteConnection: (tx) => connections.deleteConnection(tx, me, me),
  addPublicationForFollowers: (tx) =>
    addPublicationForFollowers(tx, { self: me, publicationId: 1, now: T0, expiresAt: T0 }),
  findWaitingBehind: (tx) => findWaitingBehind(tx, me, 9),
  giveUpWaiting: (tx) => giveUpWaiting(tx, { peer: me, upTo: 9, reason: "x", now: T0 }),
  removeUnusedProfiles: (tx) => removeUnusedProfiles(tx, { after: me, limit: 9, unreadSince: T0 * 2 }),
  addPeerEvent: (tx) =>
    addPeerEvent(tx, {
      address: me,
      kind: "two-urls",
      isWarning: true,
      url: null,
      detail: {},
      proof: null,
      now: T0,
    }),
  listPeerEvents: (tx) => listPeerEvents(tx, { address: me, after: 9, limit: 9 }),
  listAddressesAt: (tx) => listAddressesAt(tx, "https://a.example"),
  removeOldTombstones: (tx) =>
    removeOldTombstones(tx, {
      after: { followerAddress: me, followeeAddress: me },
      limit: 9,
      signedBefore: 1,
    }),
  findIssueDelivery: (tx) => mails.findIssueDelivery(tx, { issueId: 1, subscriberId: 1 }),
  countAttempts: (tx) => mails.countAttempts(tx, T0),
  firstAttempt: (tx) => mails.firstAttempt(tx, T0),
  endIssues: (tx) => mails.endIssues(tx, T0, 1),
  listOverdue: (tx) => mails.listOverdue(tx, T0, 9),
  retryOutboxEntry: (tx) => outbox.retryOutboxEntry(tx, 1, T0),
};

for (const table of ["outbox", "pulls", "jobs"] as const) {
  reads[`nextDueAt ${table}`] = (db) => queue.nextDueAt(db, table);
  writes[`claimDue ${table}`] = async (tx) => expect((await claimDue(tx, table, claim)).length).toBe(4);
  writes[`claimDue of a short queue ${table}`] = (tx) => claimDue(tx, table, claimFew);
  writes[`finishRows ${table}`] = (tx) =>
    queue.finishRows(tx, table, [{ id: 1, state: "done", error: null, at: T0 }]);
  writes[`postponeRows ${table}`] = (tx) => queue.postponeRows(tx, table, [{ id: 1, at: T0, error: "x" }]);
  writes[`postponePeer ${table}`] = (tx) => queue.postponePeer(tx, table, me, T0);
  writes[`releasePeer ${table}`] = (tx) => queue.releasePeer(tx, table, me, T0);
  writes[`releaseClaims ${table}`] = (tx) => queue.releaseClaims(tx, table, "w");
  writes[`releaseClaims of all ${table}`] = (tx) => queue.releaseClaims(tx, table, null);
  writes[`pruneBehind ${table}`] = (tx) => queue.pruneBehind(tx, table, 9, 9);
  writes[`expireRows ${table}`] = (tx) => queue.expireRows(tx, table, T0, 9);
  writes[`pruneRows ${table}`] = (tx) => queue.pruneRows(tx, table, T0, 10);
}

it.each<[string, (db: Reader) => Promise<unknown>]>([
  ["of one state are listed", (db) => outbox.listOutbox(db, { ...filter, subject: "1", state: "refused" })],
  ["are counted by state", (db) => countDeliveries(db, 1)],
])("the deliveries of one publication %s by an index of both", async (_what, read) => {
  expect((await plansOf(store, read)).join("\n")).toMatch(
    /outbox_of_subject_by_state \(subject=\?( AND state=\? AND id<\?)?\)$/m,
  );
});

it("the deliveries of one publication are listed in the order of an index, whatever their state", async () => {
  const plans = await plansOf(store, (db) => outbox.listOutbox(db, { ...filter, subject: "1" }));
  expect([...new Set(plans)]).toEqual([
    "SEARCH outbox USING INDEX outbox_of_subject_by_state (subject=? AND state=? AND id<?)",
  ]);
});

it("the owner's publications by date are read in the order of an index, without the rows before a place", async () => {
  const page = {
    publisher: me,
    limit: 50,
    kinds: ["POST"],
    states: ["local", "signed"],
    newestOnly: true,
  } as const;
  const plans = await plansOf(store, (db) => readByDate(db, { ...page, before: dated }));
  const searches = plans.filter((plan) => plan.startsWith("SEARCH publications USING INDEX"));
  expect([...new Set(searches)]).toEqual([
    "SEARCH publications USING INDEX publications_by_date (publisher_address=? AND kind=? AND state=? AND site_time>? AND (site_time,site_seq,site_id)<(?,?,?))",
  ]);
});

it("sees a query that goes through a large table", async () => {
  const plans = await plansOf(store, (tx) =>
    tx.selectFrom("outbox").select("id").where("lastError", "=", "").execute(),
  );
  expect(plans.filter((plan) => WALK.test(plan)).length).toBe(1);
});

describe("no query goes through a large table", () => {
  it.each(Object.entries({ ...reads, ...writes }))("%s", async (_name, work) => {
    const plans = await plansOf(store, work);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => WALK.test(plan))).toEqual([]);
  });
});
