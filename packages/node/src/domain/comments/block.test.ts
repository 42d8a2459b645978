import { describe, expect, it } from "vitest";
import { openCommentFixture, visibleComments } from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { blockCommenter, listBlockedCommenters, unblockCommenter } from "./block.ts";
import { confirmComment } from "./confirm.ts";

describe.each(databases)("on %s", (database) => {
  it("what a blocked author by mail writes is refused once they confirm it, until they are unblocked", async () => {
    await using fixture = await openCommentFixture(database);
    const { ctx } = fixture;
    const write = async (authorId: string, authorName = "Bea") => {
      const { comment } = await fixture.write({ authorId, authorName });
      const token = (await fixture.mailedLinks()).at(-1)?.token ?? "";
      return () => confirmComment(ctx, { id: comment.id, tokenOrSignature: token });
    };
    const { id: commentId } = await (await write("Bea@Example.org"))();
    const id = await blockCommenter(ctx, { commentId, reason: " rude " });
    expect(await blockCommenter(ctx, { commentId, reason: "very rude" })).toBe(id);
    expect(await visibleComments(fixture)).toHaveLength(1);

    // Writing goes as for anybody, or an anonymous caller would learn who is blocked.
    const confirm = await write("bea@EXAMPLE.org", "Somebody else");
    await expect(confirm()).rejects.toMatchObject({ code: "FORBIDDEN" });
    await (await write("bob@example.org"))();
    expect(await visibleComments(fixture)).toHaveLength(2);

    const { items } = await listBlockedCommenters(ctx, { first: 10, after: null });
    expect(items).toMatchObject([{ id, authorName: "Bea", reason: "very rude" }]);
    expect(JSON.stringify(items)).not.toContain("example.org");
    expect(await unblockCommenter(ctx, id)).toBe(true);
    expect(await unblockCommenter(ctx, id)).toBe(false);
    await confirm();
    expect(await visibleComments(fixture)).toHaveLength(3);
  });

  it("takes a comment by mail alone, and pages through the blocks", async () => {
    await using fixture = await openCommentFixture(database);
    const { ctx } = fixture;
    const address = `0x${"ab".repeat(20)}`;
    const { comment } = await fixture.write({ authType: "ETHEREUM", authorId: address });
    await expect(blockCommenter(ctx, { commentId: comment.id })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await expect(blockCommenter(ctx, { commentId: 4_711 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const authorName of ["A", "B", "C"]) {
      const { comment: one } = await fixture.write({ authorName });
      await blockCommenter(ctx, { commentId: one.id });
    }
    const first = await listBlockedCommenters(ctx, { first: 2, after: null });
    const rest = await listBlockedCommenters(ctx, { first: 2, after: first.endCursor });
    expect([...first.items, ...rest.items].map(({ authorName }) => authorName)).toEqual(["C", "B", "A"]);
    expect([first.hasNextPage, rest.hasNextPage]).toEqual([true, false]);
  });
});
