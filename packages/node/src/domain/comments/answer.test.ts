import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import {
  openCommentFixture,
  publishComment,
  visibleComments,
} from "../../../test/support/comment-fixture.ts";
import { databases } from "../../../test/support/databases.ts";
import { answerComment } from "./answer.ts";
import { openComments } from "./commentable.ts";
import { commentLimits } from "./limits.ts";
import { moderateComment } from "./moderate.ts";
import { readConversation } from "./read.ts";

const use = closeAfterEach();

describe.each(databases)("on %s", (database) => {
  const open = async (settings?: Record<string, unknown>) =>
    use(await openCommentFixture(database, settings));

  it("is the owner's, is seen at once, and publishes the comment that waited, without mail", async () => {
    const fixture = await open({ commentsNeedApproval: true });
    const { comment } = await publishComment(fixture, "Is it done?");
    await openComments(fixture.ctx, { publicationId: fixture.post, open: false });
    const answer = await answerComment(fixture.ctx, { id: comment.id, body: "*Yes.*" });
    const { address } = fixture.node;
    expect(answer).toMatchObject({ authorAddress: address, state: "published", body: "*Yes.*" });
    expect((await visibleComments(fixture)).map(({ body }) => body)).toEqual(["Is it done?", "*Yes.*"]);
    expect(await fixture.mailedLinks()).toEqual([]);
  });

  it("stands below its question, also where it comes later, is to an answer, and begins a page", async () => {
    const fixture = await open();
    const { comment: first } = await publishComment(fixture, "One?");
    await publishComment(fixture, "Two?");
    const answer = await answerComment(fixture.ctx, { id: first.id, body: "One!" });
    await answerComment(fixture.ctx, { id: answer.id, body: "And more." });
    const read = async (limit: number, after: string | null = null): Promise<string[]> => {
      const asked = { publicationId: fixture.post, first: limit, after };
      const { comments, count, next } = await readConversation(fixture.ctx, asked);
      expect(count).toBe(4);
      const bodies = comments.map(({ body, answers }) => `${body} ${answers}`);
      return next === null ? bodies : [...bodies, ...(await read(limit, next))];
    };
    const all = ["One? null", `One! ${first.id}`, `And more. ${first.id}`, "Two? null"];
    expect(await read(9)).toEqual(all);
    expect(await read(1)).toEqual(all);
    // Answers of a hidden question stay in their place.
    await moderateComment(fixture.ctx, { id: first.id, approve: false });
    expect((await visibleComments(fixture)).map(({ body }) => body)).toHaveLength(3);
  });

  it("leaves a hidden comment hidden", async () => {
    const fixture = await open();
    const { comment } = await publishComment(fixture);
    await moderateComment(fixture.ctx, { id: comment.id, approve: false });
    await answerComment(fixture.ctx, { id: comment.id, body: "No." });
    expect((await visibleComments(fixture)).map(({ body }) => body)).toEqual(["No."]);
  });

  it("is refused for an unconfirmed comment, for none, without words, and when it is too long", async () => {
    const fixture = await open();
    const { comment: waiting } = await fixture.write();
    const { comment } = await publishComment(fixture);
    const longest = "x".repeat(commentLimits.bodyLength);
    for (const [id, body, code] of [
      [waiting.id, "Yes.", "CONFLICT"],
      [9_999, "Yes.", "NOT_FOUND"],
      [comment.id, " ", "VALIDATION_FAILED"],
      [comment.id, `${longest}x`, "VALIDATION_FAILED"],
    ] as const) {
      await expect(answerComment(fixture.ctx, { id, body })).rejects.toMatchObject({ code });
    }
    expect(await visibleComments(fixture)).toHaveLength(1);
    await answerComment(fixture.ctx, { id: comment.id, body: longest });
    expect(await visibleComments(fixture)).toHaveLength(2);
  });
});
