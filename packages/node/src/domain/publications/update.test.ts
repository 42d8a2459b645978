import { contentHash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import type { Store } from "../../store/database.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { readTimeline } from "../../store/publications/timeline.ts";
import { search } from "../search/search.ts";
import { saveDraft } from "./save-draft.ts";
import { publishScheduled, schedulePublication } from "./schedule.ts";
import { updatePublication } from "./update.ts";
import { findVisiblePublication } from "./visible.ts";

const minute = 60_000;
const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  async function found(fixture: OwnerFixture, query: string): Promise<number[]> {
    const page = await search(fixture.context, { query, first: 10, caller: { kind: "anonymous" } });
    return page.items.map(({ id }) => id);
  }

  it("gives a post new bytes, and the search its new words", () =>
    withFixture(async (fixture) => {
      const post = await fixture.post("old words #one", "local");
      const changed = await updatePublication(fixture.context, post.id, {
        body: "new words #two",
        slug: "new",
      });
      expect(changed).toMatchObject({ contentHash: contentHash(Buffer.from("new words #two")), slug: "new" });
      expect(changed.createdAt).toBe(post.createdAt);
      expect(changed.updatedAt).toBeGreaterThan(post.updatedAt);
      const view = await findVisiblePublication(fixture.context, { slug: "new" }, { kind: "anonymous" });
      expect(view).toMatchObject({ id: post.id, tags: ["two"], revision: changed.updatedAt, size: 14 });
      expect([await found(fixture, "old "), await found(fixture, "#one")]).toEqual([[], []]);
      expect([await found(fixture, "new "), await found(fixture, "#two")]).toEqual([[post.id], [post.id]]);
    }));

  it("changes the caption of a file, and nothing else of it", () =>
    withFixture(async (fixture) => {
      const file = await fixture.post("bytes", "local", {
        kind: "FILE",
        filename: "a.bin",
        description: "lilac",
      });
      await updatePublication(fixture.context, file.id, { description: "mauve" });
      expect([await found(fixture, "lilac "), await found(fixture, "mauve ")]).toEqual([[], [file.id]]);
      await expect(updatePublication(fixture.context, file.id, { body: "x" })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
    }));

  it("refuses what is signed, unknown, of another, taken, empty or badly named", () =>
    withFixture(async (fixture) => {
      await fixture.followed(2);
      const replica = await fixture.replica(2, "theirs");
      const signed = await fixture.post("signed", "signed");
      await fixture.post("first", "local", { slug: "taken" });
      const post = await fixture.post("second", "local");
      const change = (id: number, changes: Parameters<typeof updatePublication>[2]) =>
        updatePublication(fixture.context, id, changes);
      await expect(change(signed.id, { slug: "x" })).rejects.toThrow(code("CONFLICT"));
      await expect(change(replica, { body: "mine" })).rejects.toThrow(code("NOT_FOUND"));
      await expect(change(987, { body: "mine" })).rejects.toThrow(code("NOT_FOUND"));
      await expect(change(post.id, { slug: "taken" })).rejects.toThrow(code("SLUG_TAKEN"));
      await expect(change(post.id, { slug: "no slug" })).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(change(post.id, { body: "" })).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(change(post.id, { description: "caption" })).rejects.toThrow(code("VALIDATION_FAILED"));
      expect(await change(post.id, { slug: null })).toMatchObject({
        slug: null,
        contentHash: post.contentHash,
      });
    }));

  it("publishes a draft at the time at which it is published, and takes it back", () =>
    withFixture(async (fixture) => {
      const draft = await fixture.post("a draft", "draft");
      fixture.context.clock.advance(86_400_000);
      const published = await updatePublication(fixture.context, draft.id, { state: "local" });
      expect(published.createdAt).toBe(fixture.context.clock.now());
      expect(await found(fixture, "draft")).toEqual([draft.id]);
      await updatePublication(fixture.context, draft.id, { state: "draft" });
      expect(await found(fixture, "draft")).toEqual([]);
      const key = { id: draft.id };
      expect(await findVisiblePublication(fixture.context, key, { kind: "anonymous" })).toBeNull();
      expect(
        await findVisiblePublication(fixture.context, key, { kind: "client", tokenId: "t" }),
      ).not.toBeNull();
    }));

  it("saves a draft as it is written, and lets no editor write over what it has not seen", () =>
    withFixture(async (fixture) => {
      const made = await saveDraft(fixture.context, { id: null, body: "one", revision: null });
      expect(made.state).toBe("draft");
      const { id, updatedAt: revision } = made;
      const second = await saveDraft(fixture.context, { id, body: "two", revision });
      const third = await saveDraft(fixture.context, { id, body: "three", revision: second.updatedAt });
      expect(third.updatedAt).toBeGreaterThan(second.updatedAt);
      // The answer was lost, and the caller sends the request again.
      expect(await saveDraft(fixture.context, { id, body: "three", revision: second.updatedAt })).toEqual(
        third,
      );
      await expect(
        saveDraft(fixture.context, { id, body: "three", slug: "another", revision: second.updatedAt }),
      ).rejects.toThrow(code("CONFLICT"));
      for (const stale of [revision, second.updatedAt, third.updatedAt + 1]) {
        await expect(saveDraft(fixture.context, { id, body: "lost", revision: stale })).rejects.toThrow(
          code("CONFLICT"),
        );
      }
      await expect(saveDraft(fixture.context, { id, body: "x", revision: null })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      const both = await Promise.allSettled(
        ["left", "right"].map((body) => saveDraft(fixture.context, { id, body, revision: third.updatedAt })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const draft = await findPublication(fixture.context.store.db, id);
      const { updatedAt } = await updatePublication(fixture.context, id, { state: "local" });
      // An editor that has the draft does not know that it is published.
      await expect(
        saveDraft(fixture.context, { id, body: "x", revision: draft?.updatedAt ?? 0 }),
      ).rejects.toThrow(code("CONFLICT"));
      await saveDraft(fixture.context, { id, body: "x", revision: updatedAt });
      expect(await findPublication(fixture.context.store.db, id)).toMatchObject({ updatedAt });
    }));

  it("publishes what is scheduled once, when its time has come", () =>
    withFixture(async (fixture, store) => {
      const { clock } = fixture.context;
      const [soon, late, never, deleted] = await Promise.all(
        ["soon", "late", "never", "deleted"].map((text) => fixture.post(`${text} draft`, "draft")),
      );
      if (!soon || !late || !never || !deleted) throw new Error("four drafts");
      await schedulePublication(fixture.context, soon.id, clock.now() + minute);
      await schedulePublication(fixture.context, late.id, clock.now() + 1);
      await schedulePublication(fixture.context, late.id, clock.now() + 10 * minute);
      await schedulePublication(fixture.context, never.id, clock.now() + minute);
      await schedulePublication(fixture.context, never.id, null);
      const view = await findVisiblePublication(
        fixture.context,
        { id: soon.id },
        { kind: "client", tokenId: "t" },
      );
      expect(view?.scheduledAt).toBe(new Date(clock.now() + minute).toISOString());
      expect(await publishScheduled(fixture.context)).toBe(0);
      clock.advance(2 * minute);
      const counts = await Promise.all([
        publishScheduled(fixture.context),
        publishScheduled(fixture.context),
      ]);
      expect(counts.sort()).toEqual([0, 1]);
      const rows = await readTimeline(store.db, { limit: 9, states: ["local"] });
      expect(rows.map(({ id, createdAt }) => [id, createdAt])).toEqual([[soon.id, clock.now()]]);
      expect(await found(fixture, "draft")).toEqual([soon.id]);
      await fixture.sign(late.id);
      clock.advance(20 * minute);
      expect(await publishScheduled(fixture.context)).toBe(0);
    }));

  it("schedules drafts alone, for times to come", () =>
    withFixture(async (fixture) => {
      const { clock } = fixture.context;
      const local = await fixture.post("local", "local");
      const signed = await fixture.post("signed", "signed");
      const draft = await fixture.post("draft", "draft");
      const at = clock.now() + minute;
      for (const { id } of [local, signed]) {
        await expect(schedulePublication(fixture.context, id, at)).rejects.toThrow(code("CONFLICT"));
      }
      await expect(schedulePublication(fixture.context, 987, at)).rejects.toThrow(code("NOT_FOUND"));
      for (const time of [clock.now(), 0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1.5]) {
        await expect(schedulePublication(fixture.context, draft.id, time)).rejects.toThrow(
          code("VALIDATION_FAILED"),
        );
      }
    }));
});
