import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectAccessible,
  keepScreenshot,
  openBrowser,
  openVisit,
  watchPage,
  widths,
} from "../support/browser.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

let network: TestNetwork;
let node: TestNode;
let browser: Browser;
beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({
    title: "Ada Lovelace",
    description: "Notes on engines, numbers and the sea. Written where I live.",
    privateKey: "07".repeat(32),
  });
  await node.publish(`# ${longWord}\n\nA word that is longer than any line: ${longWord}${longWord}. #words`);
  await node.publish("Just a line, signed and sent. #notes");
  await node.draft("This one is only here. #notes", "local");
  await node.publish(
    [
      "# On the weaving of numbers",
      "The engine *weaves* algebraic patterns, just as the loom weaves flowers and leaves. It has no pretensions to originate anything.",
      "## What it can do",
      "- follow what we know how to order\n- nothing else, **for now**\n- and `print` it",
      "> A quotation of some length that says what somebody said once, and says it well enough.",
      "```js\nfor (const card of cards) {\n  engine.weave(card); // one after another, and a line that is quite a bit longer than the column\n}\n```",
      "| card | meaning |\n|---|---|\n| 1 | add |\n| 2 | carry |",
      "这里有一段中文：机器编织代数的图案，正如织机编织花与叶。 #engines",
    ].join("\n\n"),
    { slug: "weaving" },
  );
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await network?.[Symbol.asyncDispose]();
});

const places = [
  ["home", "/"],
  ["post", "/slug/weaving"],
  ["tag", "/tags/notes"],
  ["archive", "/archive"],
  ["search", "/search?q=weaves"],
  ["people", "/followers"],
  ["missing", "/nowhere"],
] as const;

for (const theme of ["light", "dark"] as const) {
  for (const [size, width] of Object.entries(widths)) {
    test(`every page reads without a script: ${theme}, ${size}`, async () => {
      const visit = await openVisit(browser, { width, theme, javaScript: false });
      const page = await visit.newPage();
      for (const [name, path] of places) {
        const { problems } = watchPage(page, node.url);
        await page.goto(`${node.url}${path}`);
        await keepScreenshot(page, `site-${name}-${theme}-${size}`);
        expect([name, problems.filter((problem) => !/404/.test(problem))]).toEqual([name, []]);
      }
      await visit.close();
    });

    test(`everybody can use every page: ${theme}, ${size}`, async () => {
      const visit = await openVisit(browser, { width, theme });
      const page = await visit.newPage();
      for (const [, path] of places) {
        await page.goto(`${node.url}${path}`);
        await expectAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, wide]).toEqual([path, 0]);
      }
      await visit.close();
    });
  }
}

test("a reader chooses Chinese and dark, and comes back to the page", async () => {
  const visit = await openVisit(browser, { javaScript: false });
  const page = await visit.newPage();
  await page.goto(`${node.url}/archive`);
  await page.getByText("How this page looks").click();
  await page.getByLabel("Language").selectOption("zh-Hans");
  await page.getByLabel("Light or dark").selectOption("dark");
  await page.getByRole("button", { name: "Choose" }).click();
  expect(new URL(page.url()).pathname).toBe("/archive");
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  expect(await page.locator("h1").textContent()).toBe("归档");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await visit.close();
});
