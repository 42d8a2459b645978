import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { readSettingValues, updateSettings } from "../../domain/settings/settings.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
  await node.publish("# Linked", { slug: "linked" });
});
afterAll(() => node[Symbol.asyncDispose]());

const get = async (url: string) => (await node.app.inject(url)).body;
const account = '<meta name="fediverse:creator" content="@ada@social.example"/>';
const link = (href: string, name: string) =>
  `<a class="u-url" rel="me noopener" href="${href}"><bdi>${name}</bdi></a>`;

test("the owner's pages elsewhere are linked as the owner's, and an account is named on each page", async () => {
  expect(await get("/")).not.toMatch(/fediverse:creator|rel="me/);
  await updateSettings(node.ctx, { profileLinks: "https://code.example/ada?a=1&b=2\n@ada@social.example" });
  for (const url of ["/", "/about"]) {
    const page = await get(url);
    expect(page).toContain(link("https://code.example/ada?a=1&amp;b=2", "code.example/ada?a=1&amp;b=2"));
    expect(page).toContain(link("https://social.example/@ada", "@ada@social.example"));
    expect(page).toContain(account);
  }
  const post = await get("/slug/linked");
  expect(post).toContain(account);
  expect(post).not.toContain('rel="me');
});

test("what is no link is refused, and nothing changes", async () => {
  const before = await readSettingValues(node.ctx.store.db);
  const wrong = updateSettings(node.ctx, { profileLinks: "https://code.example/\njavascript:alert(1)" });
  await expect(wrong).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  expect(await readSettingValues(node.ctx.store.db)).toEqual(before);
});
