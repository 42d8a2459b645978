import { Readable } from "node:stream";
import { contentHash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { saveContent } from "../../../store/contents.ts";
import { listVersions } from "../../../store/publications/publication-history.ts";
import { findPublication, updatePublication as updateRow } from "../../../store/publications/publications.ts";
import { saveDraft } from "../save-draft.ts";
import { publishScheduled, schedulePublication } from "../schedule.ts";
import { requireShown } from "../signing/prepare-signatures.ts";
import { updatePublication } from "../update.ts";
import { completeStoredTexts } from "./complete-addresses.ts";

const path = `/ewp/contents/0x${"ab".repeat(32)}`;
const relative = `![Sea](${path})\n\n\`![Sea](${path})\`\n`;
const whole = `![Sea](https://node1.example${path})\n\n\`![Sea](${path})\`\n`;

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }
  const rowOf = async ({ context }: OwnerFixture, { id }: { id: number }) => {
    const row = await findPublication(context.store.db, id);
    if (!row) throw new Error("no row");
    return row;
  };
  const textOf = async (fixture: OwnerFixture, of: { id: number }) =>
    (await fixture.context.blobs.readAll((await rowOf(fixture, of)).contentHash, 10_000)).toString();

  /** A post with paths, as it was stored before texts were completed. */
  async function stored(fixture: OwnerFixture, state: "draft" | "local" | "signed") {
    const { context } = fixture;
    const { hash, size } = await context.blobs.put(Readable.from([Buffer.from(relative)]), {
      maxBytes: 10_000,
    });
    const post = await fixture.post("Something else", state === "signed" ? "local" : state);
    await context.store.transaction(async (tx) => {
      await saveContent(tx, { hash, size, now: 1 });
      await updateRow(tx, post.id, { contentHash: hash });
    });
    if (state === "signed") await fixture.sign(post.id);
    return await rowOf(fixture, post);
  }

  it("stores each text with whole addresses, whoever saves it, and leaves code alone", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post(relative, "local");
      expect(await textOf(fixture, post)).toBe(whole);
      await updatePublication(context, post.id, { body: `# Again\n\n${relative}` });
      expect(await textOf(fixture, post)).toBe(`# Again\n\n${whole}`);
      const draft = await saveDraft(context, { id: null, body: relative, revision: null });
      const next = { id: draft.id, body: `Now ${relative}`, revision: draft.updatedAt };
      const saved = await saveDraft(context, next);
      expect(await textOf(fixture, draft)).toBe(`Now ${whole}`);
      // The answer was lost, and the editor sends its text again.
      expect(await saveDraft(context, next)).toEqual(saved);
      await expect(saveDraft(context, { ...next, body: "Other" })).rejects.toMatchObject({
        code: "CONFLICT",
      });
    }));

  it("completes the stored text of a draft that is published, by its owner or by its schedule", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const [shown, due, later, cleared] = [
        await stored(fixture, "draft"),
        await stored(fixture, "draft"),
        await stored(fixture, "draft"),
        await stored(fixture, "draft"),
      ];
      await updatePublication(context, shown.id, { state: "local" });
      await updatePublication(context, cleared.id, { slug: "sea" });
      const at = context.clock.now() + 60_000;
      await schedulePublication(context, due.id, at);
      await schedulePublication(context, later.id, at + 60_000);
      context.clock.advance(60_000);
      expect(await publishScheduled(context)).toBe(1);
      for (const post of [shown, due]) {
        expect(await rowOf(fixture, post)).toMatchObject({ state: "local" });
        expect(await textOf(fixture, post)).toBe(whole);
        expect(await listVersions(context.store.db, post.id)).toEqual([]);
      }
      for (const post of [later, cleared]) expect(await textOf(fixture, post)).toBe(relative);
    }));

  it("completes a stored text when it is to be signed, and keeps no earlier text and no date of change", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const [draft, local, signed] = [
        await stored(fixture, "draft"),
        await stored(fixture, "local"),
        await stored(fixture, "signed"),
      ];
      const plain = await rowOf(fixture, await fixture.post("Words", "local"));
      const before = await completeStoredTexts(
        context,
        [draft, local, signed, plain].map(({ id }) => id),
      );
      const old = contentHash(Buffer.from(relative));
      expect([...before]).toEqual([
        [draft.id, old],
        [local.id, old],
      ]);
      for (const post of [draft, local]) expect(await textOf(fixture, post)).toBe(whole);
      for (const post of [signed, plain]) expect(await rowOf(fixture, post)).toEqual(post);
      expect((await rowOf(fixture, local)).modifiedAt).toBe(local.modifiedAt);
      expect(await listVersions(context.store.db, local.id)).toEqual([]);
      // The text that was shown is signed: with its paths, or completed.
      for (const shown of [old, contentHash(Buffer.from(whole))])
        await requireShown(context, [{ id: local.id, contentHash: shown }], before);
      const other = requireShown(context, [{ id: local.id, contentHash: plain.contentHash }], before);
      await expect(other).rejects.toMatchObject({ code: "CONFLICT" });
      expect((await fixture.sign(draft.id)).contentHash).toBe(contentHash(Buffer.from(whole)));
      expect([...(await completeStoredTexts(context, [draft.id, local.id]))]).toEqual([]);
    }));
});
