import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { openVisit, takeScreenshot, watchPage, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let node: TestNode;
let path: string;

async function upload(width: number, height: number, background: string): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const source = (async function* () {
    yield bytes;
  })();
  const about = { kind: "FILE", source, filename: `${background}.jpg`, state: "local" } as const;
  return `/ewp/contents/${(await createPublication(node.running.context, about)).contentHash}`;
}

beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "0a".repeat(32) });
  const [loom, river] = [await upload(1800, 1200, "brown"), await upload(900, 1500, "navy")];
  const text = `# Looms\n\n![A loom](${loom} "Lyon, 1804")\n\nWords between.\n\n![The river](${river})`;
  path = `/publications/${(await node.draft(text, "local")).id}`;
});

test("a picture opens as large as the window, is zoomed and left by keys, and its code comes only then", async () => {
  const visit = await openVisit(fixture.browser, { width: widths.phone, theme: "light" });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`${node.url}${path}`);
  const picture = page.getByRole("button", { name: "A loom" });
  await picture.focus();
  const code = () => scripts.filter((one) => one.includes("/viewer"));
  expect(code()).toEqual([]);
  await page.keyboard.press("Enter");
  const viewer = page.getByRole("dialog", { name: "A loom" });
  await viewer.waitFor();
  expect(code()).toHaveLength(1);
  expect(await viewer.textContent()).toContain("Lyon, 1804");
  const width = () => viewer.getByRole("img").evaluate((image) => image.getBoundingClientRect().width);
  expect(await width()).toBe(widths.phone);
  await takeScreenshot(page, "picture-viewer-phone");
  await page.keyboard.press("+");
  expect(await width()).toBe(widths.phone * 1.5);
  await viewer.getByRole("button", { name: "Zoom out" }).click();
  expect(await width()).toBe(widths.phone);
  await page.keyboard.press("ArrowRight");
  const other = page.getByRole("dialog", { name: "The river" });
  await other.waitFor();
  expect(await other.getByRole("button", { name: "Next" }).count()).toBe(0);
  const box = await other.getByRole("button", { name: "Close" }).boundingBox();
  expect([box?.width, box?.height].map((side) => (side ?? 0) >= 44)).toEqual([true, true]);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("dialog").count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("alt"));
  await expect.poll(focused).toBe("The river");
  expect(problems).toEqual([]);
  await visit.close();
});
