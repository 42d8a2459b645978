import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import {
  type CommentFixture,
  openCommentFixture,
  publishComment,
} from "../../../test/support/comment-fixture.ts";
import { answerComment } from "../../domain/comments/answer.ts";
import { openComments } from "../../domain/comments/commentable.ts";
import { confirmComment } from "../../domain/comments/confirm.ts";
import { destroyComment } from "../../domain/comments/delete.ts";
import { commentLimits } from "../../domain/comments/limits.ts";
import { moderateComment } from "../../domain/comments/moderate.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { limits } from "../limits.ts";

let fixture: CommentFixture;
beforeEach(async () => {
  fixture = await openCommentFixture("sqlite");
});
afterEach(() => fixture[Symbol.asyncDispose]());

const form = { "content-type": "application/x-www-form-urlencoded" };
const words = { body: "I *agree*.", name: "Bea", mail: "bea@example.org" };
const page = async (query = "") =>
  (await fixture.node.app.inject({ url: `/publications/${fixture.post}${query}` })).body;
const send = (fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fixture.node.app.inject({
    method: "POST",
    url: "/comments",
    headers: { ...form, ...headers },
    payload: new URLSearchParams({ post: String(fixture.post), ...words, ...fields }).toString(),
  });

/** The text of a refused form. */
const problemOf = ({ body }: { body: string }) => /id="comment-problem"[^>]*>\s*([^<]*?)\s*</.exec(body)?.[1];

async function confirmLast(): Promise<void> {
  const { link, token } = (await fixture.mailedLinks()).at(-1) ?? {};
  const id = Number(link?.searchParams.get("id"));
  await confirmComment(fixture.ctx, { id, tokenOrSignature: token ?? "" });
}

describe("the form", () => {
  it("is hidden until a wallet is found, where no mail is sent", async () => {
    const hidden = /<form class="comment-form row"[^>]* hidden=""/;
    expect(await page()).not.toMatch(hidden);
    await updateSettings(fixture.ctx, { mailTransport: null });
    expect(await page()).toMatch(hidden);
  });

  it("promises nothing that moderation decides", async () => {
    await updateSettings(fixture.ctx, { commentsNeedApproval: true });
    expect(await page()).toContain("We email you a link to confirm your comment.");
    expect(await page()).toContain("Comments are published after the owner approves them.");
  });

  it("sends a mail and says so on a page that can be reloaded; the comment is shown when it is confirmed", async () => {
    const sent = await send({ body: "One line,\r\nand another." });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `/comments/sent?post=${fixture.post}`]);
    const said = await fixture.node.app.inject({ url: String(sent.headers.location) });
    expect(said.body).toContain("Check your email");
    expect(said.body).toContain(`href="/slug/a-post#comments"`);
    expect(await page()).not.toContain("and another");
    await confirmLast();
    expect(await page()).toContain("One line,<br />\nand another.");
  });

  it.each([
    [{ body: " " }, "A comment needs text", "body"],
    [{ body: "x".repeat(commentLimits.bodyLength + 1) }, "at most 5,000 characters", "body"],
    [{ mail: "nobody" }, "This is not an email address", "mail"],
    [{ name: "" }, "Your name can have one line", "name"],
    [{ name: "Bea\u202e" }, "Your name can have one line", "name"],
  ])("gives back what was typed where a field is wrong: %j", async (fields, sentence, field) => {
    const refused = await send({ body: "Kept <b>words</b>.", ...fields });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(sentence);
    const [marked] = /<(input|textarea)[^>]*aria-invalid[^>]*>/.exec(refused.body) ?? [];
    expect(marked).toContain(`name="${field}"`);
    if (field !== "body") expect(refused.body).toContain("Kept &lt;b&gt;words&lt;/b&gt;.");
    if (field !== "mail") expect(refused.body).toContain('value="bea@example.org"');
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(await fixture.mailedLinks()).toEqual([]);
  });

  it("gives back the words, without a form, where comments were closed meanwhile", async () => {
    await openComments(fixture.ctx, { publicationId: fixture.post, open: false });
    const refused = await send({ body: "Too late" });
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain("Comments are closed.");
    expect(refused.body).toMatch(/<pre[^>]*>Too late<\/pre>/);
    expect(refused.body).not.toContain("data-comment");
  });

  it("tells comments that wait from too many in an hour, and keeps the words", async () => {
    for (let count = 0; count < commentLimits.pendingPerMailAddress; count += 1) await send();
    const refused = await send({ body: "One too many" });
    expect(refused.statusCode).toBe(429);
    expect(problemOf(refused)).toBe("You have comments waiting for confirmation. Check your email first.");
    const chinese = await send({}, { "accept-language": "zh" });
    expect(problemOf(chinese)).toBe("你还有评论没有确认，请先查看邮件。");
    for (let count = 3; count < commentLimits.perClientAndHour; count += 1)
      await send({ mail: `reader${count}@example.org` });
    expect(problemOf(await send())).toBe("Too many comments in a short time. Try again later.");
    expect(refused.body).toContain("One too many</textarea>");
  });

  it("says that no mail can be sent", async () => {
    await updateSettings(fixture.ctx, { mailTransport: null });
    expect((await send()).body).toContain("send email.");
    const read = await page();
    expect(read).not.toContain('name="mail"');
  });

  it("says things in the reader's language", async () => {
    expect((await send({ mail: "x" }, { "accept-language": "zh" })).body).toContain("邮箱格式不正确");
  });

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { origin: "https://ada.example", "sec-fetch-site": "same-site" },
  ])("takes nothing from another site's page: %j", async (headers) => {
    const refused = await send({}, headers as Record<string, string>);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).toContain("another site");
    expect(await fixture.mailedLinks()).toEqual([]);
  });

  it("takes what the node's own pages send", async () => {
    const own = { origin: "https://ada.example", "sec-fetch-site": "same-origin" };
    expect((await send({}, own)).statusCode).toBe(303);
  });

  it.each(["", "0", "x", "99", "1e3"])("belongs to a post: %j", async (post) => {
    expect((await send({ post })).statusCode).toBe(404);
    expect((await fixture.node.app.inject({ url: `/comments/sent?post=${post}` })).statusCode).toBe(404);
  });
});

