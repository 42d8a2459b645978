import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyze } from "../../test/support/bare-copy.ts";
import {
  type DatabaseName,
  databases,
  type FreshDatabase,
  freshDatabase,
} from "../../test/support/databases.ts";
import { plansOf } from "../../test/support/query-plans.ts";
import { addressOf, hashOf, profileOf, signedOf, T0 } from "../../test/support/store-records.ts";
import type { Store, Tx } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { saveProfile } from "./peers/profiles.ts";
import { countDeliveries, retryDeliveries } from "./peers/publication-deliveries.ts";
import { readByDate } from "./publications/dated-publications.ts";
import { startLists } from "./publications/mark-publications.ts";
import { readIndexPage, readPublicPosts } from "./publications/public-posts.ts";
import { listDueSchedules } from "./publications/publication-schedules.ts";
import { findPublicationBySlug, readPublications } from "./publications/publications.ts";
import { readTimeline } from "./publications/timeline.ts";
import { listHashtags, readHashtags } from "./search/hashtags.ts";
import {
  findAuthors,
  findMatches,
  listDocumentsOf,
  type MatchRequest,
  readDocuments,
  removeDocumentsOf,
  saveDocument,
} from "./search/search.ts";
import type { SearchPhrase } from "./search/search-query.ts";

const COUNT = 5_000;
const EACH = 500;

/** A table that grows, gone through as a whole. FTS5 calls every look into it a scan; with `M` or `=` it is one for a match or an id, and with 513 for the next word. */
const WALKS: Record<DatabaseName, RegExp> = {
  sqlite:
    /^SCAN (publications|publication_marks|publication_hashtags|search_documents|outbox|profiles|publication_schedules|tags)\b|^SCAN search_(?!\w+_words VIRTUAL TABLE INDEX 513:)\w+ VIRTUAL TABLE INDEX \d+:(?!\S*[M=])/,
  postgres: /Seq Scan on (publications|publication_hashtags|search_\w+|outbox|profiles)/,
};

const self = addressOf(1);
const words = (term: string, isPrefix = false): SearchPhrase => ({ terms: [term], isMark: false, isPrefix });
const mark = (term: string): SearchPhrase => ({ terms: [term], isMark: true, isPrefix: false });

function request(all: SearchPhrase[], changes: Partial<MatchRequest> = {}): MatchRequest {
  const expression = { all: all.map((phrase) => [phrase]), none: [words("never")] };
  return { expression, readersOnly: false, since: null, before: null, limit: 1_000, ...changes };
}

const before = { timestamp: 1_700_000_000, seq: 3, id: 4 };
const dated = { time: 1_700_000_000, seq: 3, first: 4, id: 4 };
const page = { limit: 51, before };
const open = ["local", "signed"] as const;
const someWords = [words("rare17"), words("every")];

const queries: Record<string, (tx: Tx) => Promise<unknown>> = {
  "search: a rare word": (tx) => findMatches(tx, request([words("rare17")])),
  "search: a word of every text": (tx) => findMatches(tx, request([words("every")])),
  "search: a beginning": (tx) => findMatches(tx, request([words("rar", true), words("every")])),
  "search: a long beginning": (tx) => findMatches(tx, request([words("rare1", true), words("every")])),
  "search: for readers": (tx) => findMatches(tx, request(someWords, { readersOnly: true })),
  "search: a word of every text, for readers": (tx) =>
    findMatches(tx, request([words("every")], { readersOnly: true })),
  "search: of a tag and a time": (tx) =>
    findMatches(tx, request([mark("#tag17")], { since: 1_700_000_100, before: 1_700_000_900 })),
  readDocuments: (tx) => readDocuments(tx, [1, 2, 3], { withBody: true }),
  listDocumentsOf: (tx) => listDocumentsOf(tx, 17),
  readPublications: (tx) => readPublications(tx, [1, 2, 3]),
  findAuthors: (tx) => findAuthors(tx, "node 17", 20),
  "timeline: all": (tx) => readTimeline(tx, page),
  "timeline: without blocked addresses": (tx) => readTimeline(tx, { ...page, withoutBlocked: true }),
  "timeline: of a tag, without blocked addresses": (tx) =>
    readTimeline(tx, { ...page, tag: "tag17", withoutBlocked: true }),
  "timeline: of a kind": (tx) => readTimeline(tx, { ...page, kinds: ["FILE"], states: ["local", "signed"] }),
  "timeline: of a publisher and a kind": (tx) =>
    readTimeline(tx, { ...page, publisher: self, kinds: ["FILE", "POST"], states: ["signed"] }),
  "timeline: of a tag": (tx) => readTimeline(tx, { ...page, tag: "tag17" }),
  "timeline: of a publisher and a tag": (tx) => readTimeline(tx, { ...page, publisher: self, tag: "tag17" }),
  "by date: all": (tx) => readByDate(tx, { publisher: self, limit: 51, before: dated }),
  "by date: of a kind and between days": (tx) =>
    readByDate(tx, {
      publisher: self,
      limit: 51,
      kinds: ["POST"],
      since: 1_600_000_000,
      until: 1_700_000_001,
    }),
  "by date: of a tag": (tx) => readByDate(tx, { publisher: self, limit: 51, tag: "tag17", before: dated }),
  "site: a page in the middle": (tx) =>
    readPublicPosts(tx, { publisher: self, limit: 20, offset: COUNT / 2 }),
  "index: a page in the middle": (tx) =>
    readIndexPage(tx, { publisher: self, since: null, limit: 20, offset: COUNT / 2 }),
  "index: since a time": (tx) =>
    readIndexPage(tx, { publisher: self, since: 1_700_000_900, limit: 20, offset: 40 }),
  readHashtags: (tx) => readHashtags(tx, [1, 2, 3]),
  "hashtags that begin so": (tx) =>
    listHashtags(tx, { prefix: "tag1", publisher: null, states: open, limit: 9 }),
  "hashtags of a publisher": (tx) =>
    listHashtags(tx, { prefix: "t", publisher: self, states: open, limit: 9 }),
  "publication by slug": (tx) => findPublicationBySlug(tx, self, "slug-17"),
  countDeliveries: (tx) => countDeliveries(tx, 17),
  retryDeliveries: (tx) => retryDeliveries(tx, { publicationId: 17, now: T0, limit: 500 }),
  listDueSchedules: (tx) => listDueSchedules(tx, T0, 9),
  saveDocument: (tx) =>
    saveDocument(tx, documentOf(17), { time: 1_700_000_017, forReaders: true, terms: termsOf(17) }),
  removeDocumentsOf: (tx) => removeDocumentsOf(tx, 18),
};

