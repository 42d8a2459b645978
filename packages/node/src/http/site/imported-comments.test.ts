import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wxr, wxrItem } from "../../../test/support/exports/wordpress-export.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { openImportFolder } from "../../../test/support/import-folder.ts";
import { anybody } from "../../domain/access/callers.ts";
import { blockCommenter } from "../../domain/comments/block.ts";
import { createComment } from "../../domain/comments/create.ts";
import { destroyComment } from "../../domain/comments/delete.ts";
import { moderateComment } from "../../domain/comments/moderate.ts";
import { listComments } from "../../domain/comments/read.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { openImport } from "../../modules/export/import/run-import.ts";

let node: HttpNode;

const comment = (id: number, author: string, words: string, url = "") =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author><![CDATA[${author}]]></wp:comment_author><wp:comment_author_email>grace@example.com</wp:comment_author_email><wp:comment_author_url>${url}</wp:comment_author_url><wp:comment_date_gmt>2014-05-07 08:00:0${id}</wp:comment_date_gmt><wp:comment_content><![CDATA[${words}]]></wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>`;

beforeAll(async () => {
  node = await openHttpNode();
  const wallet = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
  const more = [
    comment(1, "Grace", "I <em>agree</em>.", "https://grace.example/?a=1&amp;b=2"),
    comment(2, wallet, "<script>alert(1)</script>As if <a href='javascript:alert(2)'>signed</a>."),
  ].join("");
  await using folder = await openImportFolder({
    "site.xml": wxr([wxrItem({ id: 1, title: "Boats", name: "boats", content: "Words.", more })]),
  });
  const found = await openImport(join(folder.path, "site.xml"));
  await found?.run({ ...node.ctx, peers: null as never }, {});
  await found?.close();
});
afterAll(() => node[Symbol.asyncDispose]());

const page = async (headers: Record<string, string> = {}) =>
  (await node.app.inject({ url: "/slug/boats", headers })).body;
const comments = async () => {
  const asked = { publicationId: null, first: 50, includePending: true };
  return (await listComments(node.ctx, asked)).items;
};
const articles = (html: string) =>
  html.match(/<article class="comment[\s\S]*?<\/article>/g)?.map((one) => one.replace(/\s+/g, " ")) ?? [];

it("are shown with name, date and site, as imported ones, and nobody is asked whether they are theirs", async () => {
  const [first = "", second = "", ...others] = articles(await page());
  expect(others).toEqual([]);
  expect(first).toContain(
    '<a class="u-url" href="https://grace.example/?a=1&amp;b=2" rel="nofollow ugc noopener"><bdi class="p-name">Grace</bdi></a>',
  );
  expect(first).toContain("<p>I <em>agree</em>.</p>");
  expect(first).toMatch(/datetime="2014-05-07[^>]*>.*<span class="beside">imported<\/span>/);
  expect(second).toContain("As if signed.");
  for (const one of [first, second]) {
    expect(one).toContain('<span class="avatar" aria-hidden="true">');
    expect(one).not.toMatch(/<svg|signed by|\/delete|script|class="ens"|@/);
  }
  const [chinese = ""] = articles(await page({ "accept-language": "zh-CN" }));
  expect(chinese).toContain('<span class="beside">导入的评论</span>');
});

it("are not for their authors to delete, nor for anybody to write or block", async () => {
  const before = await comments();
  const [{ id = 0, publicationId = 0 } = {}] = before;
  expect((await node.app.inject({ url: `/comments/${id}/delete` })).statusCode).toBe(404);
  for (const proof of [{ email: "grace@example.com" }, { signature: `0x${"ab".repeat(65)}` }])
    await expect(destroyComment(node.ctx, { id, ...proof }, anybody)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  await expect(destroyComment(node.ctx, { id }, anybody)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const written = { publicationId, body: "x", authType: "IMPORTED", authorId: "a", authorName: "A" } as const;
  await expect(createComment(node.ctx, written, { ip: null })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  await expect(blockCommenter(node.ctx, { commentId: id })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
  });
  expect(await comments()).toEqual(before);
  const blocks = await node.ctx.store.db.selectFrom("commenter_blocks").select("id").execute();
  expect(blocks).toEqual([]);
});

it("are moderated like others, found by their author, and stay where comments are closed", async () => {
  const [{ id = 0 } = {}] = await comments();
  const asked = { publicationId: null, first: 50, includePending: true, sameAuthorAs: id };
  expect((await listComments(node.ctx, asked)).items.map((one) => one.id)).toEqual([id]);
  await moderateComment(node.ctx, { id, approve: false });
  expect(articles(await page()).length).toBe(1);
  await moderateComment(node.ctx, { id, approve: true });
  await updateSettings(node.ctx, { allowComment: false });
  expect(articles(await page()).length).toBe(2);
});