describe("the list", () => {
  it("is right as soon as a comment comes, is hidden, and goes", async () => {
    expect(await page()).toContain("No comments yet.");
    const { comment } = await publishComment(fixture, "Signed words.");
    const first = await page();
    expect(first).toContain("Signed words.");
    expect(first).toContain("1 comment</a>");
    expect(first).toContain(`id="comment-${comment.id}"`);
    expect(first).toContain('aria-label="signed by its author"');
    expect(first).toContain(">Bea<");
    await moderateComment(fixture.ctx, { id: comment.id, approve: false });
    expect(await page()).not.toContain("Signed words.");
    await moderateComment(fixture.ctx, { id: comment.id, approve: true });
    expect(await page()).toContain("Signed words.");
    await destroyComment(fixture.ctx, { id: comment.id }, { kind: "client", tokenId: "1" });
    expect(await page()).not.toContain("Signed words.");
  });

  it("is kept: who has the page is told so until somebody says something", async () => {
    const url = `/publications/${fixture.post}`;
    const { headers } = await fixture.node.app.inject({ url });
    const again = () => fixture.node.app.inject({ url, headers: { "if-none-match": String(headers.etag) } });
    expect((await again()).statusCode).toBe(304);
    await publishComment(fixture);
    expect((await again()).statusCode).toBe(200);
  });

  it("runs no code from a commenter", async () => {
    const bad =
      "<script>alert(1)</script> [x](javascript:alert(1)) ![y](https://elsewhere.example/y.png) <b onclick=x>";
    await publishComment(fixture, bad);
    const [comment = ""] = /<article class="comment.*?<\/article>/s.exec(await page()) ?? [];
    expect(comment).toContain("&lt;script&gt;");
    expect(comment).not.toMatch(/<script|<img|<b |href="javascript/i);
  });

  it("has an answer of the owner below its question, with picture and mark, and no other is marked", async () => {
    const { comment } = await publishComment(fixture, "First?");
    await publishComment(fixture, "Second?");
    await answerComment(fixture.ctx, { id: comment.id, body: "Answered." });
    const articles = (await page()).match(/<article class="comment.*?<\/article>/gs) ?? [];
    expect(articles.map((one) => /First\?|Second\?|Answered\./.exec(one)?.[0])).toEqual([
      "First?",
      "Answered.",
      "Second?",
    ]);
    expect(articles.map((one) => one.includes('"comment answer row'))).toEqual([false, true, false]);
    expect(articles.map((one) => one.includes(">Author<"))).toEqual([false, true, false]);
    expect(articles[1]).toMatch(/<svg class="avatar"|<img class="avatar/);
    expect(articles[1]).toContain(`, in reply to ${comment.authorName}`);
    expect(articles[1]).not.toContain("Delete my comment");
  });

  it("says that it waits for the owner, and that it is closed", async () => {
    await updateSettings(fixture.ctx, { commentsNeedApproval: true });
    expect(await page()).toContain("Comments are published after the owner approves them.");
    await openComments(fixture.ctx, { publicationId: fixture.post, open: false });
    const closed = await page();
    expect(closed).toContain("Comments are closed.");
    expect(closed).not.toContain("data-comment");
  });

  test("many stand on several pages, each of them once", async () => {
    const many = limits.commentsPerPage + 3;
    const row = { publicationId: fixture.post, state: "published", authType: "EMAIL" } as const;
    const rows = Array.from({ length: many }, (_, at) => ({
      ...row,
      authorId: `b${at}@example.org`,
      authorKey: `b${at}@example.org`,
      authorName: "Bea",
      body: `Number ${at}.`,
      timestamp: at,
      createdAt: at * 1000,
      confirmedAt: at * 1000,
    }));
    await fixture.ctx.store.db.insertInto("comments").values(rows).execute();
    const first = await page();
    expect(first).toContain(`${many} comments`);
    const [, next] = /rel="next" href="[^"]*(\?comments=[^"#]+)#/.exec(first) ?? [];
    const second = await page(next);
    const seen = [first, second].flatMap((html) => [...html.matchAll(/Number (\d+)\./g)].map(([, at]) => at));
    expect(seen).toEqual(rows.map((_, at) => String(at)));
    expect(second).toContain("First comments");
    expect(
      (await fixture.node.app.inject({ url: `/publications/${fixture.post}?comments=x` })).statusCode,
    ).toBe(404);
  });
});
