import { expect, it } from "vitest";
import { forEachDatabase, freshDatabase } from "../../test/support/databases.ts";
import { plansOf } from "../../test/support/query-plans.ts";
import { signedOf, storePublication, T0 } from "../../test/support/store-records.ts";
import * as commenters from "./commenters.ts";
import * as comments from "./comments.ts";
import type { Store, Tx } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";

function commentOf(publicationId: number, changes: Partial<comments.NewComment> = {}): comments.NewComment {
  return {
    publicationId,
    authType: "EMAIL",
    authorId: "Bea@example.org",
    authorName: "Bea",
    body: "Well said.",
    timestamp: T0 / 1000,
    client: "c",
    tokenHash: "t",
    createdAt: T0,
    ...changes,
  };
}

/** Some posts with a comment each. @returns the posts' and the comments' ids */
async function fill(store: Store, many = 3): Promise<{ posts: number[]; ids: number[] }> {
  return await store.transaction(async (tx) => {
    const posts: number[] = [];
    const ids: number[] = [];
    for (let n = 1; n <= many; n += 1) {
      const post = await storePublication(tx, signedOf(1, n, T0 / 1000 + n));
      posts.push(post);
      ids.push(await comments.insertComment(tx, commentOf(post)));
    }
    return { posts, ids };
  });
}

const publish = (tx: Tx, id: number) =>
  comments.moveComment(tx, id, { from: "pending", to: "published", confirmedAt: T0 });

forEachDatabase((_name, open) => {
  it("keeps a comment as it was written, until it moves on from the state that it has", async () => {
    const store = await open();
    const { posts, ids } = await fill(store, 1);
    const [id = 0] = ids;
    const { client: _client, ...stored } = commentOf(posts[0] ?? 0);
    const unset = { deletionTokenHash: null, deletionExpiresAt: null, mention: null, answers: null };
    const pending = { ...stored, id, state: "pending", ...unset };
    expect(await comments.findComment(store.db, id)).toEqual(pending);
    const moves = await Promise.all([1, 2, 3].map(() => store.transaction((tx) => publish(tx, id))));
    expect(moves.filter(Boolean)).toEqual([true]);
    expect(await comments.findComment(store.db, id)).toMatchObject({ state: "published", tokenHash: null });
    await store.transaction((tx) => comments.writeDeletionToken(tx, id, "d", T0 + 1));
    expect(await comments.findComment(store.db, id)).toMatchObject({
      deletionTokenHash: "d",
      deletionExpiresAt: T0 + 1,
    });
    const gone = await Promise.all(
      [1, 2].map(() => store.transaction((tx) => comments.deleteComment(tx, id))),
    );
    expect(gone.toSorted()).toEqual([false, true]);
  });

  it("never gives an id twice", async () => {
    const store = await open();
    const { posts, ids } = await fill(store, 1);
    await store.transaction((tx) => comments.deleteComment(tx, ids[0] ?? 0));
    const next = await store.transaction((tx) => comments.insertComment(tx, commentOf(posts[0] ?? 0)));
    expect(next).toBeGreaterThan(ids[0] ?? 0);
  });

  it("takes a signature once, also from two at the same time", async () => {
    const store = await open();
    const use = () => store.transaction((tx) => comments.useCommentSignature(tx, "0xab", T0));
    expect((await Promise.all([use(), use()])).toSorted()).toEqual([false, true]);
  });

  it("counts what readers see", async () => {
    const store = await open();
    const { posts, ids } = await fill(store);
    await store.transaction(async (tx) => {
      for (const id of ids.slice(0, 2)) await publish(tx, id);
    });
    const counts = await comments.countPublishedComments(store.db, posts);
    expect(posts.map((post) => counts.get(post) ?? 0)).toEqual([1, 1, 0]);
    expect(await comments.countPublishedComments(store.db, [])).toEqual(new Map());
  });

  it("counts and clears what the limits are about", async () => {
    const store = await open();
    const { ids } = await fill(store);
    await store.transaction((tx) => publish(tx, ids[0] ?? 0));
    const { db } = store;
    const all = { prefix: "" };
    expect(await commenters.countCommentsOfClient(db, "c", T0 - 1)).toBe(3);
    expect(await commenters.countCommentsOfClient(db, "c", T0)).toBe(0);
    expect(await commenters.countPendingOfAuthor(db, "BEA@example.org")).toBe(2);
    expect(await commenters.countConfirmedOfAuthor(db, "bea@example.org", T0 - 1)).toBe(1);
    expect(await commenters.countPending(db, "EMAIL", all)).toEqual({ rows: 2, networks: 1 });
    expect(await commenters.countPending(db, "EMAIL", { prefix: "d" })).toMatchObject({ rows: 0 });
    await store.transaction(async (tx) => {
      await commenters.deletePendingBefore(tx, "ETHEREUM", T0);
      await commenters.deletePendingBefore(tx, "EMAIL", T0 - 1);
      await commenters.forgetClientsBefore(tx, T0 - 1);
    });
    expect([
      (await commenters.countPending(db, "EMAIL", all)).rows,
      await commenters.countCommentsOfClient(db, "c", 0),
    ]).toEqual([2, 3]);
    await store.transaction(async (tx) => {
      await commenters.deletePendingBefore(tx, "EMAIL", T0);
      await commenters.forgetClientsBefore(tx, T0);
    });
    expect([
      (await commenters.countPending(db, "EMAIL", all)).rows,
      await commenters.countCommentsOfClient(db, "c", 0),
    ]).toEqual([0, 0]);
    expect(await comments.findComment(db, ids[0] ?? 0)).not.toBeNull();
  });

  it("opens and closes a publication to comments", async () => {
    const store = await open();
    const { posts } = await fill(store, 1);
    const [post = 0] = posts;
    for (const isOpen of [false, false, true, true]) {
      await store.transaction((tx) => comments.writeCommentsOpen(tx, post, isOpen));
      expect(await comments.areCommentsOpen(store.db, post)).toBe(isOpen);
    }
  });
});

// A plan of SQLite is the same for every size of a table.
it("goes through no table of comments as a whole", async () => {
  await using database = await freshDatabase("sqlite");
  await using store = await openStore(database);
  await migrate(store);
  const { posts, ids } = await fill(store);
  const states = ["pending", "held", "published", "rejected"] as const;
  const page = { states, after: 1, limit: 10 };
  const plans = await plansOf(store, async (tx) => {
    await comments.findComment(tx, ids[0] ?? 0);
    await comments.listComments(tx, { ...page, publicationId: posts[0] ?? 0 });
    await comments.listComments(tx, { ...page, publicationId: null });
    await comments.countPublishedComments(tx, posts);
    await commenters.countCommentsOfClient(tx, "c", 0);
    await commenters.countPendingOfAuthor(tx, "a");
    await commenters.countConfirmedOfAuthor(tx, "a", 0);
    await commenters.countPending(tx, "EMAIL", { prefix: "c" });
    await commenters.deletePendingBefore(tx, "EMAIL", 0);
    await commenters.forgetClientsBefore(tx, 0);
  });
  const ofConversation = await plansOf(store, async (tx) => {
    await comments.listConversation(tx, { ...page, publicationId: posts[0] ?? 0 });
  });
  expect(ofConversation).toContainEqual(expect.stringContaining("comments_in_conversation"));
  expect(ofConversation.join()).not.toContain("TEMP B-TREE");
  expect(plans.length).toBeGreaterThan(10);
  expect(plans.filter((plan) => /^SCAN (comments|publications)\b|TEMP B-TREE.*GROUP/.test(plan))).toEqual([]);
});