for (const name of databases) {
  describe(`on ${name}, with ${COUNT} publications`, () => {
    let database: FreshDatabase;
    let store: Store;

    beforeAll(async () => {
      database = await freshDatabase(name);
      store = await openStore(database);
      await migrate(store);
      for (let from = 1; from <= COUNT; from += EACH) await store.transaction((tx) => fill(tx, from));
      await store.transaction((tx) => startLists(tx, self));
      await analyze(store);
    }, 240_000);

    afterAll(async () => {
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    it.each(Object.entries(queries))("no large table is gone through: %s", async (_query, work) => {
      const plans = await plansOf(store, work);
      expect(plans.length).toBeGreaterThan(0);
      expect(plans.filter((plan) => WALKS[name].test(plan))).toEqual([]);
    });

    it("sees a query that goes through one", async () => {
      const plans = await plansOf(store, (tx) =>
        tx.selectFrom("search_documents").select("id").where("body", "like", "%rare17%").execute(),
      );
      expect(plans.some((plan) => WALKS[name].test(plan))).toBe(true);
    });

    it("finds among many what it finds among few", async () => {
      const rare = await findMatches(store.db, request([words("rare17")], { readersOnly: true }));
      expect(rare.length).toBe(COUNT / 100);
      const every = await findMatches(store.db, request([words("every")]));
      expect([every.length, Math.floor((every[0] ?? 0) / 2 ** 19)]).toEqual([1_000, 1_700_000_000 + COUNT]);
    });
  });
}

function documentOf(number: number) {
  const common = { kind: "publication", isPublic: true, marks: "", title: "" } as const;
  return { ...common, subjectId: number, publicationId: number, body: `every text has rare${number % 100}` };
}

function termsOf(number: number) {
  const body = ["every", "text", "has", `rare${number % 100}`];
  return { title: [], body, marks: [`#tag${number % 100}`, "_all"] };
}

async function fill(tx: Tx, from: number): Promise<void> {
  const numbers = Array.from({ length: EACH }, (_, index) => from + index);
  if (from === 1) await saveProfile(tx, profileOf(1, { isSelf: true }));
  const profiles = numbers.map((n) => ({ ...profileOf(n + 1), isSelf: 0 }));
  await tx.insertInto("profiles").values(profiles).execute();
  const contents = numbers.map((n) => ({ hash: hashOf(n), size: 1, createdAt: T0 }));
  await tx.insertInto("contents").values(contents).execute();
  const { proofType, signature } = signedOf(1, 1, 1);
  const publications = numbers.map((n) => ({
    publisherAddress: self,
    kind: n % 50 === 0 ? ("FILE" as const) : ("POST" as const),
    state: "signed" as const,
    seq: n,
    contentHash: hashOf(n),
    mediaType: "text/markdown",
    slug: `slug-${n}`,
    timestamp: 1_700_000_000 + n,
    signature,
    proofType,
    createdAt: T0,
    updatedAt: T0,
  }));
  await tx.insertInto("publications").values(publications).execute();
  const tags = numbers.map((n) => ({
    publicationId: n,
    tag: `tag${n % 100}`,
    publisherAddress: self,
    sortTime: 1_700_000_000 + n,
    seq: n,
  }));
  await tx.insertInto("publication_hashtags").values(tags).execute();
  const entries = numbers.map((n) => ({
    kind: "publication" as const,
    subject: String(n % 50),
    payload: null,
    peerAddress: addressOf(n),
    host: `node${n}.example`,
    state: "pending" as const,
    attempts: 0,
    nextTryAt: T0,
    createdAt: T0,
    expiresAt: T0 * 2,
  }));
  await tx.insertInto("outbox").values(entries).execute();
  for (const n of numbers) {
    await saveDocument(tx, documentOf(n), { time: 1_700_000_000 + n, forReaders: true, terms: termsOf(n) });
  }
}
