import "../packages/node/test/support/load-modules.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Caller } from "../packages/node/src/domain/access/callers.ts";
import { encodeCursor } from "../packages/node/src/domain/paging.ts";
import { readTimelinePage } from "../packages/node/src/domain/publications/timeline.ts";
import { everyDetail } from "../packages/node/src/domain/publications/view.ts";
import { findVisiblePublication } from "../packages/node/src/domain/publications/visible.ts";
import { makeSnippet } from "../packages/node/src/domain/search/make-snippet.ts";
import { parseQuery } from "../packages/node/src/domain/search/parse-query.ts";
import { search } from "../packages/node/src/domain/search/search.ts";
import { countUnread, readReadingPage } from "../packages/node/src/modules/feeds/reading.ts";
import { dialectOf, type Reader, type Store } from "../packages/node/src/store/database.ts";
import { migrate } from "../packages/node/src/store/migrate.ts";
import { openStore } from "../packages/node/src/store/open-store.ts";
import { findOwnProfile } from "../packages/node/src/store/peers/profiles.ts";
import { readDocuments } from "../packages/node/src/store/search/search.ts";
import { analyze, copyWithoutIndexes } from "../packages/node/test/support/bare-copy.ts";
import { plansOf } from "../packages/node/test/support/query-plans.ts";
import { print } from "./print.ts";
import { seedEntries } from "./seed-entries.ts";
import { firstSecond, seedPosts, stepSeconds, wordOf } from "./seed-posts.ts";

const publications = 50_000;
const rounds = 25;
/** A scan takes as long as many of the others. */
const callsARound = 5;
/** What must be reached: a tenth of what going through the table takes. */
const highest = 0.1;

const owner: Caller = { kind: "client", tokenId: "bench" };
const reader: Caller = { kind: "anonymous" };

/** Something that is asked of a database, and how it is asked of one that has no index for it. */
interface Question {
  ask: (db: Reader) => Promise<unknown>;
  scan: (db: Reader) => Promise<unknown>;
}

/**
 * Asks a database of 50,000 posts and as many entries of feeds for what a page needs, beside the same call on a copy from which the indexes were
 * taken, where it has to go through the table. A search without an index is `like` over all texts,
 * which ranks nothing. Each line is
 * milliseconds of both and their ratio, and under it what the database does for each of its queries.
 */
export async function benchSearch(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  try {
    print(
      `\n${publications} posts and as many entries of feeds, made now; the median of ${rounds} rounds, in milliseconds.\n`,
    );
    await using store = await openStore({ dataDir: folder, databaseUrl: null });
    await migrate(store);
    await seedPosts(store, publications);
    await seedEntries(store, publications);
    await analyze(store);
    await using bare = await copyWithoutIndexes(store, join(folder, "bare"));
    print(`${"".padEnd(34)}${"node".padStart(10)}${"scan".padStart(10)}${"ratio".padStart(8)}`);
    for (const [name, question] of Object.entries(questions)) await compare(name, question, { store, bare });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const middle = publications / 2;
const after = encodeCursor([firstSecond + middle * stepSeconds, middle + 1, middle + 1]);
/** Of the timeline with entries: its middle, and 50 before its end. */
const places = {
  middle: encodeCursor([firstSecond + middle * stepSeconds, 1, middle + 1, middle + 1]),
  end: encodeCursor([firstSecond + 25 * stepSeconds, 1, 26, 26]),
};
const rare = wordOf(19_990);

const questions: Record<string, Question> = {
  "timeline, newest": same((db) => readTimelinePage(on(db), { first: 50, caller: owner })),
  "timeline, in the middle": same((db) => readTimelinePage(on(db), { first: 50, after, caller: owner })),
  "timeline, for readers": same((db) => readTimelinePage(on(db), { first: 50, caller: reader })),
  "with feeds, newest": same((db) => readReadingPage(on(db), { first: 50, caller: owner }, everyDetail)),
  "with feeds, in the middle": same((db) => readFrom(db, places.middle)),
  "with feeds, at the end": same((db) => readFrom(db, places.end)),
  "unread since the middle": same((db) => countUnread(on(db), places.middle)),
  "publication by slug": same((db) => findVisiblePublication(on(db), { slug: `post-${middle}` }, reader)),
  "search, a rare word": words(`${rare} `, rare),
  "search, a word of every post": words("common ", "common"),
  "search, two words": words(`${wordOf(9)} ${wordOf(400)} `, wordOf(400)),
  "search, a beginning": words("com", "com"),
  "search, Chinese": words("世界和平", "世界和平"),
  "search, a tag, for readers": words("#tag7", "#tag7", reader),
};

function readFrom(db: Reader, after: string) {
  return readReadingPage(on(db), { first: 50, after, caller: owner }, everyDetail);
}

function same(ask: Question["ask"]): Question {
  return { ask, scan: ask };
}

/** Without an index every text is looked through, and then the page is made as it always is. */
function words(query: string, like: string, caller = owner): Question {
  const terms = parseQuery(query).wanted;
  return {
    ask: (db) => search(on(db), { query, first: 20, caller }),
    async scan(db) {
      const found = await db
        .selectFrom("search_documents")
        .select("id")
        .where((eb) => eb.or([eb("title", "like", `%${like}%`), eb("body", "like", `%${like}%`)]))
        .orderBy("id", "desc")
        .execute();
      const page = found.slice(0, 20).map(({ id }) => id);
      return (await readDocuments(db, page, { withBody: true })).map(({ body }) =>
        makeSnippet(body ?? "", terms),
      );
    },
  };
}

/** What the reading use cases take of a context. */
function on(db: Reader) {
  const none = () => Promise.reject(new Error("Nothing is written here."));
  const store: Store = {
    db,
    dialect: dialectOf(db),
    version: () => null,
    versionInTurn: () => null,
    onDue: () => () => {},
    tell: async () => {},
    onTold: () => () => {},
    watch: () => ({ [Symbol.asyncDispose]: none }),
    transaction: none,
    [Symbol.asyncDispose]: none,
  };
  // On the same connection, because the plan is read inside a transaction.
  const get = async () => {
    const found = await findOwnProfile(db);
    return found && { ...found, earlierUrls: [] };
  };
  const owner = { get, isInstalled: async () => true };
  return { store, owner, clock: Date };
}

async function compare(
  name: string,
  { ask, scan }: Question,
  { store, bare }: { store: Store; bare: Store },
): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) await ask(store.db);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await time(() => ask(store.db), callsARound));
    theirs.push(await time(() => scan(bare.db), 1));
  }
  const [fast, slow] = [median(ours), median(theirs)];
  const ratio = fast / slow;
  const figures = [fast.toFixed(2).padStart(10), slow.toFixed(2).padStart(10), ratio.toFixed(3).padStart(8)];
  print(`${name.padEnd(34)}${figures.join("")}${ratio < highest ? "" : "  more than a tenth"}`);
  for (const plan of new Set(await plansOf(store, ask))) print(`    ${plan}`);
  if (ratio >= highest) process.exitCode = 1;
}

/** @returns milliseconds a call */
async function time(work: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) await work();
  return (performance.now() - start) / calls;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
