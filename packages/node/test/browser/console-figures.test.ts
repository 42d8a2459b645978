import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { readText } from "../support/drawn-structure.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import { everyNth } from "../support/full.ts";
import { drawLandscape } from "../support/landscape-picture.ts";
import { soundBytes } from "../support/media-bytes.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let node: TestNode;
let text: string;

async function upload(width: number, height: number, hue: number): Promise<string> {
  const bytes = await drawLandscape(width, height, hue);
  const source = (async function* () {
    yield bytes;
  })();
  const about = { kind: "FILE", source, filename: `${hue}.jpg`, state: "local" } as const;
  const { contentHash } = await createPublication(node.running.context, about);
  return `${node.url}/ewp/contents/${contentHash}`;
}

beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "07".repeat(32) });
  const shapes = [
    [900, 600],
    [600, 900],
    [1600, 700],
    [600, 600],
    [800, 600],
  ] as const;
  const [one = "", high = "", flat = "", square = "", four = ""] = await Promise.all(
    shapes.map(([width, height], at) => upload(width, height, at * 67)),
  );
  const words = "We walked from the harbour to the last house, and the light was low all the way. ".repeat(4);
  text = [
    "# Along the shore",
    `${words}[^1]`,
    `![Hills](${one} "The hills behind the harbour, photographed on the morning of the first day")`,
    words,
    `![The bay](${flat}#wide "The bay at noon")`,
    words,
    `![The bay](${flat}#full "The same bay, as wide as the window, with a caption that is long enough to need two lines on a telephone")`,
    words,
    `![One](${one})\n![Two](${high} "A mast")\n![Three](${square})\n![Four](${four})\n![Five](${flat})`,
    words,
    `![Two](${high}#wide)\n![Three](${square})`,
    words,
    `![Mast](${high}#wide "A mast, high and narrow")`,
    "[^1]: A note that stands beside the text where there is room for it, and that no picture may cover.",
  ].join("\n\n");
});

test("captions, widths and galleries stand on the page of a post, in each theme", async () => {
  const post = await node.draft(text, "local");
  for (const [index, siteTheme] of everyNth([null, "journal", "plain"], 2).entries()) {
    await updateSettings(node.running.context, { siteTheme } as Parameters<typeof updateSettings>[1]);
    const visit = await openVisit(fixture.browser, everybody[index % 2]);
    const page = await visit.newPage();
    const { problems } = watchPage(page, node.url);
    await page.goto(`${node.url}/publications/${post.id}`);
    for (const picture of await page.locator("article img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).complete)).toBe(true);
    }
    await expectForEverybody(page, `figures-${siteTheme ?? "paper"}`);
    const look = await page.evaluate(() => {
      const widthOf = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
      const column = widthOf(".e-content");
      const rows = [...document.querySelectorAll(".gallery > div")].map((row) =>
        [...row.querySelectorAll("img")].map((one) => Math.round(one.getBoundingClientRect().height)),
      );
      return {
        window: document.documentElement.clientWidth,
        column,
        normal: widthOf("figure.picture"),
        wide: widthOf("figure.is-wide"),
        full: widthOf("figure.is-full"),
        rows,
      };
    });
    expect(look.normal).toBe(look.column);
    expect(look.wide).toBeGreaterThanOrEqual(look.column);
    expect(look.full).toBe(look.window);
    if (look.window > 600)
      for (const [first, ...others] of look.rows)
        for (const other of others) expect(Math.abs(other - (first ?? 0))).toBeLessThan(2);
    expect(problems).toEqual([]);
    await visit.close();
  }
});

test("the editor draws them as the page does, and writes captions, descriptions and widths", async () => {
  const { id } = await node.draft(text, "draft");
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: `/write/${id}` });
  const { page, problems } = ownerConsole;
  await page.locator(".cm-gallery .cm-picture img").first().waitFor();
  const first = page.locator(".cm-picture").first();
  await first.locator("img").click();
  await expectForEverybody(page, "editor-figures");
  await first.getByLabel("Caption").fill('Hills, and "more"');
  await first.getByRole("button", { name: "Full width" }).click();
  await expect
    .poll(() => page.evaluate(readText))
    .toMatch(/\n!\[Hills\]\(\S+#full "Hills, and \\"more\\""\)\n/);
  expect(await first.getAttribute("class")).toContain("is-full");
  expect(problems).toEqual([]);
});

test("the pictures of a gallery change places by buttons, keys and the pointer", async () => {
  const lines = text.split("\n\n").find((block) => block.startsWith("![One]"));
  const { id } = await node.draft(`# Five\n\n${lines}`, "draft");
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: `/write/${id}` });
  const { page, problems } = ownerConsole;
  const gallery = page.locator(".cm-gallery").first().locator(".cm-picture");
  const order = () => gallery.locator("img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
  await gallery.first().locator("img").click();
  expect(await gallery.first().getByLabel("Move before the previous picture").isDisabled()).toBe(true);
  await expectForEverybody(page, "editor-gallery-order");
  await gallery.first().getByLabel("Move after the next picture").click();
  await expect.poll(order).toEqual(["Two", "One", "Three", "Four", "Five"]);
  // The moved picture keeps the focus, so that it can be moved on.
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual(["Two", "Three", "One", "Four", "Five"]);
  await gallery.nth(2).locator(".cm-picture-button").press("Alt+ArrowLeft");
  await expect.poll(order).toEqual(["Two", "One", "Three", "Four", "Five"]);
  await gallery.first().locator("img").hover();
  await page.mouse.down();
  await gallery.nth(2).locator("img").hover({ force: true });
  await takeScreenshot(page, "editor-gallery-drag");
  await page.mouse.up();
  await expect.poll(order).toEqual(["One", "Three", "Two", "Four", "Five"]);
  expect(await page.evaluate(readText)).toMatch(
    /!\[One\]\(\S+\)\n!\[Three\]\(\S+\)\n!\[Two\]\(\S+ "A mast"\)\n/,
  );
  await page.keyboard.press("Control+z");
  await expect.poll(order).toEqual(["Two", "One", "Three", "Four", "Five"]);
  expect(problems).toEqual([]);
});

