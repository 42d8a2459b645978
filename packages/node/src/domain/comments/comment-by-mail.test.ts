import { afterEach, describe, expect, it } from "vitest";
import {
  type CommentDesk,
  countVisible,
  openCommentDesk,
  publishComment,
  visibleComments,
} from "../../../test/support/comment-desk.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../access/caller.ts";
import { commentLimits } from "./comment-limits.ts";
import { confirmComment } from "./confirm-comment.ts";
import { confirmCommentDeletion } from "./confirm-comment-deletion.ts";
import { destroyComment } from "./destroy-comment.ts";
import { listComments } from "./list-comments.ts";

const anybody: Caller = { kind: "anonymous" };

const opened: CommentDesk[] = [];
afterEach(async () => {
  for (const desk of opened.splice(0)) await desk[Symbol.asyncDispose]();
});

describe.each(databases)("on %s", (database) => {
  async function open(settings?: Record<string, unknown>): Promise<CommentDesk> {
    const desk = await openCommentDesk(database, settings);
    opened.push(desk);
    return desk;
  }

  describe("a comment by mail", () => {
    it("is seen when the mailed token comes back, which works once", async () => {
      const desk = await open();
      const { comment, typedData } = await desk.write({ authorId: "Bea@Example.org" });
      expect(typedData).toBeNull();
      expect(await visibleComments(desk)).toEqual([]);
      const [mail] = await desk.mailedLinks();
      expect(mail?.to).toBe("Bea@example.org");
      expect(mail?.link.href).toMatch(/^https:\/\/ada\.example\/comments\/confirm\?id=\d+&token=[\w-]{43}$/);
      const proof = { id: comment.id, tokenOrSignature: mail?.token ?? "" };
      expect(await confirmComment(desk.ctx, proof)).toMatchObject({ state: "published", authorName: "Bea" });
      expect(await visibleComments(desk)).toHaveLength(1);
      expect(await countVisible(desk)).toBe(1);
      await expect(confirmComment(desk.ctx, proof)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("never shows the address, in no state and to nobody", async () => {
      const desk = await open();
      const { comment } = await desk.write({ authorId: "secret@example.org" });
      const all = await listComments(desk.ctx, { publicationId: null, first: 10, includePending: true });
      expect(all.items).toHaveLength(1);
      expect(JSON.stringify([comment, all])).not.toContain("secret");
    });

    it("needs its own token, within 24 hours", async () => {
      const desk = await open();
      const [one, two] = [await desk.write(), await desk.write()];
      const [first, second] = await desk.mailedLinks();
      const wrong = [second?.token, "", "0x", first?.token.slice(1), `${first?.token}=`];
      for (const tokenOrSignature of wrong) {
        const proof = { id: one.comment.id, tokenOrSignature: tokenOrSignature ?? "" };
        await expect(confirmComment(desk.ctx, proof)).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      const late = { id: two.comment.id, tokenOrSignature: second?.token ?? "" };
      desk.pass(commentLimits.pendingMs);
      await expect(confirmComment(desk.ctx, late)).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
      expect(await visibleComments(desk)).toEqual([]);
    });

    it("is deleted by the token of a second mail, for its author alone", async () => {
      const desk = await open();
      const { comment } = await desk.write({ authorId: "bea@example.org" });
      const { id } = comment;
      const [first] = await desk.mailedLinks();
      await confirmComment(desk.ctx, { id, tokenOrSignature: first?.token ?? "" });
      const ask = (email: string) => destroyComment(desk.ctx, { id, email }, anybody);
      expect(await ask("eve@example.org")).toBe("confirmation-mailed");
      expect(await desk.mailedLinks()).toHaveLength(1);
      expect(await ask("BEA@example.org")).toBe("confirmation-mailed");
      expect(await ask("bea@example.org")).toBe("confirmation-mailed");
      const [, mail, more] = await desk.mailedLinks();
      expect(more).toBeUndefined();
      expect(mail?.link.pathname).toBe("/comments/delete");
      expect(await countVisible(desk)).toBe(1);
      for (const token of [first?.token ?? "", ""]) {
        const refused = confirmCommentDeletion(desk.ctx, { id, token });
        await expect(refused).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      const token = mail?.token ?? "";
      await confirmCommentDeletion(desk.ctx, { id, token });
      expect([await visibleComments(desk), await countVisible(desk)]).toEqual([[], 0]);
      const again = confirmCommentDeletion(desk.ctx, { id, token });
      await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" });
    });

    it("can be deleted with the link for a day, and asked for again after a while", async () => {
      const desk = await open();
      const { comment } = await desk.write({ authorId: "bea@example.org" });
      const { id } = comment;
      const [first] = await desk.mailedLinks();
      await confirmComment(desk.ctx, { id, tokenOrSignature: first?.token ?? "" });
      const ask = () => destroyComment(desk.ctx, { id, email: "bea@example.org" }, anybody);
      await ask();
      desk.pass(commentLimits.deletionMailMs);
      await ask();
      const [, old, fresh] = await desk.mailedLinks();
      const use = (token = "") => confirmCommentDeletion(desk.ctx, { id, token });
      await expect(use(old?.token)).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      desk.pass(commentLimits.pendingMs);
      await expect(use(fresh?.token)).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
    });

    it("is not taken where no mail is configured", async () => {
      const desk = await open({ mailTransport: null });
      await expect(desk.write()).rejects.toMatchObject({ code: "MAIL_NOT_CONFIGURED" });
      expect(await publishComment(desk)).toBeDefined();
    });
  });
});
