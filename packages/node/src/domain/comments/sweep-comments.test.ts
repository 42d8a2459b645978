import { existsSync } from "node:fs";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  type CommentFixture,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { startMaintenance } from "../../startup/maintenance.ts";
import { holdData } from "../../store/open-store.ts";
import { commentLimits, sweepComments } from "./limits.ts";

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async () => use(await openCommentFixture(database));

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
    const crashed = join(fixture.ctx.config.dataDir, "contents/tmp/left by a crash");
    await mkdir(dirname(crashed), { recursive: true });
    await writeFile(crashed, "half");
    await utimes(crashed, 1, 1);
    await using hold = await holdData(fixture.ctx.config, "shared");
    const maintain = async (works: boolean) => {
      await using resources = new AsyncDisposableStack();
      startMaintenance(fixture.ctx, hold, { resources, works });
    };
    // A process that only answers requests cleans up behind itself, on a machine that may have no other one.
    await maintain(false);
    expect([existsSync(crashed), (await rows(fixture)).length]).toEqual([false, 1]);
    await maintain(true);
    expect(await rows(fixture)).toEqual([]);
  });
});
