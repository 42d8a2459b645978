import { afterEach, describe, expect, it } from "vitest";
import { type CommentDesk, openCommentDesk, publishComment } from "../../../test/support/comment-desk.ts";
import { databases } from "../../../test/support/databases.ts";
import type { Caller } from "../../domain/access/caller.ts";
import { destroyComment } from "../../domain/comments/destroy-comment.ts";
import { moderateComment } from "../../domain/comments/moderate-comment.ts";

const owner: Caller = { kind: "client", tokenId: "1" };
const sync = { "user-agent": "ePress-Sync/0.2.11" };

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

  /** The counts that a reference peer is told, by the order of the index (decisions 6). */
  async function counts({ node }: CommentDesk): Promise<number[]> {
    const reply = await node.app.inject({ url: "/ewp/publications", headers: sync });
    return reply.json().data.map((entry: { comment_count: number }) => entry.comment_count);
  }

  it("counts the comments that readers see, whatever comes and goes at once", async () => {
    const desk = await open();
    await desk.node.publish("# Another post");
    const baseline = await desk.node.app.inject({ url: "/ewp/publications" });
    expect(await counts(desk)).toEqual([0, 0]);

    await desk.write();
    expect(await counts(desk)).toEqual([0, 0]);
    const made = await Promise.all(Array.from({ length: 6 }, (_, at) => publishComment(desk, `Word ${at}.`)));
    const [first, second, ...rest] = made.map(({ comment }) => comment.id);
    if (!first || !second) throw new Error("There are no comments.");
    expect(await counts(desk)).toEqual([6, 0]);

    await moderateComment(desk.ctx, { id: first, approve: false });
    expect(await counts(desk)).toEqual([5, 0]);
    await Promise.all([
      moderateComment(desk.ctx, { id: first, approve: true }),
      destroyComment(desk.ctx, { id: second }, owner),
      ...rest.map((id) => moderateComment(desk.ctx, { id, approve: false })),
      publishComment(desk, "And one more."),
    ]);
    expect(await counts(desk)).toEqual([2, 0]);
    await destroyComment(desk.ctx, { id: first }, owner);
    expect(await counts(desk)).toEqual([1, 0]);

    const after = await desk.node.app.inject({ url: "/ewp/publications" });
    expect(after.body).toBe(baseline.body);
    expect(after.headers.etag).toBe(baseline.headers.etag);
  });

  it("counts what the owner approves, from then on", async () => {
    const desk = await open({ commentsNeedApproval: true });
    const { comment } = await publishComment(desk);
    expect(await counts(desk)).toEqual([0]);
    await moderateComment(desk.ctx, { id: comment.id, approve: true });
    expect(await counts(desk)).toEqual([1]);
  });
});
