import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  type CommentFixture,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { destroyComment } from "../../domain/comments/delete.ts";
import { moderateComment } from "../../domain/comments/moderate.ts";

const owner: Caller = { kind: "client", tokenId: "1" };
const sync = { "user-agent": "ePress-Sync/0.2.11" };

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  /** The counts that a reference peer is told, by the order of the index (decisions 6). */
  async function counts({ node }: CommentFixture): Promise<number[]> {
    const reply = await node.app.inject({ url: "/ewp/publications", headers: sync });
    return reply.json().data.map((entry: { comment_count: number }) => entry.comment_count);
  }

  it("counts the comments that readers see, whatever comes and goes at once", async () => {
    const fixture = await open();
    await fixture.node.publish("# Another post");
    const baseline = await fixture.node.app.inject({ url: "/ewp/publications" });
    expect(await counts(fixture)).toEqual([0, 0]);

    await fixture.write();
    expect(await counts(fixture)).toEqual([0, 0]);
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, at) => publishComment(fixture, `Word ${at}.`)),
    );
    const [first, second, ...rest] = made.map(({ comment }) => comment.id);
    if (!first || !second) throw new Error("There are no comments.");
    expect(await counts(fixture)).toEqual([6, 0]);

    await moderateComment(fixture.ctx, { id: first, approve: false });
    expect(await counts(fixture)).toEqual([5, 0]);
    await Promise.all([
      moderateComment(fixture.ctx, { id: first, approve: true }),
      destroyComment(fixture.ctx, { id: second }, owner),
      ...rest.map((id) => moderateComment(fixture.ctx, { id, approve: false })),
      publishComment(fixture, "And one more."),
    ]);
    expect(await counts(fixture)).toEqual([2, 0]);
    await destroyComment(fixture.ctx, { id: first }, owner);
    expect(await counts(fixture)).toEqual([1, 0]);

    const after = await fixture.node.app.inject({ url: "/ewp/publications" });
    expect(after.body).toBe(baseline.body);
    expect(after.headers.etag).toBe(baseline.headers.etag);
  });

  it("counts what the owner approves, from then on", async () => {
    const fixture = await open({ commentsNeedApproval: true });
    const { comment } = await publishComment(fixture);
    expect(await counts(fixture)).toEqual([0]);
    await moderateComment(fixture.ctx, { id: comment.id, approve: true });
    expect(await counts(fixture)).toEqual([1]);
  });
});
