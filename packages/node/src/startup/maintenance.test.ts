import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../test/support/close-after-each.ts";
import { openCommentFixture } from "../../test/support/comment-fixture.ts";
import { databases } from "../../test/support/databases.ts";
import { saveDraft } from "../domain/publications/save-draft.ts";
import { schedulePublication } from "../domain/publications/schedule.ts";
import { holdData } from "../store/open-store.ts";
import { findPublication } from "../store/publications/publications.ts";
import { startMaintenance } from "./maintenance.ts";

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  it("publishes a draft at its time, and not at the next minute: also one that is scheduled while another waits", async () => {
    const { ctx, pass } = use(await openCommentFixture(database));
    const schedule = async (body: string, ms: number) => {
      const { id } = await saveDraft(ctx, { id: null, body, revision: null });
      await schedulePublication(ctx, id, ctx.clock.now() + ms);
      return id;
    };
    const stateOf = async (id: number) => (await findPublication(ctx.store.db, id))?.state;
    const news: string[] = [];
    const late = await schedule("# Late", 3_600_000);
    await using hold = await holdData(ctx.config, "shared");
    await using resources = new AsyncDisposableStack();
    resources.defer(ctx.store.onDue("timeline", () => news.push("timeline")));
    startMaintenance(ctx, hold, { resources, works: true });
    const soon = await schedule("# Soon", 30);
    expect([await stateOf(soon), await stateOf(late)]).toEqual(["draft", "draft"]);
    news.length = 0;
    pass(30);
    // The clock of the fixture stands still in between: the timer of the 30 ms is all that looks.
    await expect.poll(() => stateOf(soon), { timeout: 20_000 }).toBe("local");
    expect(await stateOf(late)).toBe("draft");
    expect(news).toContain("timeline");
  });
});
