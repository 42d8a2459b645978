import { describe, expect, it, test } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  countVisible,
  createWallet,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { confirmComment } from "./confirm.ts";
import { commentLimits } from "./limits.ts";
import { listComments } from "./read.ts";

const hourMs = 60 * 60 * 1000;

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  describe("what is refused", () => {
    it.each([
      ["no words", { body: " \n\t" }],
      ["too many words", { body: "a".repeat(5_001) }],
      ["half a character", { body: "a\ud800" }],
      ["a null character", { body: "a\0" }],
      ["no name", { authorName: " " }],
      ["a long name", { authorName: "a".repeat(61) }],
      ["a name of two lines", { authorName: "Bea\r\nBcc: all@example.com" }],
      ["a name with a character that shows nothing", { authorName: "Be\u200ba" }],
      ["a name that shows nothing", { authorName: "\u3164" }],
      ["a name that turns the text around", { authorName: "Bea\u202e" }],
      ["the owner's name", { authorName: "ADA" }],
      ["a name that looks like the owner's", { authorName: "\u0410da" }],
      ["a mail address with a line break", { authorId: "bea@example.org\r\nBcc: all@example.com" }],
      ["two mail addresses", { authorId: "bea@example.org,eve@example.org" }],
      ["no mail address", { authorId: "bea" }],
      ["a wallet for a mail address", { authorId: createWallet().address }],
      ["a mail address for a wallet", { authType: "ETHEREUM" as const, authorId: "bea@example.org" }],
    ])("%s", async (_what, input) => {
      const fixture = await open();
      await expect(fixture.write(input)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
      expect(await fixture.mailedLinks()).toEqual([]);
    });

    test("comments on what readers don't see, and lists of them (weaknesses 3)", async () => {
      const fixture = await open();
      const draft = await fixture.node.publish("# Not yet", { state: "draft" });
      for (const publicationId of [draft.id, 999, -1, 1.5, Number.NaN]) {
        await expect(fixture.write({ publicationId })).rejects.toMatchObject({ code: "NOT_FOUND" });
        const list = listComments(fixture.ctx, { publicationId, first: 10, includePending: false });
        await expect(list).rejects.toMatchObject({ code: "NOT_FOUND" });
      }
    });

    // "Stopped" 5: what anybody could fill without end.
    test("many comments of one household", async () => {
      const fixture = await open();
      for (let number = 0; number < commentLimits.perClientAndHour; number += 1) {
        await fixture.write({}, `2001:db8::${number.toString(16)}`);
      }
      await expect(fixture.write({}, "2001:db8::ffff")).rejects.toMatchObject({ code: "RATE_LIMITED" });
      await fixture.write({}, "2001:db8:0:1::1");
      fixture.pass(hourMs + 1);
      await fixture.write({}, "2001:db8::1");
    });

    test("many mails to one address, whoever asks for them", async () => {
      const fixture = await open();
      for (let number = 0; number < commentLimits.pendingPerMailAddress; number += 1) {
        await fixture.write({ authorId: "bea@example.org" });
      }
      const more = fixture.write({ authorId: "BEA@Example.org" });
      await expect(more).rejects.toMatchObject({ code: "RATE_LIMITED" });
      expect(await fixture.mailedLinks()).toHaveLength(commentLimits.pendingPerMailAddress);
      fixture.pass(commentLimits.pendingMs);
      await fixture.write({ authorId: "bea@example.org" });
    });

    test("many confirmed comments of one author", async () => {
      const fixture = await open();
      const wallet = createWallet();
      const write = async (number: number) => {
        const by = { authType: "ETHEREUM", authorId: wallet.address, body: `Number ${number}.` } as const;
        const { comment, typedData } = await fixture.write(by);
        await confirmComment(fixture.ctx, {
          id: comment.id,
          tokenOrSignature: wallet.signTypedData(typedData),
        });
      };
      for (let number = 0; number < commentLimits.perAuthorAndHour; number += 1) await write(number);
      await expect(write(99)).rejects.toMatchObject({ code: "RATE_LIMITED" });
      expect(await countVisible(fixture)).toBe(commentLimits.perAuthorAndHour);
    });

    test("more than so many that wait, of each kind; those that are too late make room", async () => {
      const fixture = await open();
      const { store, clock } = fixture.ctx;
      const fill = (authType: "EMAIL" | "ETHEREUM") =>
        store.transaction(async (tx) => {
          const row = {
            publicationId: fixture.post,
            state: "pending",
            authType,
            authorId: "x",
            authorKey: "x",
            authorName: "x",
            body: "x",
            timestamp: Math.floor(clock.now() / 1000),
            createdAt: clock.now(),
          } as const;
          await tx
            .insertInto("comments")
            .values(Array.from({ length: commentLimits.pending }, () => row))
            .execute();
        });
      const wallet = { authType: "ETHEREUM", authorId: createWallet().address } as const;
      await fill("EMAIL");
      await expect(fixture.write()).rejects.toMatchObject({ code: "RATE_LIMITED" });
      await fixture.write(wallet);
      await fill("ETHEREUM");
      await expect(fixture.write(wallet)).rejects.toMatchObject({ code: "RATE_LIMITED" });
      fixture.pass(commentLimits.signatureSeconds * 1000);
      await fixture.write(wallet);
      await expect(fixture.write()).rejects.toMatchObject({ code: "RATE_LIMITED" });
      fixture.pass(commentLimits.pendingMs);
      await fixture.write();
      const { waiting } = await store.db
        .selectFrom("comments")
        .select((eb) => eb.fn.countAll<number>().as("waiting"))
        .executeTakeFirstOrThrow();
      expect(Number(waiting)).toBe(1);
    });

    it("forgets after a day who wrote what, and knows nobody's address before", async () => {
      const fixture = await open();
      await publishComment(fixture);
      const clients = () => fixture.ctx.store.db.selectFrom("comments").select("client").execute();
      const [before] = await clients();
      expect(before?.client).toMatch(/^[0-9a-f]{64}$/);
      fixture.pass(commentLimits.pendingMs);
      await fixture.write();
      expect((await clients())[0]?.client).toBeNull();
    });
  });
});
