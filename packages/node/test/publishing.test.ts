import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareSignature } from "../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../src/domain/publications/signing/sign.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { forEachDatabase } from "./support/databases.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

const start = Date.UTC(2026, 0, 1) / 1000;

forEachDatabase((database) => {
  describe("signing (decisions 5)", () => {
    let network: TestNetwork;
    let node: TestNode;
    let seconds = start;
    beforeEach(async () => {
      network = await createTestNetwork();
      seconds = start;
      const clock = { now: () => seconds * 1000 };
      node = await network.start({ database, clock, settings: { FREEHOLD_ROLE: "web" } });
    });
    afterEach(() => network[Symbol.asyncDispose]());

    const index = async () => {
      const { json } = await node.fetch("/ewp/publications");
      return (json as { data: Array<{ contentHash: string; timestamp: number }> }).data;
    };

    test("those of one second are in the order in which they were signed", async () => {
      const posts = [];
      for (const text of ["c", "a", "b"]) posts.push(await node.publish(text));
      expect((await index()).map((entry) => entry.contentHash)).toEqual(
        posts.map((post) => post.contentHash),
      );
    });

    test("a clock that goes back does not put a publication before an older one", async () => {
      await node.publish("first");
      seconds = start - 600;
      const second = await node.publish("second");
      expect(second.timestamp).toBe(start);
      expect((await index()).at(-1)?.contentHash).toBe(second.contentHash);
    });

    test("a clock that was hours ahead is reported, and signing continues when that time has come", async () => {
      seconds = start + 5 * 3_600;
      await node.publish("from the future");
      seconds = start;
      await expect(node.publish("now")).rejects.toThrow(/clock was wrong/);
      seconds = start + 4 * 3_600;
      expect((await node.publish("later")).timestamp).toBe(start + 5 * 3_600);
    });

    test("the same text twice in one second makes two publications with two timestamps", async () => {
      const once = await node.publish("again");
      const twice = await node.publish("again");
      expect([once.timestamp, twice.timestamp]).toEqual([start, start + 1]);
    });

    test("a deleted publication leaves the index and contents, and its timestamp is not signed again", async () => {
      const { context } = node.running;
      const post = await node.publish("gone");
      await destroyPublication(context, post.id);
      expect(await index()).toEqual([]);
      expect((await node.fetch(`/ewp/contents/${post.contentHash}`)).json).toEqual({
        error: "CONTENT_NOT_FOUND",
      });
      expect((await node.publish("gone")).timestamp).toBe(start + 1);
    });

    test("a statement that was prepared before a later one was signed is refused", async () => {
      const { context } = node.running;
      const early = await node.publish("early");
      const draft = await node.draft("draft");
      const statement = await prepareSignature(context, draft.id);
      seconds += 10;
      await node.publish("late");
      const envelope = node.signer.sign("StatementOfSource", statement);
      await expect(signPublication(context, draft.id, envelope)).rejects.toThrow(/signed in the meantime/);
      expect(early.state).toBe("signed");
    });

    test("a signature over other content, by another key, or in another form is refused", async () => {
      const { context } = node.running;
      const draft = await node.draft("draft");
      const other = await node.draft("other");
      const otherNode = await network.start({ settings: { FREEHOLD_ROLE: "web" } });
      const [mine, theirs] = [
        await prepareSignature(context, draft.id),
        await prepareSignature(context, other.id),
      ];
      const wrong = node.signer.sign("StatementOfSource", theirs);
      await expect(signPublication(context, draft.id, wrong)).rejects.toThrow(/other content/);
      const publisherAddress = otherNode.signer.address;
      const foreign = otherNode.signer.sign("StatementOfSource", { ...mine, publisherAddress });
      await expect(signPublication(context, draft.id, foreign)).rejects.toThrow(/INVALID_SIGNATURE/);
      expect(await index()).toEqual([]);
    });

    test("a draft and a local post appear nowhere under /ewp/", async () => {
      const draft = await node.draft("secret draft");
      const local = await node.draft("local words", "local");
      for (const { contentHash } of [draft, local]) {
        expect((await node.fetch(`/ewp/contents/${contentHash}`)).status).toBe(404);
      }
      expect(await index()).toEqual([]);
      const home = (await node.fetch("/")).body.toString();
      expect(home).toContain("local words");
      expect(home).not.toContain("secret draft");
      expect((await node.fetch(`/publications/${draft.id}`)).status).toBe(404);
      expect((await node.fetch(`/publications/${draft.contentHash}`)).status).toBe(404);
    });

    test("a slug is taken once", async () => {
      await node.publish("one", { slug: "same" });
      await expect(node.publish("two", { slug: "same" })).rejects.toThrow(/already used/);
      await expect(node.publish("three", { slug: "../etc" })).rejects.toThrow(/slug/i);
    });
  });
});
