import { contentHash, readVersionLink } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { hasWrongMarks, startLists } from "../../../store/publications/mark-publications.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import type { Caller } from "../../access/callers.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { search } from "../../search/search.ts";
import { destroyPublication } from "../../trash/destroy.ts";
import { readIndex } from "../delivery/read-index.ts";
import { presentPublication } from "../present.ts";
import { readPublicPosts } from "../public-posts.ts";
import { saveDraft } from "../save-draft.ts";
import { readTimelineItems, readTimelinePage } from "../timeline.ts";
import { updatePublication } from "../update.ts";
import { describeWritten } from "../visible.ts";
import { writeNewVersion } from "./new-version.ts";
import { readVersions } from "./versions.ts";

const owner = { kind: "client", tokenId: "" } as const;
const reader: Caller = {
  kind: "integration",
  tokenId: "t",
  label: "Reader",
  scopes: new Set(["read:timeline"]),
};
const link = (hash: string) => `[Replaces](https://a.example/publications/${hash} "ewp:replaces ${hash}")`;
const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await store.transaction((tx) => startLists(tx, fixture.self));
    await body(fixture);
    for (const list of ["index", "site"] as const)
      expect(await hasWrongMarks(store.db, { publisher: fixture.self, list })).toBe(false);
  }

  /** A signed post of the owner that replaces others; a second later than the one before. */
  async function sign(fixture: OwnerFixture, text: string, ...replaced: Publication[]): Promise<Publication> {
    fixture.context.clock.advance(1_000);
    const lines = [text, ...replaced.map(({ contentHash }) => link(contentHash))];
    return await fixture.post(lines.join("\n\n"), "signed");
  }

  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  async function listed({ context }: OwnerFixture): Promise<number[]> {
    const found = await readPublicPosts(context, { limit: 99, offset: 0 });
    const timeline = await readTimelinePage(context, { first: 99, after: null, caller: owner });
    const posts = ids(found?.posts ?? []);
    // The timeline is by signing; on the site a new version has the place of its post.
    const newestFirst = posts.toSorted((a, b) => b - a);
    expect(ids(timeline.items)).toEqual(newestFirst);
    expect(
      ids(await Array.fromAsync(readTimelineItems(context, { limit: null, states: ["local", "signed"] }))),
    ).toEqual(newestFirst);
    return posts;
  }

  async function versionsOf({ context }: OwnerFixture, post: { id: number }): Promise<number[]> {
    const view = await describeWritten(context, post);
    const [versions = []] = await readVersions(context, [view], owner);
    return ids(versions);
  }

  it("lets the newest version stand, and keeps all of them in the index", () =>
    withFixture(async (fixture) => {
      const first = await sign(fixture, "# First harbour");
      const other = await sign(fixture, "# Other");
      expect(await versionsOf(fixture, first)).toEqual([]);
      const second = await sign(fixture, "# Second harbour", first);
      const third = await sign(fixture, "# Third harbour", second);
      expect(await listed(fixture)).toEqual([other.id, third.id]);
      for (const post of [first, second, third])
        expect(await versionsOf(fixture, post)).toEqual(ids([third, second, first]));
      const index = await readIndex(fixture.context, { since: null, limit: 9, page: 1 });
      expect(index.data.map(({ contentHash }) => contentHash)).toEqual(
        [first, other, second, third].map(({ contentHash }) => contentHash),
      );
      const request = { query: "harbour", first: 9 };
      const seen = await search(fixture.context, { ...request, caller: { kind: "anonymous" } });
      expect(ids(seen.items)).toEqual([third.id]);
      for (const caller of [owner, reader])
        expect(ids((await search(fixture.context, { ...request, caller })).items)).toEqual([third.id]);
      // Each page is full, whatever is left out between.
      const all = await search(fixture.context, { query: "before:2100-01-01", first: 1, caller: owner });
      expect([ids(all.items), all.hasNextPage]).toEqual([[other.id], true]);
      const next = { query: "before:2100-01-01", first: 1, after: all.endCursor, caller: owner };
      const last = await search(fixture.context, next);
      expect([ids(last.items), last.hasNextPage]).toEqual([[third.id], false]);
    }));

  it("goes by the time of signing where two replace one, and where a text is signed again", () =>
    withFixture(async (fixture) => {
      const first = await sign(fixture, "# First");
      const one = await sign(fixture, "# One", first);
      const two = await sign(fixture, "# Two", first);
      expect(await listed(fixture)).toEqual([two.id]);
      const again = await sign(fixture, "# First");
      expect(await listed(fixture)).toEqual([again.id]);
      expect(await versionsOf(fixture, one)).toEqual(ids([again, two, one, first]));
    }));

  it("goes back to the version before when the newest is deleted", () =>
    withFixture(async (fixture) => {
      const first = await sign(fixture, "# First");
      const second = await sign(fixture, "# Second", first);
      const third = await sign(fixture, "# Third", second);
      await destroyPublication(fixture.context, third.id);
      expect(await listed(fixture)).toEqual([second.id]);
      await destroyPublication(fixture.context, first.id);
      expect([await listed(fixture), await versionsOf(fixture, second)]).toEqual([[second.id], []]);
      const fourth = await sign(fixture, "# Fourth", second);
      expect([await listed(fixture), await versionsOf(fixture, second)]).toEqual([
        [fourth.id],
        ids([fourth, second]),
      ]);
    }));

  it("takes a version on this site alone, and lets it go back to a draft", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const first = await sign(fixture, "# First");
      context.clock.advance(5_000);
      const draft = await fixture.post(`# Second\n\n${link(first.contentHash)}`, "draft");
      expect(await listed(fixture)).toEqual([first.id]);
      const local = await updatePublication(context, draft.id, { state: "local" });
      expect(await listed(fixture)).toEqual([draft.id]);
      const changed = await updatePublication(context, draft.id, { body: "# Something else" });
      expect(await listed(fixture)).toEqual([draft.id, first.id]);
      await updatePublication(context, draft.id, { body: `# Second\n\n${link(first.contentHash)}` });
      expect(await listed(fixture)).toEqual([draft.id]);
      await updatePublication(context, draft.id, { state: "draft" });
      expect(await listed(fixture)).toEqual([first.id]);
      expect([local.createdAt, changed.createdAt]).toEqual([local.createdAt, local.createdAt]);
    }));

  it("treats the posts of a followed node alike, in whatever order they arrive, and nobody else's", () =>
    withFixture(async (fixture) => {
      await fixture.followed(2);
      await fixture.followed(3);
      const mine = await sign(fixture, "# Mine");
      const hashOfFirst = hashOf("# First");
      const hashOfSecond = hashOf(`# Second\n\n${link(hashOfFirst)}`);
      const third = await fixture.replica(2, `# Third\n\n${link(hashOfSecond)}`, 30);
      const second = await fixture.replica(2, `# Second\n\n${link(hashOfFirst)}`, 20);
      const first = await fixture.replica(2, "# First", 10);
      const forged = await fixture.replica(3, `# Forged\n\n${link(mine.contentHash)}`, 40);
      const copied = await fixture.replica(3, `# Forged too\n\n${link(hashOfFirst)}`, 50);
      const timeline = await readTimelinePage(fixture.context, { first: 99, after: null, caller: owner });
      expect(ids(timeline.items).slice(1)).toEqual([copied, forged, third]);
      expect(await versionsOf(fixture, { id: first })).toEqual([third, second, first]);
      const all = { first: 99, after: null, caller: owner, withReplaced: true };
      expect((await readTimelinePage(fixture.context, all)).items).toHaveLength(6);
    }));

  it("begins a new version with the text, a link and the presentation, once", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const first = await sign(fixture, "# First\n\nWords.");
      await presentPublication(context, first.id, { excerpt: "Short" });
      const draft = await writeNewVersion(context, first.id);
      expect(draft).toMatchObject({ state: "draft", replaces: first.contentHash, excerpt: "Short" });
      const textOf = async (post: Publication) =>
        (await readMarkdown(context, { ...post, size: 1_000 }, 9_999)) ?? "";
      expect(await textOf(draft)).toMatch(
        /^# First\n\nWords\.\n\n\[Replaces the version of 14 November 2023\]\(https:\S+ "ewp:replaces 0x\w+"\)\n$/,
      );
      expect((await writeNewVersion(context, first.id)).id).toBe(draft.id);
      const body = (await textOf(draft)).replace("Words", "Better words");
      await saveDraft(context, { id: draft.id, body, revision: draft.updatedAt });
      context.clock.advance(1_000);
      const second = await fixture.sign(draft.id);
      const third = await writeNewVersion(context, first.id);
      expect(third.replaces).toBe(second.contentHash);
      expect(readVersionLink(await textOf(third))).toBe(second.contentHash);
      expect((await textOf(third)).match(/ewp:replaces/g)).toHaveLength(1);
      await expect(writeNewVersion(context, third.id)).rejects.toThrow(code("CONFLICT"));
      await expect(writeNewVersion(context, 999)).rejects.toThrow(code("NOT_FOUND"));
    }));
});

const hashOf = (text: string) => contentHash(Buffer.from(text));
