import { expect, it } from "vitest";
import { createForeign, type Foreign } from "../../../foreign/foreign.ts";
import { limits } from "../../../foreign/limits.ts";
import { createEntryTexts } from "./entry-texts.ts";

const entry = (html: string, excerpt?: number) => ({
  html,
  baseUrl: "https://f.example/feed",
  excerpt,
  pictureText: "Picture",
});

it("renders a text once, and another one of the same feed by itself", async () => {
  await using foreign = createForeign();
  const render = createEntryTexts({ foreign });
  const safe = await render(entry('<p onclick="x">Well <script>x</script><a href="/a">said</a></p>'));
  expect(safe).toBe('<p>Well <a href="https://f.example/a" rel="noopener noreferrer nofollow">said</a></p>');
  const short = await render(entry(`<p>${"word ".repeat(99)}</p>`, 9));
  expect(short).toBe("<p>word word…</p>");
  // Nothing can be rendered any more: these are remembered.
  await foreign[Symbol.asyncDispose]();
  expect(await render(entry('<p onclick="x">Well <script>x</script><a href="/a">said</a></p>'))).toBe(safe);
  expect(await render(entry(`<p>${"word ".repeat(99)}</p>`, 9))).toBe(short);
  expect(await render(entry("<p>Another</p>"))).toBeNull();
});

it("tries a text once that can't be rendered, and one again that was not tried", async () => {
  const hostile = entry("<b>a".repeat(600_000));
  await using small = createForeign({ ...limits, readerMemory: 24 * 2 ** 20 });
  let asked = 0;
  const read: Foreign["read"] = (...args) => {
    asked += 1;
    return small.read(...args);
  };
  const render = createEntryTexts({ foreign: { ...small, read } });
  expect([await render(hostile), await render(hostile), asked]).toEqual([null, null, 1]);
  expect(await render(entry("<p>Another</p>"))).toBe("<p>Another</p>");
  await small[Symbol.asyncDispose]();
  const other = entry("<p>A third one</p>");
  expect([await render(other), await render(other), asked]).toEqual([null, null, 4]);
});
