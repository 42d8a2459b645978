import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { limits } from "../limits.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const read = async (headers: Record<string, string>, url = "/") =>
  (await node.app.inject({ url, headers })).body;
const choose = (fields: Record<string, string>, referer = "") =>
  node.app.inject({
    method: "POST",
    url: "/preferences",
    headers: { "content-type": "application/x-www-form-urlencoded", host: "ada.example", referer },
    payload: new URLSearchParams(fields).toString(),
  });

test.each([
  [{}, 'lang="en"', "Archive"],
  [{ "accept-language": "zh-CN,en;q=0.5" }, 'lang="zh-Hans"', "归档"],
  [{ "accept-language": "zh", cookie: "a=b; freehold_language=en" }, 'lang="en"', "Archive"],
  [{ cookie: "freehold_language=%22><script>" }, 'lang="en"', "Archive"],
])("a reader who sends %j reads %s", async (headers, language, words) => {
  const html = await read(headers as Record<string, string>);
  expect(html).toContain(language);
  expect(html).toContain(words);
});

test("pages of one reader are none of another's", async () => {
  const { headers } = await node.app.inject({ url: "/", headers: { "accept-language": "zh" } });
  expect(headers.vary).toContain("Accept-Language");
  expect(await read({ "accept-language": "en" })).toContain('lang="en"');
  expect(await read({ cookie: "freehold_theme=dark" })).toContain('data-theme="dark"');
  expect(await read({})).toContain('data-theme="system"');
});

test("what is missing is said in the reader's language", async () => {
  expect(await read({ "accept-language": "zh" }, "/nowhere")).toContain("页面不存在");
});

test("a choice is kept, and leads back to the page", async () => {
  const { statusCode, headers } = await choose(
    { language: "zh-Hans", theme: "dark" },
    "https://ada.example/?page=1",
  );
  expect([statusCode, headers.location]).toEqual([303, "/?page=1"]);
  expect(headers["set-cookie"]).toEqual([
    expect.stringMatching(/^freehold_language=zh-Hans; Path=\/; .*SameSite=Lax; HttpOnly$/),
    expect.stringMatching(/^freehold_theme=dark; /),
  ]);
});

test.each([
  "https://elsewhere.example/archive",
  "https://ada.example@elsewhere.example/",
  "//elsewhere.example",
  "javascript:x",
  "",
])("a choice never leads away: %j", async (referer) => {
  expect((await choose({ theme: "light" }, referer)).headers.location).toBe("/");
});

test("a path that begins like another site's stays here", async () => {
  const { headers } = await choose({ theme: "light" }, "https://ada.example//elsewhere.example/x?y=1");
  expect(headers.location).toBe("/elsewhere.example/x?y=1");
});

test("a choice leads back to a path as long as those of this site", async () => {
  const path = `/${"x".repeat(limits.returnPathLength - 1)}`;
  expect((await choose({ theme: "light" }, `https://ada.example${path}`)).headers.location).toBe(path);
  expect((await choose({ theme: "light" }, `https://ada.example${path}x`)).headers.location).toBe("/");
});

test("a choice that there is not changes nothing", async () => {
  const { headers } = await choose({ theme: "neon", language: "xx; Domain=example" });
  expect(headers["set-cookie"]).toBeUndefined();
});
