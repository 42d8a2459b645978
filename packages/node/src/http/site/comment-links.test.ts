import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type CommentFixture,
  countVisible,
  openCommentFixture,
} from "../../../test/support/comment-fixture.ts";
import { destroyComment } from "../../domain/comments/delete.ts";
import { updateSettings } from "../../domain/settings/settings.ts";

let fixture: CommentFixture;
beforeEach(async () => {
  fixture = await openCommentFixture("sqlite");
});
afterEach(() => fixture[Symbol.asyncDispose]());

const form = { "content-type": "application/x-www-form-urlencoded" };
const get = (link: URL) => fixture.node.app.inject({ url: link.pathname + link.search });
const press = (link: URL) =>
  fixture.node.app.inject({
    method: "POST",
    url: link.pathname,
    headers: form,
    payload: link.searchParams.toString(),
  });

async function mailedLink(): Promise<URL> {
  const link = (await fixture.mailedLinks()).at(-1)?.link;
  if (!link) throw new Error("No mail is on its way.");
  return link;
}

it("does nothing when a link is opened, however often, and once when the button is pressed", async () => {
  await fixture.write();
  const link = await mailedLink();
  for (let scan = 0; scan < 3; scan += 1) {
    const page = await get(link);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form action="/comments/confirm" method="post">');
    expect(page.body).toContain(link.searchParams.get("token"));
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringContaining("form-action 'self'"),
    });
  }
  expect(await countVisible(fixture)).toBe(0);
  const done = await press(link);
  expect([done.statusCode, await countVisible(fixture)]).toEqual([200, 1]);
  expect(done.body).toContain("Thank you");
  expect(done.headers["content-security-policy"]).toContain("form-action 'none'");
  expect((await press(link)).statusCode).toBe(404);
});

it("says that the owner looks at it first, where that is so", async () => {
  await updateSettings(fixture.ctx, { commentsNeedApproval: true });
  await fixture.write();
  expect((await press(await mailedLink())).body).toContain("once the owner approves it");
  expect(await countVisible(fixture)).toBe(0);
});

it("deletes a comment by the second mail's link", async () => {
  const { comment } = await fixture.write({ authorId: "bea@example.org" });
  await press(await mailedLink());
  const request = { id: comment.id, email: "bea@example.org" };
  await destroyComment(fixture.ctx, request, { kind: "anonymous" });
  const link = await mailedLink();
  expect((await get(link)).body).toContain('action="/comments/delete"');
  expect(await countVisible(fixture)).toBe(1);
  expect((await press(link)).statusCode).toBe(200);
  expect(await countVisible(fixture)).toBe(0);
});

it.each([
  "id=1",
  "id=1&token=short",
  "id=x&token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "id=1&id=2&token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  'id=1&token="><script>alert(1)</script>AAAAAAAAAAAAAAAAA',
])("takes %j for no link", async (query) => {
  const page = await fixture.node.app.inject({ url: `/comments/confirm?${encodeURI(query)}` });
  expect(page.statusCode).toBe(404);
  expect(page.body).not.toContain("<script>");
});

it("says in words what is wrong with a token, a body, or a body without end", async () => {
  const { comment } = await fixture.write();
  const link = await mailedLink();
  link.searchParams.set("token", "A".repeat(43));
  const wrong = await press(link);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain("That didn&#x27;t work");
  const post = (payload: string, headers: Record<string, string> = form) =>
    fixture.node.app.inject({ method: "POST", url: "/comments/confirm", headers, payload });
  expect((await post("")).statusCode).toBe(404);
  expect((await post(`id=${comment.id}&x=${"a".repeat(2_000)}`)).statusCode).toBe(413);
  expect((await post("{}", { "content-type": "application/json" })).statusCode).toBe(400);
  expect(await countVisible(fixture)).toBe(0);
});
