import { afterEach, describe, expect, it } from "vitest";
import { type CommentDesk, openCommentDesk, publishComment } from "../../../test/support/comment-desk.ts";
import { databases } from "../../../test/support/databases.ts";
import { startChores } from "../../start-chores.ts";
import { commentLimits } from "./comment-limits.ts";
import { sweepComments } from "./sweep-comments.ts";

const opened: CommentDesk[] = [];
afterEach(async () => {
  for (const desk of opened.splice(0)) await desk[Symbol.asyncDispose]();
});

describe.each(databases)("on %s", (database) => {
  async function open(): Promise<CommentDesk> {
    const desk = await openCommentDesk(database);
    opened.push(desk);
    return desk;
  }

  const rows = ({ ctx }: CommentDesk) =>
    ctx.store.db.selectFrom("comments").select(["id", "state", "client"]).orderBy("id").execute();

  it("removes what nobody confirmed in a day, and forgets who wrote the rest", async () => {
    const desk = await open();
    const { comment } = await publishComment(desk);
    await desk.write();
    await desk.write({ authType: "ETHEREUM", authorId: desk.node.address });
    desk.pass(commentLimits.pendingMs - 1);
    await sweepComments(desk.ctx);
    expect(await rows(desk)).toMatchObject([
      { id: comment.id, state: "published", client: expect.any(String) },
      { state: "pending" },
      { state: "pending" },
    ]);
    desk.pass(1);
    await sweepComments(desk.ctx);
    expect(await rows(desk)).toEqual([{ id: comment.id, state: "published", client: null }]);
  });

  it("is a chore of a node at work", async () => {
    const desk = await open();
    await desk.write();
    desk.pass(commentLimits.pendingMs);
    await using resources = new AsyncDisposableStack();
    startChores(desk.ctx, resources);
    await resources.disposeAsync();
    expect(await rows(desk)).toEqual([]);
  });
});
