import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { everyDetail } from "../../domain/publications/view.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { limits as foreignLimits } from "../../foreign/limits.ts";
import { listFeedViews } from "./feed-views.ts";
import { feedLimits } from "./limits.ts";
import { exportOpml } from "./opml.ts";
import { listSaved, markSaved, removeSaved, saveForLater } from "./read-later.ts";
import { readPosition, savePosition } from "./read-position.ts";
import { type ReadingItem, type ReadingRequest, readReadingPage } from "./reading.ts";
import { saveEntries } from "./save-feed.ts";
import { readFeedEntries, saveFeedEntries } from "./store/feed-entries.ts";
import { insertFeed } from "./store/feeds.ts";
import { saveText } from "./store/read-later.ts";
import { unsubscribeFeed } from "./subscribe.ts";

const owner: Caller = { kind: "client", tokenId: "t" };
const code = (name: string) => expect.objectContaining({ code: name });
const nameOf = ({ publication, entry }: ReadingItem) => entry?.title ?? `post ${publication?.id}`;

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, feedId: number) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    const { store, clock } = fixture.context;
    const feed = {
      url: "https://f.example/feed",
      title: "Feed",
      siteUrl: null,
      folder: null,
      createdAt: clock.now(),
    };
    const feedId = await store.transaction((tx) => insertFeed(tx, feed));
    await body(fixture, feedId ?? 0);
  }

  async function addEntry({ context }: OwnerFixture, feedId: number, title: string): Promise<number> {
    const sortTime = Math.floor(context.clock.now() / 1_000);
    const entry = {
      feedId,
      guidHash: title,
      url: null,
      title,
      html: `<p>${title}</p>`,
      baseUrl: "https://f.example/",
    };
    const rest = {
      author: null,
      fileUrl: null,
      fileType: null,
      sortTime,
      publishedAt: sortTime,
      seenAt: context.clock.now(),
    };
    await context.store.transaction((tx) =>
      saveFeedEntries(tx, [{ ...entry, ...rest }], { feedId, keep: 999, hasNew: true }),
    );
    return (
      (await readFeedEntries(context.store.db, { limit: 999 })).find((one) => one.title === title)?.id ?? 0
    );
  }

  const read = ({ context }: OwnerFixture, request: Partial<ReadingRequest> = {}) =>
    readReadingPage(context, { first: 100, caller: owner, ...request }, everyDetail);
  const names = async (fixture: OwnerFixture, request: Partial<ReadingRequest> = {}) =>
    (await read(fixture, request)).items.map(nameOf);

  async function namesByPage(fixture: OwnerFixture, request: Partial<ReadingRequest>): Promise<string[]> {
    const paged: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await read(fixture, { ...request, after });
      paged.push(...page.items.map(nameOf));
      after = page.endCursor;
      more = page.hasNextPage;
    }
    return paged;
  }

  it("shows entries between posts in one order, page by page, however long a page is", () =>
    withFixture(async (fixture, feedId) => {
      const expected: string[] = [];
      await fixture.followed(2, "Two");
      for (let n = 0; n < 12; n += 1) {
        // Two in the same second, now and then.
        if (n % 3 !== 0) fixture.context.clock.advance(1_000);
        if (n % 2 === 0) {
          await addEntry(fixture, feedId, `entry ${n}`);
          expected.unshift(`entry ${n}`);
        } else expected.unshift(`post ${await fixture.replica(2, `post ${n}`)}`);
      }
      const all = await names(fixture);
      expect(new Set(all)).toEqual(new Set(expected));
      for (const first of [1, 2, 5]) expect(await namesByPage(fixture, { first })).toEqual(all);
      const ofFeed = all.filter((name) => name.startsWith("entry"));
      expect(ofFeed).toHaveLength(6);
      for (const first of [2, 6]) expect(await namesByPage(fixture, { first, feedId })).toEqual(ofFeed);
      for (const filter of [
        { tag: "x" },
        { kinds: ["FILE"] as const },
        { isPage: true },
        { states: ["local"] as const },
      ])
        expect(await names(fixture, filter)).toEqual([]);
      await expect(read(fixture, { after: "" })).rejects.toEqual(code("VALIDATION_FAILED"));
      await expect(read(fixture, { after: "x" })).rejects.toEqual(code("VALIDATION_FAILED"));
      await unsubscribeFeed(fixture.context, feedId);
      expect((await names(fixture)).every((name) => name.startsWith("post"))).toBe(true);
    }));

  it("knows up to where the owner has read, moves forward alone, and counts what is newer", () =>
    withFixture(async (fixture, feedId) => {
      const { context } = fixture;
      expect(await readPosition(context)).toEqual({ cursor: null, unread: 0 });
      await fixture.followed(2, "Two");
      for (let n = 0; n < 4; n += 1) {
        context.clock.advance(1_000);
        await addEntry(fixture, feedId, `entry ${n}`);
        context.clock.advance(1_000);
        await fixture.replica(2, `post ${n}`);
      }
      context.clock.advance(1_000);
      await fixture.post("one's own", "local");
      const { items } = await read(fixture);
      const cursors = items.map(({ cursor }) => cursor);
      // From the oldest: the own post, the first, counts for nobody.
      expect((await savePosition(context, cursors[8] ?? "")).unread).toBe(7);
      expect((await savePosition(context, cursors[3] ?? "")).unread).toBe(2);
      expect(await savePosition(context, cursors[7] ?? "")).toEqual({ cursor: cursors[3], unread: 2 });
      expect((await savePosition(context, cursors[0] ?? "")).unread).toBe(0);
      await expect(savePosition(context, "x")).rejects.toEqual(code("VALIDATION_FAILED"));
    }));

  it("does not show entries again that went from a full feed, and shows a newer one", () =>
    withFixture(async (fixture, feedId) => {
      const { context } = fixture;
      const now = Math.floor(context.clock.now() / 1_000);
      const entry = (age: number) => ({
        id: `e${age}`,
        url: null,
        title: `e${age}`,
        html: null,
        summaryHtml: null,
        baseUrl: "https://f.example/",
        author: null,
        publishedAt: now - age,
        updatedAt: null,
        tags: [],
        picture: null,
        files: [],
      });
      const answer = (...ages: number[]) =>
        context.store.transaction((tx) =>
          saveEntries(tx, feedId, { entries: ages.map(entry) }, context.clock.now()),
        );
      const kept = Array.from({ length: feedLimits.feedEntries }, (_, n) => 1 + n);
      await answer(...kept);
      const before = await namesByPage(fixture, { first: 100, feedId });
      await answer(...kept.slice(0, 3), feedLimits.feedEntries + 1, feedLimits.feedEntries + 2);
      expect(await namesByPage(fixture, { first: 100, feedId })).toEqual(before);
      await answer(0, feedLimits.feedEntries + 1);
      expect(await namesByPage(fixture, { first: 100, feedId })).toEqual(["e0", ...before.slice(0, -1)]);
    }));

  it("shows an entry that comes with an old date as unread, above what was read, with its own date", () =>
    withFixture(async (fixture, feedId) => {
      const { context } = fixture;
      const seconds = () => Math.floor(context.clock.now() / 1_000);
      const old = seconds() - 86_400 * 365;
      const entry = (id: string, publishedAt: number) => ({
        id,
        url: null,
        title: id,
        html: null,
        summaryHtml: null,
        baseUrl: "https://f.example/",
        author: null,
        publishedAt,
        updatedAt: null,
        tags: [],
        picture: null,
        files: [],
      });
      const answer = (...entries: ReturnType<typeof entry>[]) =>
        context.store.transaction((tx) => saveEntries(tx, feedId, { entries }, context.clock.now()));
      await answer(entry("newest", seconds() - 60), entry("before", old));
      const { items } = await read(fixture);
      expect(items.map(nameOf)).toEqual(["newest", "before"]);
      expect((await savePosition(context, items[0]?.cursor ?? "")).unread).toBe(0);
      context.clock.advance(60_000);
      await answer(
        entry("late", old - 1),
        entry("newest", seconds()),
        entry("later", old - 2),
        entry("before", old),
      );
      expect((await readPosition(context)).unread).toBe(2);
      const after = await read(fixture);
      expect(after.items.map(nameOf)).toEqual(["late", "later", "newest", "before"]);
      expect(after.items[0]?.entry?.publishedAt).toBe(old - 1);
      // An entry that a full feed removed does not come back as new, however long its server still sends it.
      context.clock.advance(60_000);
      const many = Array.from({ length: feedLimits.feedEntries + 5 }, (_, n) =>
        entry(`many ${n}`, old - 10 - n),
      );
      await answer(...many);
      const shown = await names(fixture, { feedId });
      await answer(...many);
      expect(await names(fixture, { feedId })).toEqual(shown);
    }));

  it("shows what an earlier version stored without limits, within those of this one", () =>
    withFixture(async (fixture, feedId) => {
      const { store } = fixture.context;
      const id = await addEntry(fixture, feedId, "old");
      const long = `https://f.example/${"b".repeat(100_000)}/`;
      const changes = {
        url: long,
        baseUrl: long,
        author: "a".repeat(100_000),
        fileUrl: long,
        fileType: long,
      };
      await store.db.updateTable("feed_entries").set(changes).where("id", "=", id).execute();
      await store.db.updateTable("feeds").set({ siteUrl: long }).where("id", "=", feedId).execute();
      const saved = await saveForLater(fixture.context, { entryId: id }, owner);
      await store.db.updateTable("read_later").set({ url: long, baseUrl: long }).execute();
      const [item] = (await read(fixture)).items;
      expect(item?.entry).toMatchObject({
        title: "old",
        url: null,
        baseUrl: "",
        fileUrl: null,
        fileType: null,
      });
      expect(item?.entry?.author).toHaveLength(foreignLimits.feedTitleLength);
      expect(saved).toMatchObject({ url: null, baseUrl: "" });
      const list = await listSaved(fixture.context, { first: 10, isDone: false });
      expect(list.items).toMatchObject([{ url: null, baseUrl: "", body: "<p>old</p>" }]);
      expect((await listFeedViews(fixture.context))[0]?.siteUrl).toBeNull();
      expect((await exportOpml(fixture.context)).length).toBeLessThan(1_000);
    }));

  it("keeps texts to be read later, when their sources are gone too", () =>
    withFixture(async (fixture, feedId) => {
      const { context } = fixture;
      const entryId = await addEntry(fixture, feedId, "entry");
      const long = `# Long\n\n${"x".repeat(feedLimits.readLaterLength)}`;
      const { id: publicationId } = await fixture.post(long, "local");
      const saved = await saveForLater(context, { entryId }, owner);
      expect(saved).toMatchObject({ title: "entry", source: "Feed", body: "<p>entry</p>", format: "html" });
      context.clock.advance(1);
      const post = await saveForLater(context, { publicationId }, owner);
      expect(post).toMatchObject({ title: "Long", format: "markdown" });
      expect(post.body).toHaveLength(feedLimits.readLaterLength);
      expect((await read(fixture)).items.map(({ savedId }) => savedId).sort()).toEqual([saved.id, post.id]);
      await unsubscribeFeed(context, feedId);
      await destroyPublication(context, publicationId);
      const list = (isDone: boolean) => listSaved(context, { first: 10, isDone });
      expect((await list(false)).items.map(({ title }) => title)).toEqual(["Long", "entry"]);
      await markSaved(context, saved.id, true);
      expect((await list(true)).items).toMatchObject([{ title: "entry" }]);
      await removeSaved(context, post.id);
      expect((await list(false)).items).toEqual([]);
      await expect(removeSaved(context, post.id)).rejects.toEqual(code("NOT_FOUND"));
      await expect(saveForLater(context, { entryId }, owner)).rejects.toEqual(code("NOT_FOUND"));
    }));

  it("keeps so many texts, and one of them again", () =>
    withFixture(async (fixture, feedId) => {
      const { context } = fixture;
      const text = {
        url: null,
        title: "t",
        source: "s",
        body: null,
        format: "html",
        baseUrl: "",
        writtenAt: 1,
      } as const;
      await context.store.transaction(async (tx) => {
        for (let n = 1; n < feedLimits.readLater; n += 1)
          await saveText(tx, { ...text, subject: `entry:${n}`, savedAt: n });
      });
      const entryId = await addEntry(fixture, feedId, "last");
      await saveForLater(context, { entryId }, owner);
      await saveForLater(context, { entryId }, owner);
      const more = await addEntry(fixture, feedId, "more");
      await expect(saveForLater(context, { entryId: more }, owner)).rejects.toEqual(code("TOO_MANY"));
    }));
});
