import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CannedPeer, CannedPublication } from "../../../test/support/canned-peer.ts";
import { databases, holdTransaction } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { listPulls } from "../../../test/support/store-records.ts";
import { measureContentBytes } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { readReplicaUsage } from "../../store/peers/replicas.ts";
import { findSignedPublication } from "../../store/publications/signed-publications.ts";
import { limits } from "../limits.ts";
import { search } from "../search/search.ts";
import { updateSettings } from "../settings/settings.ts";
import { catchUp } from "./catch-up.ts";
import { fetchContent } from "./fetch-content.ts";
import { pullPublication } from "./pull-publication.ts";
import { fetchAndStore, storeReplicas, storeUnlessKnown } from "./store-replicas.ts";

describe("replicas that are pulled at the same time", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench();
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  /** Publishes posts, a second apart. */
  const publish = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      ada.publish(`# Post ${n}\n\nword${n} #tag\n`, { timestamp: 1_600_000_000 + n, slug: `post-${n}` }),
    );

  /** Pulls all at once. @returns what became of each, and how many transactions it took */
  async function pullAll() {
    await catchUp(bench.context, ada.address);
    const { store } = bench.context;
    let transactions = 0;
    const counted: typeof store = {
      ...store,
      transaction(work) {
        transactions += 1;
        return store.transaction(work);
      },
    };
    const pulls = (await listPulls(store.db, { state: "pending", limit: 100 })).reverse();
    const context = { ...bench.context, store: counted };
    const outcomes = await Promise.allSettled(pulls.map((pull) => pullPublication(context, pull)));
    return { outcomes, transactions };
  }

  const proofOf = ({ contentHash, timestamp, envelope: { signature } }: CannedPublication) => ({
    contentHash,
    timestamp,
    signature,
    publisherAddress: ada.address,
    slug: null,
    seq: timestamp,
    proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
  });

  const isStored = async ({ contentHash, timestamp }: CannedPublication) =>
    (await findSignedPublication(bench.context.store.db, ada.address, contentHash, timestamp)) !== null;
  const areStored = (posts: readonly CannedPublication[]) => Promise.all(posts.map(isStored));

  it("share transactions, and each is stored, counted and found", async () => {
    const posts = publish(40);
    const { outcomes, transactions } = await pullAll();
    expect(outcomes).toEqual(posts.map(() => ({ status: "fulfilled", value: { result: "done" } })));
    expect(transactions).toBeLessThan(10);
    expect(await areStored(posts)).toEqual(posts.map(() => true));
    const bytes = posts.reduce((sum, { content }) => sum + content.body.length, 0);
    const { store } = bench.context;
    expect(await readReplicaUsage(store.db, ada.address)).toMatchObject({ replicas: 40, bytes });
    const caller = { kind: "client", tokenId: "a" } as const;
    const query = { first: 50, caller };
    expect((await search(bench.context, { query: "#tag ", ...query })).items).toHaveLength(40);
    expect((await search(bench.context, { query: "word7 ", ...query })).items).toHaveLength(1);
  });

  it("fail alone where one can't be written", async () => {
    const posts = publish(12);
    const [first] = posts as [CannedPublication];
    const { store } = bench.context;
    const refusing = `create trigger refusing before insert on contents when new.hash = '${first.contentHash}'
      begin select raise(abort, 'not this one'); end`;
    await store.transaction((tx) => sql.raw(refusing).execute(tx));
    const { outcomes } = await pullAll();
    expect(outcomes.map(({ status }) => status)).toEqual(
      posts.map((post) => (post === first ? "rejected" : "fulfilled")),
    );
    expect(await areStored(posts)).toEqual(posts.map((post) => post !== first));
    await store.transaction((tx) => sql`drop trigger refusing`.execute(tx));
    expect((await pullAll()).outcomes.every(({ status }) => status === "fulfilled")).toBe(true);
    expect(await isStored(first)).toBe(true);
  });

  it("are written with their rows below a limit, and to files as they come from there on", async () => {
    const size = limits.pulledTogetherBytes;
    const posts = [-1, 0, 1].map((more) => ada.publish("x".repeat(size + more)));
    const fetched = posts.map((post) =>
      fetchContent(bench.context, ada.url, { ...post, publisherAddress: ada.address }),
    );
    const contents = await Promise.all(fetched);
    expect(contents.map(({ bytes }) => bytes?.length ?? null)).toEqual([size - 1, null, null]);
    const { blobs } = bench.context;
    const sizes = () => Promise.all(posts.map(({ contentHash }) => blobs.size(contentHash)));
    expect(await sizes()).toEqual([null, size, size + 1]);
    await pullAll();
    expect(await sizes()).toEqual([size - 1, size, size + 1]);
    const { db } = bench.context.store;
    const inDatabase = await Promise.all(posts.map((post) => measureContentBytes(db, post.contentHash)));
    expect(inDatabase).toEqual([size - 1, null, null]);
    expect(await areStored(posts)).toEqual([true, true, true]);
  });

  it("don't wait for one that takes long", async () => {
    const { context, self } = bench;
    const [slow, ...quick] = publish(4) as [CannedPublication, ...CannedPublication[]];
    const held = Promise.withResolvers<void>();
    const store = (post: CannedPublication, wait: Promise<void>) =>
      fetchAndStore(context, self, async () => {
        const proof = proofOf(post);
        const content = await fetchContent(context, ada.url, proof);
        await wait;
        return { proof, content };
      });
    const last = store(slow, held.promise);
    expect(await Promise.all(quick.map((post) => store(post, Promise.resolve())))).toEqual(
      quick.map(() => "stored"),
    );
    expect(await isStored(slow)).toBe(false);
    held.resolve();
    expect(await last).toBe("stored");
  });

  it("fill the quota exactly", async () => {
    const posts = publish(12);
    await catchUp(bench.context, ada.address);
    await updateSettings(bench.context, { replicasPerPeer: 7 });
    const { outcomes } = await pullAll();
    const refused = outcomes.filter((one) => one.status === "fulfilled" && one.value.result === "refused");
    expect(refused).toHaveLength(5);
    expect((await areStored(posts)).filter((stored) => stored)).toHaveLength(7);
  });

  it("are stored once where they are the same, and one of them has the slug", async () => {
    const same = { timestamp: 1_600_000_000, slug: "same" };
    ada.publish("# One\n", same);
    ada.publish("# Two\n", same);
    await catchUp(bench.context, ada.address);
    const pulls = await listPulls(bench.context.store.db, { limit: 10 });
    const outcomes = await Promise.all(
      [...pulls, ...pulls].map((pull) => pullPublication(bench.context, pull)),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(["done", "done", "done", "done"]);
    const rows = await bench.context.store.db.selectFrom("publications").select("slug").execute();
    expect(rows.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["same", null]));
  });
});

it.each(databases)(
  "a post without a title is there once, when two writers bring it at the same time, on %s",
  async (database) => {
    await using bench = await createReplicaBench({ database });
    const ada = await bench.followed(2);
    const { store } = bench.context;
    const { contentHash, timestamp, envelope } = ada.publish("A note\n", {
      timestamp: 1_600_000_000,
    });
    const meaning = { publisherAddress: ada.address, contentHash, timestamp };
    const proof = {
      ...meaning,
      signature: envelope.signature,
      slug: null,
      seq: 1,
      proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
    };
    const content = await fetchContent(bench.context, ada.url, meaning);
    const write = (tx: Tx) => storeReplicas(bench.context, tx, bench.self, [{ proof, content }]);
    const first = await holdTransaction(store, write);
    const second = storeUnlessKnown(store, async (tx) => (await write(tx))[0] ?? "known");
    await first.untilMet(second);
    await first.commit();
    expect(await second).toBe("known");
    const rows = await store.db
      .selectFrom("publications")
      .select("id")
      .where("contentHash", "=", contentHash)
      .execute();
    expect([rows.length, (await readReplicaUsage(store.db, ada.address)).replicas]).toEqual([1, 1]);
  },
);
