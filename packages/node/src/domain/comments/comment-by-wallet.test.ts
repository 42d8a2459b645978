import type { Meanings } from "@freehold/protocol";
import { contentHash } from "@freehold/protocol";
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
import { blockPeer } from "../connections/block.ts";
import { confirmComment } from "./confirm.ts";
import { destroyComment } from "./delete.ts";
import { commentLimits } from "./limits.ts";

const anybody: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "1" };

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  describe("a comment by wallet", () => {
    it("is seen when the author has signed it, in either form", async () => {
      const fixture = await open();
      const wallet = createWallet();
      for (const form of ["baseline", "reference"] as const) {
        const { comment, typedData } = await fixture.write({
          authType: "ETHEREUM",
          authorId: wallet.address.toLowerCase(),
          body: `In ${form} form.`,
        });
        const meaning: Meanings["CommentSignature"] = {
          nodeAddress: fixture.node.address,
          commenterAddress: wallet.address,
          publicationId: fixture.post,
          commentBodyHash: contentHash(new TextEncoder().encode(`In ${form} form.`)),
          timestamp: comment.timestamp,
        };
        expect(typedData?.message).toEqual(meaning);
        const tokenOrSignature = wallet.sign("CommentSignature", meaning, form);
        await confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature });
      }
      expect(await visibleComments(fixture)).toMatchObject([
        { authorAddress: wallet.address, body: "In baseline form." },
        { authorAddress: wallet.address, body: "In reference form." },
      ]);
      expect(await fixture.mailedLinks()).toEqual([]);
    });

    it("is confirmed by no other signature", async () => {
      const fixture = await open();
      const [wallet, other] = [createWallet(), createWallet()];
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const { comment, typedData } = await fixture.write(by);
      const elsewhere = await fixture.write({ ...by, body: "Something else." });
      const deletion = { nodeAddress: fixture.node.address, commentId: comment.id };
      const good = wallet.signTypedData(typedData);
      const signatures = [
        other.signTypedData(typedData),
        wallet.signTypedData(elsewhere.typedData),
        wallet.sign("DeleteComment", { ...deletion, commenterAddress: wallet.address }),
        good.slice(0, -2),
        `${good}00`,
        "0x",
        "",
        "not hex",
      ];
      for (const tokenOrSignature of signatures) {
        const refused = confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature });
        await expect(refused).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      await confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature: good });
      expect(await countVisible(fixture)).toBe(1);
    });

    it("is confirmed within 600 seconds", async () => {
      const fixture = await open();
      const wallet = createWallet();
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const [one, two] = [await fixture.write(by), await fixture.write({ ...by, body: "And another." })];
      const confirm = ({ comment, typedData }: typeof one) =>
        confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature: wallet.signTypedData(typedData) });
      fixture.pass(commentLimits.signatureSeconds * 1000);
      await confirm(one);
      fixture.pass(1_000);
      await expect(confirm(two)).rejects.toMatchObject({ code: "EXPIRED_SIGNATURE" });
    });

    it("does not come back by its old signature, which everybody may have seen", async () => {
      const fixture = await open();
      const wallet = createWallet();
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const first = await fixture.write(by);
      const meaning = first.typedData?.message as Meanings["CommentSignature"];
      const tokenOrSignature = wallet.sign("CommentSignature", meaning, "reference");
      await confirmComment(fixture.ctx, { id: first.comment.id, tokenOrSignature });
      await destroyComment(fixture.ctx, { id: first.comment.id }, owner);
      const again = await fixture.write(by);
      const spellings = [tokenOrSignature, tokenOrSignature.toUpperCase().replace("0X", "0x")];
      for (const spelling of spellings) {
        const replayed = confirmComment(fixture.ctx, { id: again.comment.id, tokenOrSignature: spelling });
        await expect(replayed).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      expect(await countVisible(fixture)).toBe(0);
    });

    it("is deleted by its author's signature, and by nobody else's", async () => {
      const fixture = await open();
      const [{ comment, wallet }, other] = [
        await publishComment(fixture),
        await publishComment(fixture, "Another one."),
      ];
      const sign = (by: typeof wallet, commentId: number, nodeAddress = fixture.node.address) =>
        by.sign("DeleteComment", { nodeAddress, commentId, commenterAddress: by.address });
      const destroy = (signature?: string) =>
        destroyComment(fixture.ctx, { id: comment.id, signature }, anybody);
      await expect(destroy()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      const wrong = [
        sign(other.wallet, comment.id),
        sign(wallet, other.comment.id),
        sign(wallet, comment.id, wallet.address),
      ];
      for (const signature of wrong) {
        await expect(destroy(signature)).rejects.toMatchObject({ code: "INVALID_SIGNATURE" });
      }
      const byMail = destroyComment(fixture.ctx, { id: comment.id, email: "bea@example.org" }, anybody);
      await expect(byMail).rejects.toMatchObject({ code: "FORBIDDEN" });
      expect(await destroy(sign(wallet, comment.id))).toBe("destroyed");
      await expect(destroy(sign(wallet, comment.id))).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect(await visibleComments(fixture)).toMatchObject([{ id: other.comment.id }]);
    });

    it("is not taken of a blocked one", async () => {
      const fixture = await open();
      const wallet = createWallet();
      const by = { authType: "ETHEREUM", authorId: wallet.address } as const;
      const { comment, typedData } = await fixture.write(by);
      await blockPeer(fixture.ctx, { address: wallet.address });
      await expect(fixture.write(by)).rejects.toMatchObject({ code: "FORBIDDEN" });
      const tokenOrSignature = wallet.signTypedData(typedData);
      const late = confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature });
      await expect(late).rejects.toMatchObject({ code: "FORBIDDEN" });
    });
  });
});
