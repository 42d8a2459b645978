import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { openVisit, takeScreenshot, watchPage, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { soundBytes } from "../support/media-bytes.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const widthOf = (element: Element) => (element as HTMLVideoElement).videoWidth;

const fixture = useBrowserFixture();
let node: TestNode;
let video: Buffer;
let text: string;

async function upload(
  bytes: Uint8Array,
  filename: string,
  state: "local" | "draft" = "local",
): Promise<string> {
  const source = (async function* () {
    yield bytes;
  })();
  const about = { kind: "FILE", source, filename, state } as const;
  const { contentHash } = await createPublication(node.running.context, about);
  return `${node.url}/ewp/contents/${contentHash}`;
}

beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "07".repeat(32) });
  video = await readFile(join(import.meta.dirname, "../fixtures/river.webm"));
  const film = await upload(video, "river.webm");
  const sound = await upload(soundBytes(2), "rain.wav");
  text = [
    "# Beside the river",
    "I stood there for an hour, and the water was as it is every autumn: slow, brown, and full of leaves.",
    `[The river at dusk, filmed from the bridge](${film})`,
    "Then it began to rain.",
    `[The rain on the roof](${sound})`,
    "The film of the bridge itself stayed where it was: [bridge.mp4](https://old.example/bridge.mp4).",
    "Nobody came by.",
  ].join("\n\n");
});

/** How much of the page moved while it came, between 0 and 1. */
const readShift = () =>
  new Promise<number>((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
  });

test("a video and a sound are played on the page of their post, and nothing moves when they come", async () => {
  const post = await node.draft(text, "local");
  const visit = await openVisit(fixture.browser, { width: widths.desktop, theme: "light" });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(`${node.url}/publications/${post.id}`);
  await expect.poll(() => page.locator("figure.player video").evaluate(widthOf)).toBe(320);
  expect(await page.evaluate(readShift)).toBeLessThan(0.01);
  const audio = page.locator("figure.player audio");
  // A sound is not loaded before somebody plays it.
  expect(await audio.evaluate((one) => (one as HTMLAudioElement).readyState)).toBe(0);
  await audio.evaluate((one) => (one as HTMLAudioElement).load());
  await audio.evaluate((one) => Object.assign(one, { preload: "metadata" }));
  await expect.poll(() => audio.evaluate((one) => (one as HTMLAudioElement).duration)).toBe(2);
  expect(await page.locator("figure.player figcaption a").allTextContents()).toEqual([
    "The river at dusk, filmed from the bridge",
    "The rain on the roof",
  ]);
  expect(problems).toEqual([]);
  await expectForEverybody(page, "post-with-players");
  await visit.close();
});

test("the editor plays what is public nowhere yet, in its preview and in its text", async () => {
  const film = await upload(Buffer.concat([video, Buffer.alloc(1)]), "draft.webm", "draft");
  const { id } = await node.draft(`${text}\n\n![The same film, as a picture](${film})`, "draft");
  await using ownerConsole = await openOwnerConsole(fixture.browser, node, 7, { path: `/write/${id}` });
  const { page, problems } = ownerConsole;
  await page.locator(".cm-content").waitFor();
  await expect.poll(() => page.locator(".cm-picture video").evaluate(widthOf)).toBe(320);
  expect(await page.locator(".cm-picture img").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Preview" }).click();
  const shown = page.frameLocator(".page-preview").locator("article");
  await expect.poll(() => shown.locator("figure.player video").evaluate(widthOf)).toBe(320);
  await expect.poll(() => shown.locator("p video").evaluate(widthOf)).toBe(320);
  expect(await shown.locator("figure.player audio").count()).toBe(1);
  expect(problems).toEqual([]);
  await takeScreenshot(page, "console-preview-with-players");
});
