import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  countVisible,
  createWallet,
  openCommentFixture,
  publishComment,
  visibleComments,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../access/callers.ts";
import { updateSettings } from "../settings/settings.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { openComments, takesComments } from "./commentable.ts";
import { confirmComment } from "./confirm.ts";
import { destroyComment } from "./delete.ts";
import { moderateComment, moderateComments } from "./moderate.ts";
import { countCommentStates, listComments } from "./read.ts";

const owner: Caller = { kind: "client", tokenId: "1" };

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  describe("the owner", () => {
    it("approves first, and can change their mind", async () => {
      const fixture = await open({ commentsNeedApproval: true });
      const { comment } = await publishComment(fixture);
      expect([await visibleComments(fixture), await countVisible(fixture)]).toEqual([[], 0]);
      const moderate = (approve: boolean) => moderateComment(fixture.ctx, { id: comment.id, approve });
      for (const approve of [true, true, false, false, true]) {
        expect((await moderate(approve)).state).toBe(approve ? "published" : "rejected");
        expect(await countVisible(fixture)).toBe(approve ? 1 : 0);
      }
      await expect(moderateComment(fixture.ctx, { id: 999, approve: true })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    });

    it("moves many at once or none, back too, and lists them by state and by author", async () => {
      const fixture = await open({ commentsNeedApproval: true });
      const one = (await publishComment(fixture)).comment;
      const two = (await publishComment(fixture)).comment;
      const ids = [one.id, two.id];
      const list = async (about: object) => {
        const request = { publicationId: null, first: 9, includePending: true, ...about };
        return (await listComments(fixture.ctx, request)).items.map(({ id }) => id);
      };
      expect(await list({ states: ["held"] })).toEqual(ids);
      await expect(
        moderateComments(fixture.ctx, { ids: [...ids, 999], state: "published" }),
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await countVisible(fixture)).toBe(0);
      await moderateComments(fixture.ctx, { ids, state: "published" });
      expect(await countVisible(fixture)).toBe(2);
      expect(await list({ states: ["published"], newestFirst: true })).toEqual([two.id, one.id]);
      expect(await list({ sameAuthorAs: two.id })).toEqual([two.id]);
      await moderateComments(fixture.ctx, { ids, state: "held" });
      expect(await countCommentStates(fixture.ctx)).toEqual({
        pending: 0,
        held: 2,
        published: 0,
        rejected: 0,
      });
      const many = Array.from({ length: 101 }, () => one.id);
      const refused = moderateComments(fixture.ctx, { ids: many, state: "held" });
      await expect(refused).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    });

    it("can't approve what its author has not confirmed", async () => {
      const fixture = await open();
      const { comment } = await fixture.write();
      const early = moderateComment(fixture.ctx, { id: comment.id, approve: true });
      await expect(early).rejects.toMatchObject({ code: "CONFLICT" });
    });

    it("deletes any comment by session or by the right scope, and by no other", async () => {
      const fixture = await open();
      const integration = (scope: "manage:comments" | "manage:settings"): Caller => ({
        kind: "integration",
        tokenId: "2",
        label: "a program",
        scopes: new Set([scope]),
      });
      const { id } = (await publishComment(fixture)).comment;
      const refused = destroyComment(fixture.ctx, { id }, integration("manage:settings"));
      await expect(refused).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      expect(await destroyComment(fixture.ctx, { id }, integration("manage:comments"))).toBe("destroyed");
      const pending = await fixture.write();
      expect(await destroyComment(fixture.ctx, { id: pending.comment.id }, owner)).toBe("destroyed");
    });

    it("switches comments off for a post, for the node, and for those under way", async () => {
      const fixture = await open();
      const wallet = createWallet();
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const { comment, typedData } = await fixture.write(by);
      const confirm = () =>
        confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature: wallet.signTypedData(typedData) });
      const off = { code: "COMMENT_DISABLED" };
      await openComments(fixture.ctx, { publicationId: fixture.post, open: false });
      expect(await takesComments(fixture.ctx, fixture.post)).toBe(false);
      await expect(fixture.write(by)).rejects.toMatchObject(off);
      await expect(confirm()).rejects.toMatchObject(off);
      await openComments(fixture.ctx, { publicationId: fixture.post, open: true });
      await updateSettings(fixture.ctx, { allowComment: false });
      await expect(fixture.write(by)).rejects.toMatchObject(off);
      await expect(confirm()).rejects.toMatchObject(off);
      await updateSettings(fixture.ctx, { allowComment: true });
      expect(await confirm()).toMatchObject({ state: "published" });
    });

    it("hears of a comment when it is confirmed, once", async () => {
      const fixture = await open();
      await fixture.write();
      const told = () => fixture.ctx.store.db.selectFrom("notifications").select("type").execute();
      expect(await told()).toEqual([]);
      await publishComment(fixture);
      expect(await told()).toEqual([{ type: "comment" }]);
    });
  });

  describe("counts and pages", () => {
    it("count right when many things happen at the same time", async () => {
      const fixture = await open();
      const wallets = Array.from({ length: 12 }, createWallet);
      const made = await Promise.all(
        wallets.map((wallet) => fixture.write({ authType: "ETHEREUM", authorId: wallet.address })),
      );
      const proofs = made.map(({ comment, typedData }, index) => ({
        id: comment.id,
        tokenOrSignature: wallets[index]?.signTypedData(typedData) ?? "",
      }));
      const twice = await Promise.allSettled(
        [...proofs, ...proofs].map((proof) => confirmComment(fixture.ctx, proof)),
      );
      expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(12);
      expect(await countVisible(fixture)).toBe(12);
      await Promise.allSettled([
        ...proofs.slice(0, 4).map(({ id }) => destroyComment(fixture.ctx, { id }, owner)),
        ...proofs.slice(2, 8).map(({ id }) => moderateComment(fixture.ctx, { id, approve: false })),
      ]);
      expect(await countVisible(fixture)).toBe(4);
      expect(await visibleComments(fixture)).toHaveLength(4);
    });

    it("pages through them in their order, whatever their state", async () => {
      const fixture = await open();
      const ids: number[] = [];
      for (let number = 0; number < 5; number += 1) {
        const { comment } =
          number % 2 === 0 ? await fixture.write() : await publishComment(fixture, `Number ${number}.`);
        ids.push(comment.id);
      }
      for (const publicationId of [fixture.post, null]) {
        const pages: number[][] = [];
        let after: string | null = null;
        do {
          const request = { publicationId, first: 2, after, includePending: true };
          const page: Awaited<ReturnType<typeof listComments>> = await listComments(fixture.ctx, request);
          pages.push(page.items.map(({ id }) => id));
          after = page.hasNextPage ? page.endCursor : null;
        } while (after !== null);
        expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
      }
      expect((await visibleComments(fixture)).map(({ id }) => id)).toEqual([ids[1], ids[3]]);
      const bad = { publicationId: null, includePending: false };
      for (const page of [{ first: 0 }, { first: 1_000 }, { first: 1, after: "x" }]) {
        await expect(listComments(fixture.ctx, { ...bad, ...page })).rejects.toMatchObject({
          code: "VALIDATION_FAILED",
        });
      }
    });

    it("go with their publication", async () => {
      const fixture = await open();
      const { comment } = await publishComment(fixture);
      await openComments(fixture.ctx, { publicationId: fixture.post, open: false });
      await destroyPublication(fixture.ctx, fixture.post);
      const left = await listComments(fixture.ctx, { publicationId: null, first: 10, includePending: true });
      expect(left.items).toEqual([]);
      const gone = destroyComment(fixture.ctx, { id: comment.id }, owner);
      await expect(gone).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  });
});
