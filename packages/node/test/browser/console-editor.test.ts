import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readTemplates } from "../../src/domain/publications/texts/templates.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { expectAccessible, takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { readDrawn, readPage } from "../support/drawn-structure.ts";
import { type OwnerConsole, openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
const mostBytes = 1024 * 1024;
let ada: TestNode;
let ownerConsole: OwnerConsole;
let page: Page;
beforeAll(async () => {
  const settings = { FREEHOLD_MAX_CONTENT_BYTES: String(mostBytes) };
  ada = await fixture.network.start({ title: "Ada", privateKey: "07".repeat(32), settings });
  ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/write" });
  page = ownerConsole.page;
});
afterAll(() => ownerConsole?.[Symbol.asyncDispose]());
beforeEach(async () => {
  await ownerConsole.goTo("/write");
  await page.locator(".cm-content").waitFor();
});

const content = () => page.locator(".cm-content");
const isSaved = () => page.getByText("Saved · only you can see this").waitFor();

/** The data of a GraphQL request of the page. */
const call = (query: string, variables: object): Promise<Record<string, { body: string }>> =>
  page.evaluate(
    async (request) => {
      const reply = await fetch("/api/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      return (await reply.json()).data;
    },
    { query, variables },
  );

/** The Markdown as the node stores it. */
async function stored(): Promise<string | undefined> {
  await isSaved();
  const id = page.url().split("/").at(-1);
  return (await call("query Q($id: ID!) { publication(id: $id) { body } }", { id })).publication?.body;
}

const drawPicture = (background: string) =>
  sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test("a post is written by keys alone, from its title on, and is one Markdown text", async () => {
  const { keyboard } = page;
  await page.locator(".title-field:focus").waitFor();
  await keyboard.type("The loom");
  await keyboard.press("Enter");
  await keyboard.type("It weaves ");
  await keyboard.press("Control+b");
  await keyboard.type("patterns");
  await keyboard.press("Control+b");
  await keyboard.type("x ");
  await keyboard.press("Control+z");
  await keyboard.type("and ");
  await keyboard.press("Control+k");
  await keyboard.type("more");
  await keyboard.press("Control+k");
  await keyboard.type("https://a.example");
  await keyboard.press("End");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("/head");
  await page.getByRole("option", { name: "Heading", exact: false }).first().waitFor();
  await takeScreenshot(page, "console-editor-slash");
  await expectAccessible(page);
  await keyboard.press("Enter");
  await keyboard.type("Of cards");
  await keyboard.press("Control+Home");
  await keyboard.press("ArrowUp");
  await page.locator(".title-field:focus").waitFor();
  await keyboard.press("End");
  await keyboard.type("s");
  await keyboard.press("ArrowDown");
  await keyboard.press("Control+End");
  await keyboard.type("!");
  await expect
    .poll(stored)
    .toBe("# The looms\n\nIt weaves **patterns**and [more](https://a.example)\n\n## Of cards!");
  await page.reload();
  await content().filter({ hasText: "Of cards!" }).waitFor();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("The looms");
});

test("an input method composes words in formatted text, and undo takes them away", async () => {
  await content().click();
  await page.keyboard.insertText("## 题\n\n**好**");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  const devTools = await page.context().newCDPSession(page);
  for (const text of ["n", "ni", "ni hao"]) {
    await devTools.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await devTools.send("Input.insertText", { text: "你好" });
  await expect.poll(stored).toBe("## 题\n\n**好你好**");
  await page.keyboard.press("Control+z");
  await expect.poll(stored).toBe("## 题\n\n**好**");
});

test("formulas, tasks, links and pictures are shown in place, and as typed where the cursor is", async () => {
  await content().click();
  const text =
    "So $e = mc^2$ and [a page](https://a.example/long).\n\n$$\n\\frac{1}{2}\n$$\n\n- [ ] a task\n\n$\\bad$\n\nEnd";
  await page.keyboard.insertText(text);
  await page.locator('input[type="file"]').setInputFiles(
    await Promise.all(
      ["#88a06b", "#a0886b"].map(async (colour) => ({
        name: `${colour}.png`,
        mimeType: "image/png",
        buffer: await drawPicture(colour),
      })),
    ),
  );
  const alts = page.getByLabel("What does it show?");
  await expect.poll(() => alts.count()).toBe(2);
  await expect.poll(() => page.locator(".cm-content math").count()).toBe(2);
  expect(await page.locator(".cm-wrong").textContent()).toBe("\\bad");
  expect(await page.getByText("https://a.example/long").count()).toBe(0);
  await page.getByRole("checkbox", { name: "a task" }).check();
  await alts.nth(1).fill("Brown [cards]");
  await page.keyboard.press("Enter");
  await page.keyboard.type("below");
  await takeScreenshot(page, "console-editor-in-place");
  await expectAccessible(page);
  const hash = "0x[0-9a-f]{64}";
  const pictures = `!\\[\\]\\(https://localhost:\\d+/ewp/contents/${hash}\\)\n!\\[Brown \\\\\\[cards\\\\\\]\\]\\(https://localhost:\\d+/ewp/contents/${hash}\\)\n\nbelow`;
  await expect.poll(stored).toMatch(new RegExp(`\\[x\\] a task\n\n\\$\\\\bad\\$\n\nEnd\n\n${pictures}$`));
  await page
    .locator(".cm-line")
    .first()
    .click({ position: { x: 60, y: 10 } });
  await page.getByText("$e = mc^2$").waitFor();
});

test("the toolbar of a selection works with the mouse and with keys; find and replace works in the text", async () => {
  await content().click();
  await page.keyboard.insertText("one two one");
  await page.keyboard.press("Shift+Home");
  await page.getByRole("toolbar").getByRole("button", { name: "Quotation" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("ArrowRight");
  await takeScreenshot(page, "console-editor-toolbar");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect.poll(stored).toBe("*> one two one*");
  await page.keyboard.press("Control+f");
  await page.keyboard.type("one");
  await page.getByRole("textbox", { name: "Replace with" }).fill("1");
  await page.getByRole("button", { name: "Replace all" }).click();
  await takeScreenshot(page, "console-editor-find");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(stored).toBe("*> 1 two 1*");
});

test("a table grows by Tab, and a footnote is numbered and found again", async () => {
  const { keyboard } = page;
  await content().click();
  await keyboard.type("Said.");
  await keyboard.press("Control+Alt+f");
  await keyboard.type("By her.");
  await keyboard.press("Control+Alt+f");
  await keyboard.type("\n\n/");
  await page.getByRole("option", { name: "Table" }).waitFor();
  // At once: the menu is open, and is not left out while it is narrowed.
  await keyboard.type("table");
  await keyboard.press("Enter");
  for (const cell of ["a", "b", "c", "d"]) {
    await keyboard.type(cell);
    await keyboard.press("Tab");
  }
  await expect
    .poll(stored)
    .toBe("Said.[^1]\n\n| a   | b   |\n| --- | --- |\n| c   | d   |\n|     |     |\n\n[^1]: By her.");
});

test("what is typed before the editor is loaded, and without it, is the text", async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  let isBroken = false;
  await page.route(/markdown-editor\..*\.js/, async (route) => {
    await loaded;
    await (isBroken ? route.abort() : route.continue());
  });
  await page.reload();
  await page.locator(".title-field:focus").waitFor();
  await page.keyboard.type("Early\nwords");
  load();
  await page.locator(".cm-content:focus").waitFor();
  await page.keyboard.type(" and later ones");
  await expect.poll(stored).toBe("# Early\n\nwords and later ones");
  isBroken = true;
  await page.goto(`${ada.url}/console/write`);
  await page.getByText("The full editor could not be loaded.").waitFor();
  await page.getByLabel("Your post, in Markdown").fill("Plain");
  await expect.poll(stored).toBe("Plain");
  await page.unroute(/markdown-editor\..*\.js/);
});

test("a file that is too large says how large one may be, and another one is not held up", async () => {
  await content().click();
  await page.locator('input[type="file"]').setInputFiles([
    { name: "big.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(mostBytes + 1) },
    { name: "small [1].txt", mimeType: "text/plain", buffer: Buffer.from("small") },
  ]);
  await page.getByText("big.bin: This is larger than your node accepts: at most 1.0 MB.").waitFor();
  await expect
    .poll(stored)
    .toMatch(/^\[small \\\[1\\\]\.txt\]\(https:\/\/localhost:\d+\/ewp\/contents\/0x[0-9a-f]{64}\)/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => page.locator(".cm-upload").count()).toBe(0);
});

test("a picture that is not uploaded holds back publishing, and a reload goes on with it", async () => {
  const picture = { name: "sea.png", mimeType: "image/png", buffer: await drawPicture("#6b88a0") };
  let isDown = true;
  await page.route("**/api/graphql", async (route) => {
    const isUpload = (route.request().headers()["content-type"] ?? "").startsWith("multipart/");
    await (isUpload && isDown ? route.abort() : route.continue());
  });
  await content().click();
  await page.keyboard.type("By the sea.");
  await page.locator('input[type="file"]').setInputFiles(picture);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await isSaved();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("1 picture or file is not uploaded yet.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect
    .poll(stored)
    .toMatch(/^By the sea\.\n\n!\[\]\(https:\/\/localhost:\d+\/ewp\/contents\/0x[0-9a-f]{64}\)/);
  await page.reload();
  await page.locator(".cm-picture img").waitFor();
  expect(await page.locator(".cm-upload").count()).toBe(0);
  await page.unroute("**/api/graphql");
});

test("the preview is the page itself, with the owner's stylesheet, and the published page has the same structure", async () => {
  await updateSettings(ada.running.context, { stylesheet: "h1 { letter-spacing: 7px }" });
  await page.locator(".title-field").fill("Looms");
  await content().click();
  await page.keyboard.insertText(
    "They **weave** [cards](https://a.example).\n\n- one\n  1. two\n\n> said\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n---\n\nEnd\\\nhere.",
  );
  await isSaved();
  const id = page.url().split("/").at(-1);
  await page.locator(".title-field").focus();
  const drawn = await page.evaluate(readDrawn);
  await page.getByRole("button", { name: "Preview" }).click();
  const frame = page.frameLocator(".page-preview");
  const article = frame.locator("article .prose");
  const shown = await article.innerHTML();
  const spacing = (heading: Element) => getComputedStyle(heading).letterSpacing;
  expect(await frame.getByRole("heading", { name: "Looms" }).evaluate(spacing)).toBe("7px");
  await takeScreenshot(page, "console-editor-preview");
  await call("mutation M($input: UpdatePublicationInput!) { updatePublication(input: $input) { state } }", {
    input: { id, state: "LOCAL" },
  });
  const published = await page.context().newPage();
  await published.goto(`${ada.url}/publications/${id}`);
  expect(await published.locator("article .prose").innerHTML()).toBe(shown);
  expect(await published.evaluate(readPage, shown)).toEqual(drawn);
  expect(drawn).toEqual([
    "p They **weave** [cards].",
    "U one",
    "uO1 two",
    "q said",
    "table a|b/1|2",
    "hr",
    "p End↵here.",
  ]);
  await published.close();
});

test("focus mode leaves the text alone, a template begins another post, and the keys are listed", async () => {
  await page.keyboard.type("Week\nOne.\n\nTwo.");
  await page.keyboard.press("Control+Shift+f");
  expect(await page.locator(".console-side").isVisible()).toBe(false);
  await takeScreenshot(page, "console-editor-focus");
  await expectAccessible(page);
  await page.keyboard.press("Control+Shift+f");
  expect(await page.locator(".console-side").isVisible()).toBe(true);
  await page.getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Save as template" }).click();
  await page.getByText("Saved as template “Week”.").waitFor();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog").getByText("Ctrl+K").waitFor();
  await takeScreenshot(page, "console-editor-help");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await isSaved();
  // One that an earlier version stored in the browser comes to the node.
  const old = JSON.stringify([{ name: "Old", text: "# Old" }]);
  await page.evaluate((value) => localStorage.setItem("freehold.templates", value), old);
  await ownerConsole.goTo("/write");
  await page.getByRole("button", { name: "Old", exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("freehold.templates"))).toBeNull();
  await page.getByRole("button", { name: "Delete the template “Old”" }).click();
  await page.getByRole("button", { name: "Old", exact: true }).waitFor({ state: "detached" });
  expect((await readTemplates(ada.running.context)).map(({ name }) => name)).toEqual(["Week"]);
  await page.getByRole("button", { name: "Week", exact: true }).click();
  expect(await page.getByLabel("Title", { exact: true }).inputValue()).toBe("Week");
  await page.locator(".cm-line").filter({ hasText: "Two." }).waitFor();
  expect(await stored()).toBe("# Week\n\nOne.\n\nTwo.");
});

test("on a phone, in the dark and in Chinese, everything fits", async () => {
  await using chinese = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/write",
    width: widths.phone,
    theme: "dark",
    language: "zh-CN",
  });
  const { page: phone } = chinese;
  await phone.locator(".cm-content").click();
  await phone.keyboard.insertText(
    "## 织布机\n\n它织出*代数*的图案，还有 `code` 和 $e = mc^2$。\n\n> 引用\n\n",
  );
  await phone.keyboard.type("、表");
  await phone.getByRole("option", { name: "表格" }).waitFor();
  await takeScreenshot(phone, "console-editor-zh-phone");
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(chinese.problems).toEqual([]);
});
