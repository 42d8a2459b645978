import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type CommentFixture,
  countVisible,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { confirmComment } from "../../domain/comments/confirm.ts";

let fixture: CommentFixture;
beforeEach(async () => {
  fixture = await openCommentFixture("sqlite");
});
afterEach(() => fixture[Symbol.asyncDispose]());

const read = (id: number | string) => fixture.node.app.inject({ url: `/comments/${id}/delete` });
const ask = (id: number, mail: string, headers: Record<string, string> = {}) =>
  fixture.node.app.inject({
    method: "POST",
    url: `/comments/${id}/delete`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams({ mail }).toString(),
  });

async function byMail(): Promise<number> {
  const { comment } = await fixture.write({ authorId: "bea@example.org", body: "Mailed words." });
  const [first] = await fixture.mailedLinks();
  await confirmComment(fixture.ctx, { id: comment.id, tokenOrSignature: first?.token ?? "" });
  return comment.id;
}

it("mails the author a link that deletes, and tells nobody whose the comment is", async () => {
  const id = await byMail();
  const page = await read(id);
  expect(page.body).toContain("Mailed words.");
  expect(page.body).toContain(`action="/comments/${id}/delete"`);
  expect(page.body).not.toContain("bea@example.org");
  const [wrong, right] = [await ask(id, "eve@example.org"), await ask(id, "bea@example.org")];
  expect([wrong.statusCode, wrong.body]).toEqual([right.statusCode, right.body]);
  const links = await fixture.mailedLinks();
  expect(links.map(({ to }) => to)).toEqual(["bea@example.org", "bea@example.org"]);
  expect(links[1]?.link.pathname).toBe("/comments/delete");
  expect(await countVisible(fixture)).toBe(1);
});

it("says what is wrong, in words", async () => {
  const id = await byMail();
  const refused = await ask(id, "");
  expect([refused.statusCode, refused.body.includes("Enter the email address")]).toEqual([400, true]);
  const elsewhere = await ask(id, "bea@example.org", { origin: "https://evil.example" });
  expect([elsewhere.statusCode, elsewhere.body.includes("another site")]).toEqual([403, true]);
  expect(await fixture.mailedLinks()).toHaveLength(1);
});

it("shows which wallet can delete a comment that was signed", async () => {
  const { comment, wallet } = await publishComment(fixture);
  const { body } = await read(comment.id);
  expect(body).toContain(`&quot;address&quot;:&quot;${wallet.address}&quot;`);
  expect(body).not.toContain('name="mail"');
  const refused = await ask(comment.id, "bea@example.org");
  expect(refused.statusCode).toBe(403);
  // Not the sentence for a blocked author, whose code is the same.
  expect(refused.body).toContain("This comment was written with a wallet, not by email.");
  const chinese = await ask(comment.id, "bea@example.org", { "accept-language": "zh" });
  expect(chinese.body).toContain("这条评论是用钱包写的，不是用邮箱。");
});

it("shows no comment that readers don't see", async () => {
  const { comment } = await fixture.write({ body: "Nobody has confirmed this." });
  for (const id of [99, 0, "x", "1e1"]) expect([id, (await read(id)).statusCode]).toEqual([id, 404]);
  // As one that was deleted, so that nobody learns that it waits.
  const waiting = await read(comment.id);
  expect([waiting.statusCode, waiting.body.includes("Nobody has confirmed")]).toEqual([410, false]);
});
