import { afterEach, describe, expect, it } from "vitest";
import {
  type CommentDesk,
  countVisible,
  createWallet,
  openCommentDesk,
  publishComment,
  visibleComments,
} from "../../../test/support/comment-desk.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../access/caller.ts";
import { destroyPublication } from "../publications/destroy-publication.ts";
import { updateSettings } from "../settings/update-settings.ts";
import { confirmComment } from "./confirm-comment.ts";
import { destroyComment } from "./destroy-comment.ts";
import { countCommentStates, listComments } from "./list-comments.ts";
import { moderateComment, moderateComments } from "./moderate-comment.ts";
import { openComments, takesComments } from "./open-comments.ts";

const owner: Caller = { kind: "client", tokenId: "1" };

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

  describe("the owner", () => {
    it("approves first, and can change their mind", async () => {
      const desk = await open({ commentsNeedApproval: true });
      const { comment } = await publishComment(desk);
      expect([await visibleComments(desk), await countVisible(desk)]).toEqual([[], 0]);
      const moderate = (approve: boolean) => moderateComment(desk.ctx, { id: comment.id, approve });
      for (const approve of [true, true, false, false, true]) {
        expect((await moderate(approve)).state).toBe(approve ? "published" : "rejected");
        expect(await countVisible(desk)).toBe(approve ? 1 : 0);
      }
      await expect(moderateComment(desk.ctx, { id: 999, approve: true })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    });

    it("moves many at once or none, back too, and lists them by state and by author", async () => {
      const desk = await open({ commentsNeedApproval: true });
      const one = (await publishComment(desk)).comment;
      const two = (await publishComment(desk)).comment;
      const ids = [one.id, two.id];
      const list = async (about: object) => {
        const request = { publicationId: null, first: 9, includePending: true, ...about };
        return (await listComments(desk.ctx, request)).items.map(({ id }) => id);
      };
      expect(await list({ states: ["held"] })).toEqual(ids);
      await expect(
        moderateComments(desk.ctx, { ids: [...ids, 999], state: "published" }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await countVisible(desk)).toBe(0);
      await moderateComments(desk.ctx, { ids, state: "published" });
      expect(await countVisible(desk)).toBe(2);
      expect(await list({ states: ["published"], newestFirst: true })).toEqual([two.id, one.id]);
      expect(await list({ sameAuthorAs: two.id })).toEqual([two.id]);
      await moderateComments(desk.ctx, { ids, state: "held" });
      expect(await countCommentStates(desk.ctx)).toEqual({ pending: 0, held: 2, published: 0, rejected: 0 });
      const many = Array.from({ length: 101 }, () => one.id);
      const refused = moderateComments(desk.ctx, { ids: many, state: "held" });
      await expect(refused).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    });

    it("can't approve what its author has not confirmed", async () => {
      const desk = await open();
      const { comment } = await desk.write();
      const early = moderateComment(desk.ctx, { id: comment.id, approve: true });
      await expect(early).rejects.toMatchObject({ code: "CONFLICT" });
    });

    it("deletes any comment by session or by the right scope, and by no other", async () => {
      const desk = await open();
      const integration = (scope: "manage:comments" | "manage:settings"): Caller => ({
        kind: "integration",
        tokenId: "2",
        scopes: new Set([scope]),
      });
      const { id } = (await publishComment(desk)).comment;
      const refused = destroyComment(desk.ctx, { id }, integration("manage:settings"));
      await expect(refused).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      expect(await destroyComment(desk.ctx, { id }, integration("manage:comments"))).toBe("destroyed");
      const pending = await desk.write();
      expect(await destroyComment(desk.ctx, { id: pending.comment.id }, owner)).toBe("destroyed");
    });

    it("switches comments off for a post, for the node, and for those under way", async () => {
      const desk = await open();
      const wallet = createWallet();
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const { comment, typedData } = await desk.write(by);
      const confirm = () =>
        confirmComment(desk.ctx, { id: comment.id, tokenOrSignature: wallet.signTypedData(typedData) });
      const off = { code: "COMMENT_DISABLED" };
      await openComments(desk.ctx, { publicationId: desk.post, open: false });
      expect(await takesComments(desk.ctx, desk.post)).toBe(false);
      await expect(desk.write(by)).rejects.toMatchObject(off);
      await expect(confirm()).rejects.toMatchObject(off);
      await openComments(desk.ctx, { publicationId: desk.post, open: true });
      await updateSettings(desk.ctx, { allowComment: false });
      await expect(desk.write(by)).rejects.toMatchObject(off);
      await expect(confirm()).rejects.toMatchObject(off);
      await updateSettings(desk.ctx, { allowComment: true });
      expect(await confirm()).toMatchObject({ state: "published" });
    });

    it("hears of a comment when it is confirmed, once", async () => {
      const desk = await open();
      await desk.write();
      const told = () => desk.ctx.store.db.selectFrom("notifications").select("type").execute();
      expect(await told()).toEqual([]);
      await publishComment(desk);
      expect(await told()).toEqual([{ type: "comment" }]);
    });
  });

  describe("counts and pages", () => {
    it("count right when many things happen at the same time", async () => {
      const desk = await open();
      const wallets = Array.from({ length: 12 }, createWallet);
      const made = await Promise.all(
        wallets.map((wallet) => desk.write({ authType: "ETHEREUM", authorId: wallet.address })),
      );
      const proofs = made.map(({ comment, typedData }, index) => ({
        id: comment.id,
        tokenOrSignature: wallets[index]?.signTypedData(typedData) ?? "",
      }));
      const twice = await Promise.allSettled(
        [...proofs, ...proofs].map((proof) => confirmComment(desk.ctx, proof)),
      );
      expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
      expect(await countVisible(desk)).toBe(12);
      await Promise.allSettled([
        ...proofs.slice(0, 4).map(({ id }) => destroyComment(desk.ctx, { id }, owner)),
        ...proofs.slice(2, 8).map(({ id }) => moderateComment(desk.ctx, { id, approve: false })),
      ]);
      expect(await countVisible(desk)).toBe(4);
      expect(await visibleComments(desk)).toHaveLength(4);
    });

    it("pages through them in their order, whatever their state", async () => {
      const desk = await open();
      const ids: number[] = [];
      for (let number = 0; number < 5; number += 1) {
        const { comment } =
          number % 2 === 0 ? await desk.write() : await publishComment(desk, `Number ${number}.`);
        ids.push(comment.id);
      }
      for (const publicationId of [desk.post, null]) {
        const pages: number[][] = [];
        let after: string | null = null;
        do {
          const request = { publicationId, first: 2, after, includePending: true };
          const page: Awaited<ReturnType<typeof listComments>> = await listComments(desk.ctx, request);
          pages.push(page.items.map(({ id }) => id));
          after = page.hasNextPage ? page.endCursor : null;
        } while (after !== null);
        expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
      }
      expect((await visibleComments(desk)).map(({ id }) => id)).toEqual([ids[1], ids[3]]);
      const bad = { publicationId: null, includePending: false };
      for (const page of [{ first: 0 }, { first: 1_000 }, { first: 1, after: "x" }]) {
        await expect(listComments(desk.ctx, { ...bad, ...page })).rejects.toMatchObject({
          code: "VALIDATION_FAILED",
        });
      }
    });

    it("go with their publication", async () => {
      const desk = await open();
      const { comment } = await publishComment(desk);
      await openComments(desk.ctx, { publicationId: desk.post, open: false });
      await destroyPublication(desk.ctx, desk.post);
      const left = await listComments(desk.ctx, { publicationId: null, first: 10, includePending: true });
      expect(left.items).toEqual([]);
      const gone = destroyComment(desk.ctx, { id: comment.id }, owner);
      await expect(gone).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });
});
