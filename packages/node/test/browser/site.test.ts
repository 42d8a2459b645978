import { beforeAll, expect, test } from "vitest";
import { openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import type { TestNode } from "../support/test-network.ts";

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const fixture = useBrowserFixture();
let node: TestNode;
beforeAll(async () => {
  node = await fixture.network.start({
    title: "Ada Lovelace",
    description: "Notes on engines, numbers and the sea. Written where I live.",
    privateKey: "07".repeat(32),
  });
  await node.publish(`# ${longWord}\n\nA word that is longer than any line: ${longWord}${longWord}. #words`);
  await node.publish("Just a line, signed and sent. #notes");
  await node.draft("This one is this site only. #notes", "local");
  await node.publish(
    [
      "# On the weaving of numbers",
      "The engine *weaves* algebraic patterns, just as the loom weaves flowers and leaves. It has no pretensions to originate anything.",
      "## What it can do",
      "- follow what we know how to order\n- nothing else, **for now**\n- and `print` it",
      "> A quotation of some length that says what somebody said once, and says it well enough.",
      "```js\nfor (const card of cards) {\n  engine.weave(card); // one after another, and a line that is quite a bit longer than the column\n}\n```",
      "| card | meaning |\n|---|---|\n| 1 | add |\n| 2 | carry |",
      "这里有一段中文：机器编织代数的图案[^1]，正如织机编织花与叶。 #engines\n\n[^1]: 一条注释。",
      '"Water" is H<sub>2</sub>O -- don\'t <mark>forget</mark> <kbd>Ctrl</kbd>+<kbd>S</kbd>, x<sup>2</sup>, <ins>in</ins>.',
      '<details open>\n<summary>More about **looms**</summary>\n\n- one\n  - inner\n- two\n\n</details>\n\n<p align="center">In the middle</p>',
    ].join("\n\n"),
    { slug: "weaving" },
  );
});

const paths = [
  ["home", "/"],
  ["post", "/slug/weaving"],
  ["tag", "/tags/notes"],
  ["archive", "/archive"],
  ["search", "/search?q=weaves"],
  ["people", "/followers"],
  ["about", "/about"],
  ["follow", "/follow"],
  ["note", "/publications/2"],
  ["missing", "/nowhere"],
] as const;

test.each(everybody)("every page reads without a script: $size", async ({ size, width, theme }) => {
  const visit = await openVisit(fixture.browser, { width, theme, javaScript: false });
  const page = await visit.newPage();
  for (const [name, path] of paths) {
    const { problems } = watchPage(page, node.url);
    await page.goto(`${node.url}${path}`);
    await takeScreenshot(page, `site-${name}-without-script-${size}`);
    expect([name, problems.filter((problem) => !/404/.test(problem))]).toEqual([name, []]);
  }
  await visit.close();
});

test("everybody can use every page", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  for (const [name, path] of paths) {
    await page.goto(`${node.url}${path}`);
    await expectForEverybody(page, `site-${name}`);
  }
  await visit.close();
});

test("a reader chooses Chinese and dark, and comes back to the page", async () => {
  const visit = await openVisit(fixture.browser, { javaScript: false });
  const page = await visit.newPage();
  await page.goto(`${node.url}/archive`);
  await page.getByText("Appearance").click();
  await page.getByLabel("Language").selectOption("zh-Hans");
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByRole("button", { name: "Save" }).click();
  expect(new URL(page.url()).pathname).toBe("/archive");
  expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  expect(await page.locator("h1").textContent()).toBe("归档");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  await visit.close();
});

test("a text from right to left has its numbers, cells and stressed words as its readers have them", async () => {
  const text = [
    "# מלח",
    "מילה *חשובה* עם הערה[^1].",
    "> אמר הזקן",
    "| מילה | פירוש |\n|---|---|\n| מלח | salt |",
    "<details>\n<summary>עוד</summary>\n\nבפנים\n\n</details>",
    "[^1]: היא באה מחיפה.",
  ];
  await node.publish(text.join("\n\n"), { slug: "salt" });
  const visit = await openVisit(fixture.browser, { width: 1024, javaScript: false });
  const page = await visit.newPage();
  await page.goto(`${node.url}/slug/salt`);
  const style = (selector: string, property: "fontStyle" | "fontWeight" | "display") =>
    page.locator(selector).evaluate((one, name) => getComputedStyle(one)[name], property);
  expect(await style(".e-content em", "fontStyle")).toBe("normal");
  expect(await style(".e-content em", "fontWeight")).toBe("600");
  expect(await style(".e-content blockquote", "fontStyle")).toBe("normal");
  expect(await style(".notes li > p", "display")).toBe("inline");
  /** The right edge of the words, not of their cell. */
  const end = (selector: string) =>
    page.locator(selector).evaluate((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return Math.round(words.getBoundingClientRect().right);
    });
  expect(await end("td:last-child")).toBe(await end("th:last-child"));
  const inside = page.locator(".e-content details > p");
  expect(await inside.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await inside.isVisible()).toBe(true);
  await visit.close();
});
