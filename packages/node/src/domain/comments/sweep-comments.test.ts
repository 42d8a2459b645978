import { afterEach, describe, expect, it } from "vitest";
import {
  type CommentFixture,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { startMaintenance } from "../../startup/maintenance.ts";
import { holdData } from "../../store/open-store.ts";
import { commentLimits, sweepComments } from "./limits.ts";

const opened: CommentFixture[] = [];
afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture[Symbol.asyncDispose]();
});

describe.each(databases)("on %s", (database) => {
  async function open(): Promise<CommentFixture> {
    const fixture = await openCommentFixture(database);
    opened.push(fixture);
    return fixture;
  }

  const rows = ({ ctx }: CommentFixture) =>
    ctx.store.db.selectFrom("comments").select(["id", "state", "client"]).orderBy("id").execute();

  it("removes what nobody confirmed in a day, and forgets who wrote the rest", async () => {
    const fixture = await open();
    const { comment } = await publishComment(fixture);
    await fixture.write();
    await fixture.write({ authType: "ETHEREUM", authorId: fixture.node.address });
    fixture.pass(commentLimits.pendingMs - 1);
    await sweepComments(fixture.ctx);
    expect(await rows(fixture)).toMatchObject([
      { id: comment.id, state: "published", client: expect.any(String) },
      { state: "pending" },
      { state: "pending" },
    ]);
    fixture.pass(1);
    await sweepComments(fixture.ctx);
    expect(await rows(fixture)).toEqual([{ id: comment.id, state: "published", client: null }]);
  });

  it("is a maintenance task of a node at work", async () => {
    const fixture = await open();
    await fixture.write();
    fixture.pass(commentLimits.pendingMs);
    await using resources = new AsyncDisposableStack();
    const hold = resources.use(await holdData(fixture.ctx.config, "shared"));
    startMaintenance(fixture.ctx, hold, resources);
    await resources.disposeAsync();
    expect(await rows(fixture)).toEqual([]);
  });
});