test("pictures that are chosen together are a gallery, and a sound and a video have players", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: "/write" });
  const { page, problems } = ownerConsole;
  await page.locator(".cm-content").click();
  const film = await readFile(join(import.meta.dirname, "../fixtures/river.webm"));
  await page.locator('input[type="file"]').setInputFiles([
    { name: "a.jpg", mimeType: "image/jpeg", buffer: await drawLandscape(300, 200, 10) },
    { name: "b.jpg", mimeType: "image/jpeg", buffer: await drawLandscape(200, 300, 90) },
    { name: "rain.wav", mimeType: "audio/wav", buffer: Buffer.from(soundBytes(1)) },
    { name: "river.webm", mimeType: "video/webm", buffer: film },
  ]);
  await page.locator(".cm-player video").waitFor();
  await page.locator(".cm-player audio").waitFor();
  const address = /\(https:[^()]*\)/g;
  const read = async () => (await page.evaluate(readText)).replaceAll(address, "(…)");
  expect(await read()).toBe("![](…)\n![](…)\n\n[rain.wav](…)\n\n[river.webm](…)\n\n");
  const heights = await page
    .locator(".cm-gallery .cm-picture img")
    .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(Math.abs((heights[0] ?? 0) - (heights[1] ?? 9))).toBeLessThan(3);
  await expectForEverybody(page, "editor-gallery-and-players");

  const second = page.locator(".cm-picture").nth(1);
  await second.locator(".cm-picture-button").focus();
  await second.getByRole("button", { name: "Wide" }).press("Enter");
  expect(await read()).toContain("![](…)\n![](…)\n\n");
  expect(await page.evaluate(readText)).toMatch(/#wide\)\n\S+#wide\)\n\n/);
  await second.locator(".cm-picture-button").press("Delete");
  expect(await read()).toBe("![](…)\n\n[rain.wav](…)\n\n[river.webm](…)\n\n");
  expect(await page.locator(".cm-picture.is-wide").count()).toBe(1);
  expect(problems).toEqual([]);
});

test("a table has buttons, and a long text an outline, also in the palette", async () => {
  const part = (name: string) => `## ${name}\n\n${"Some words of this part. ".repeat(60)}`;
  const table = "| Harbour | Boats |\n| --- | ---: |\n| Brest | 12 |\n| A very long name of a place | 3 |";
  const body = `# Ports\n\n${part("The *north*")}\n\n${table}\n\n### ${"Unbreakable".repeat(8)}\n\nx\n\n${part("The south")}`;
  const { id } = await node.draft(body, "draft");
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: `/write/${id}` });
  const { page, problems } = ownerConsole;
  await page.locator(".cm-drawn-table td", { hasText: "Brest" }).click();
  const bar = page.getByRole("toolbar", { name: "Table" });
  await bar.getByRole("button", { name: "Add a column after" }).click();
  await page.keyboard.type("x");
  await bar.getByRole("button", { name: "Align to the middle" }).click();
  await expect.poll(() => page.evaluate(readText)).toContain("| Brest                       | x   | 12    |");
  expect(await page.evaluate(readText)).toContain("| :-: | ----: |");
  await expectForEverybody(page, "editor-table-bar");

  await page.keyboard.press("Control+Shift+o");
  const outline = page.getByRole("dialog", { name: "Outline" });
  await outline.waitFor();
  expect(await outline.locator("li").allTextContents()).toEqual([
    "The north",
    "Unbreakable".repeat(8),
    "The south",
  ]);
  expect(await outline.locator("[aria-current]").textContent()).toBe("The north");
  await expectForEverybody(page, "editor-outline");
  await outline.getByRole("button", { name: "The south" }).click();
  const topOf = () =>
    page.evaluate(
      () =>
        document.querySelector(".cm-content .cm-h2:last-of-type, .cm-h2 .cm-hash")?.getBoundingClientRect()
          .top ?? 0,
    );
  await expect.poll(topOf).toBeLessThan(200);
  await page.keyboard.type("!");
  await expect.poll(() => page.evaluate(readText)).toContain("## The south!");

  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("combobox").fill("north");
  await page.getByRole("option", { name: "The north" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("?");
  await expect.poll(() => page.evaluate(readText)).toContain("## The *north*?");
  expect(problems).toEqual([]);
});
