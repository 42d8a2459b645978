import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  countVisible,
  openCommentFixture,
  publishComment,
  visibleComments,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../access/callers.ts";
import { confirmComment } from "./confirm.ts";
import { confirmCommentDeletion, destroyComment } from "./delete.ts";
import { commentLimits } from "./limits.ts";
import { listComments } from "./read.ts";

const anybody: Caller = { kind: "anonymous" };

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  describe("a comment by mail", () => {
    it("is seen when the mailed token comes back, which works once", async () => {
      const fixture = await open();
      const { comment, typedData } = await fixture.write({ authorId: "Bea@Example.org" });
      expect(typedData).toBeNull();
      expect(await visibleComments(fixture)).toEqual([]);
      const [mail] = await fixture.mailedLinks();
      expect(mail?.to).toBe("Bea@example.org");
      expect(mail?.link.href).toMatch(/^https:\/\/ada\.example\/comments\/confirm\?id=\d+&token=[\w-]{43}$/);
      const proof = { id: comment.id, tokenOrSignature: mail?.token ?? "" };
      expect(await confirmComment(fixture.ctx, proof)).toMatchObject({
        state: "published",
        authorName: "Bea",
      });
      expect(await visibleComments(fixture)).toHaveLength(1);
      expect(await countVisible(fixture)).toBe(1);
      await expect(confirmComment(fixture.ctx, proof)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("names the title of the post in its mails, or the first words of one without a title", async () => {
      const fixture = await open();
      await fixture.write();
      const { id: publicationId } = await fixture.node.publish("Just a line, without a heading.");
      await fixture.write({ publicationId });
      const mails = await fixture.mailedLinks();
      expect(mails.map(({ title }) => title)).toEqual(["A post", "Just a line, without a heading."]);
    });

    it("never shows the address, in no state and to nobody", async () => {
      const fixture = await open();
      const { comment } = await fixture.write({ authorId: "secret@example.org" });
      const all = await listComments(fixture.ctx, { publicationId: null, first: 10, includePending: true });
      expect(all.items).toHaveLength(1);
      expect(JSON.stringify([comment, all])).not.toContain("secret");
    });

    it("needs its own token, within 24 hours", async () => {
      const fixture = await open();
      const [one, two] = [await fixture.write(), await fixture.write()];
      const [first, second] = await fixture.mailedLinks();
      const wrong = [second?.token, "", "0x", first?.token.slice(1), `${first?.token}=`];
      for (const tokenOrSignature of wrong) {
        const proof = { id: one.comment.id, tokenOrSignature: tokenOrSignature ?? "" };
        await expect(confirmComment(fixture.ctx, proof)).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      const late = { id: two.comment.id, tokenOrSignature: second?.token ?? "" };
      fixture.pass(commentLimits.pendingMs);
      await expect(confirmComment(fixture.ctx, late)).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
      expect(await visibleComments(fixture)).toEqual([]);
    });

    it("is deleted by the token of a second mail, for its author alone", async () => {
      const fixture = await open();
      const { comment } = await fixture.write({ authorId: "bea@example.org" });
      const { id } = comment;
      const [first] = await fixture.mailedLinks();
      await confirmComment(fixture.ctx, { id, tokenOrSignature: first?.token ?? "" });
      const ask = (email: string) => destroyComment(fixture.ctx, { id, email }, anybody);
      expect(await ask("eve@example.org")).toBe("confirmation-mailed");
      expect(await fixture.mailedLinks()).toHaveLength(1);
      expect(await ask("BEA@example.org")).toBe("confirmation-mailed");
      expect(await ask("bea@example.org")).toBe("confirmation-mailed");
      const [, mail, more] = await fixture.mailedLinks();
      expect(more).toBeUndefined();
      expect(mail?.link.pathname).toBe("/comments/delete");
      expect(await countVisible(fixture)).toBe(1);
      for (const token of [first?.token ?? "", ""]) {
        const refused = confirmCommentDeletion(fixture.ctx, { id, token });
        await expect(refused).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      const token = mail?.token ?? "";
      await confirmCommentDeletion(fixture.ctx, { id, token });
      expect([await visibleComments(fixture), await countVisible(fixture)]).toEqual([[], 0]);
      const again = confirmCommentDeletion(fixture.ctx, { id, token });
      await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("can be deleted with the link for a day, and asked for again after a while", async () => {
      const fixture = await open();
      const { comment } = await fixture.write({ authorId: "bea@example.org" });
      const { id } = comment;
      const [first] = await fixture.mailedLinks();
      await confirmComment(fixture.ctx, { id, tokenOrSignature: first?.token ?? "" });
      const ask = () => destroyComment(fixture.ctx, { id, email: "bea@example.org" }, anybody);
      await ask();
      fixture.pass(commentLimits.deletionMailMs);
      await ask();
      const [, old, fresh] = await fixture.mailedLinks();
      const use = (token = "") => confirmCommentDeletion(fixture.ctx, { id, token });
      await expect(use(old?.token)).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      fixture.pass(commentLimits.pendingMs);
      await expect(use(fresh?.token)).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
    });

    it("is not taken where no mail is configured", async () => {
      const fixture = await open({ mailTransport: null });
      await expect(fixture.write()).rejects.toMatchObject({ code: "MAIL_NOT_CONFIGURED" });
      expect(await publishComment(fixture)).toBeDefined();
    });
  });
});
