import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import { limits } from "../../limits.ts";
import { prepareSignatures } from "./prepare-signatures.ts";
import { signPublications } from "./sign.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }

  async function prepare(
    fixture: OwnerFixture,
    ids: readonly number[],
  ): Promise<Parameters<typeof signPublications>[1]> {
    const meanings = await prepareSignatures(fixture.context, ids);
    return meanings.map((meaning, index) => ({
      id: ids[index] ?? 0,
      envelope: fixture.signer.sign("StatementOfSource", meaning),
    }));
  }

  it("signs many in the given order, in seconds that rise and never lie ahead", () =>
    withFixture(async (fixture) => {
      await fixture.follower(2);
      const first = await fixture.post("before", "signed");
      fixture.context.clock.advance(3_000);
      const posts = [];
      for (const text of ["c", "a", "b", "a", "a"]) posts.push(await fixture.post(text, "local"));
      const ids = posts.map(({ id }) => id).reverse();
      const meanings = await prepareSignatures(fixture.context, ids);
      const now = Math.floor(fixture.context.clock.now() / 1000);
      const seconds = meanings.map(({ timestamp }) => timestamp - now);
      expect(seconds).toEqual([-3, -2, -2, -1, 0]);
      expect(new Set(meanings.map(({ contentHash, timestamp }) => `${contentHash}${timestamp}`)).size).toBe(
        5,
      );
      const signed = await signPublications(fixture.context, await prepare(fixture, ids));
      expect(signed.map(({ publication }) => publication.id)).toEqual(ids);
      expect(signed.map(({ publication }) => publication.seq)).toEqual([2, 3, 4, 5, 6]);
      expect(signed.every(({ recipients }) => recipients === 1)).toBe(true);
      expect(signed[0]?.publication.timestamp).toBeGreaterThanOrEqual(first.timestamp ?? 0);
    }));

  it("signs all of them or none", () =>
    withFixture(async (fixture) => {
      const [one, two] = [await fixture.post("one"), await fixture.post("two")];
      const [first, second] = await prepare(fixture, [one.id, two.id]);
      if (!first || !second) throw new Error("two signatures");
      const swapped = [first, { id: two.id, envelope: first.envelope }];
      await expect(signPublications(fixture.context, swapped)).rejects.toThrow(code("VALIDATION_FAILED"));
      expect((await findPublication(fixture.context.store.db, one.id))?.state).toBe("local");
      await signPublications(fixture.context, [first, second]);
      await expect(signPublications(fixture.context, [first])).rejects.toThrow(code("CONFLICT"));
    }));

  it("refuses the same content twice in one second, as two programs may sign it side by side", () =>
    withFixture(async (fixture) => {
      const [one, two] = [await fixture.post("same"), await fixture.post("same")];
      const [first] = await prepare(fixture, [one.id]);
      if (!first) throw new Error("a signature");
      await signPublications(fixture.context, [first]);
      await expect(signPublications(fixture.context, [{ ...first, id: two.id }])).rejects.toThrow(
        code("CONFLICT"),
      );
    }));

  it("prepares what can be signed alone", () =>
    withFixture(async (fixture) => {
      const post = await fixture.post("one");
      const signed = await fixture.post("two", "signed");
      await expect(prepareSignatures(fixture.context, [])).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(prepareSignatures(fixture.context, [post.id, post.id])).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      const many = Array.from({ length: limits.signaturesAtOnce + 1 }, (_, index) => index + 1);
      await expect(prepareSignatures(fixture.context, many)).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(prepareSignatures(fixture.context, [post.id, signed.id])).rejects.toThrow(
        code("CONFLICT"),
      );
      await expect(prepareSignatures(fixture.context, [987])).rejects.toThrow(code("NOT_FOUND"));
    }));
});
