import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import { findPublication } from "../../store/publications.ts";
import { prepareSignatures } from "./prepare-signatures.ts";
import { type SignatureOf, signPublications } from "./sign-publications.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk);
  }

  async function prepare(desk: WritingDesk, ids: readonly number[]): Promise<SignatureOf[]> {
    const meanings = await prepareSignatures(desk.context, ids);
    return meanings.map((meaning, index) => ({
      id: ids[index] ?? 0,
      envelope: desk.signer.sign("StatementOfSource", meaning),
    }));
  }

  it("signs many in the given order, in seconds that rise and never lie ahead", () =>
    sit(async (desk) => {
      await desk.follower(2);
      const first = await desk.post("before", "signed");
      desk.context.clock.advance(3_000);
      const posts = [];
      for (const text of ["c", "a", "b", "a", "a"]) posts.push(await desk.post(text, "local"));
      const ids = posts.map(({ id }) => id).reverse();
      const meanings = await prepareSignatures(desk.context, ids);
      const now = Math.floor(desk.context.clock.now() / 1000);
      const seconds = meanings.map(({ timestamp }) => timestamp - now);
      expect(seconds).toEqual([-3, -2, -2, -1, 0]);
      expect(new Set(meanings.map(({ contentHash, timestamp }) => `${contentHash}${timestamp}`)).size).toBe(
        5,
      );
      const signed = await signPublications(desk.context, await prepare(desk, ids));
      expect(signed.map(({ publication }) => publication.id)).toEqual(ids);
      expect(signed.map(({ publication }) => publication.seq)).toEqual([2, 3, 4, 5, 6]);
      expect(signed.every(({ recipients }) => recipients === 1)).toBe(true);
      expect(signed[0]?.publication.timestamp).toBeGreaterThanOrEqual(first.timestamp ?? 0);
    }));

  it("signs all of them or none", () =>
    sit(async (desk) => {
      const [one, two] = [await desk.post("one"), await desk.post("two")];
      const [first, second] = await prepare(desk, [one.id, two.id]);
      if (!first || !second) throw new Error("two signatures");
      const swapped = [first, { id: two.id, envelope: first.envelope }];
      await expect(signPublications(desk.context, swapped)).rejects.toThrow(code("VALIDATION_FAILED"));
      expect((await findPublication(desk.context.store.db, one.id))?.state).toBe("local");
      await signPublications(desk.context, [first, second]);
      await expect(signPublications(desk.context, [first])).rejects.toThrow(code("CONFLICT"));
    }));

  it("prepares what can be signed alone", () =>
    sit(async (desk) => {
      const post = await desk.post("one");
      const signed = await desk.post("two", "signed");
      await expect(prepareSignatures(desk.context, [])).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(prepareSignatures(desk.context, [post.id, post.id])).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      const many = Array.from({ length: 201 }, (_, index) => index + 1);
      await expect(prepareSignatures(desk.context, many)).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(prepareSignatures(desk.context, [post.id, signed.id])).rejects.toThrow(code("CONFLICT"));
      await expect(prepareSignatures(desk.context, [987])).rejects.toThrow(code("NOT_FOUND"));
    }));
});
