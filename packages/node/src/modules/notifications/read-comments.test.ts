import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { openCommentFixture, publishComment } from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { answerComment } from "../../domain/comments/answer.ts";
import { removeComment } from "../../domain/comments/delete.ts";
import { moderateComments } from "../../domain/comments/moderate.ts";
import { countUnread, listNotifications } from "./notification.ts";

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async () => use(await openCommentFixture(database, { commentsNeedApproval: true }));

  it.each([
    ["answered", "answer"],
    ["published", "published"],
    ["hidden", "rejected"],
    ["deleted", "delete"],
  ] as const)("reads what was notified of a comment that was %s, and of no other", async (_name, act) => {
    const { ctx, ...fixture } = await open();
    const { comment } = await publishComment({ ctx, ...fixture }, "Is it done?");
    const { comment: other } = await publishComment({ ctx, ...fixture }, "And this?");
    expect(await countUnread(ctx)).toBe(2);
    if (act === "answer") await answerComment(ctx, { id: comment.id, body: "Yes." });
    else if (act === "delete")
      await ctx.store.transaction((tx) => removeComment(tx, comment, ctx.clock.now()));
    else await moderateComments(ctx, { ids: [comment.id], state: act });
    const { items } = await listNotifications(ctx, { first: 9 });
    const read = items.flatMap(({ data, readAt }) => (readAt && "commentId" in data ? [data.commentId] : []));
    expect(read).toEqual([comment.id]);
    expect(items.map(({ readAt }) => readAt)).toContain(new Date(ctx.clock.now()).toISOString());
    expect(other.id).not.toBe(comment.id);
  });

  it("leaves a comment new that waits for the owner again", async () => {
    const fixture = await open();
    const { comment } = await publishComment(fixture, "Is it done?");
    await moderateComments(fixture.ctx, { ids: [comment.id], state: "held" });
    expect(await countUnread(fixture.ctx)).toBe(1);
  });
});
