import { readFile } from "node:fs/promises";
import { openKeystore } from "@freehold/protocol/internal";
import { keyOfWords, wordsOf } from "@freehold/web/recovery-words";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { lightKeyFile } from "../support/light-key-file.ts";
import type { TestNode } from "../support/test-network.ts";

const words = `${"abandon ".repeat(23)}art`;
const key = keyOfWords(words);
const password = "seven quiet herons";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada",
    privateKey: Buffer.from(key.privateKey).toString("hex"),
  });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openSignIn(language = "en-GB") {
  const visit = await openVisit(fixture.browser, { noWorkers: true, language });
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  const sent: string[] = [];
  visit.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`${ada.url}/console`);
  return { visit, page, problems, sent };
}

/** Types the words that are asked for. */
async function answer(page: Page, change: (word: string) => string = (word) => word): Promise<void> {
  const fields = page.locator(".three-words .field");
  await fields.first().waitFor();
  for (const field of await fields.all()) {
    const at = Number(/\d+/.exec((await field.textContent()) ?? "")?.[0]);
    await field.locator("input").fill(change(words.split(" ")[at - 1] ?? ""));
  }
}

test("who lost the browser and the file comes back with the words, in three clicks", async () => {
  const { visit, page, problems, sent } = await openSignIn();
  await button(page, "I have my words").click();
  const field = page.getByLabel("Recovery words");
  for (const [typed, said] of [
    ["abandon art", "You typed 2."],
    [words.replace("art", "freeholding"), "Not in the list of recovery words: word 24."],
    [words.replace("art", "abandon"), "together they are not a valid key"],
    [`${"test ".repeat(11)}junk`, "These words belong to another key"],
  ] as const) {
    await field.fill(typed);
    await button(page, "Continue").click();
    await page.getByText(said).waitFor();
  }
  await expectForEverybody(page, "words-enter");
  expect(await field.getAttribute("autocomplete")).toBe("off");
  expect(await field.getAttribute("spellcheck")).toBe("false");
  await field.fill(words);
  await button(page, "Continue").click();
  await page.locator("#new-password").fill("seven quiet herons under the old bridge");
  await expectForEverybody(page, "words-password");
  const download = page.waitForEvent("download");
  await button(page, "Save a new key file and sign in").click();
  const saved = await readFile(await (await download).path(), "utf8");
  expect(wordsOf(await openKeystore(saved, "seven quiet herons under the old bridge")).join(" ")).toBe(words);
  await page.getByText("Write down your recovery words and check them").waitFor();
  await expectForEverybody(page, "words-reminder");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of [stored, ...sent]) expect(text).not.toMatch(/abandon/);
  expect(problems).toEqual([]);
  await visit.close();
});

test("words are shown for the password, printed, and checked before the first signed post", async () => {
  const { visit, page, problems } = await openSignIn();
  await button(page, "Use a key file").click();
  const file = lightKeyFile(key.privateKey, password, key.entropy);
  await page.getByLabel("Key file", { exact: true }).setInputFiles(file);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Go to recovery words" }).click();
  await button(page, "Show my words").click();
  await page.getByLabel("Password of the key file").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The password does not open this file.").waitFor();
  await page.getByLabel("Password of the key file").fill(password);
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Your recovery words" }).first();
  await list.waitFor();
  expect((await list.getByRole("listitem").allTextContents()).join(" ")).toBe(words);
  await expectForEverybody(page, "words-shown");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".recovery-sheet").isVisible()).toBe(true);
  expect(await page.locator(".settings").isVisible()).toBe(false);
  if (process.env.TEST_SCREENSHOTS)
    await page.screenshot({ path: "test-results/screenshots/words-print.png" });
  await page.emulateMedia({ media: "screen" });

  await page.goto(`${ada.url}/console/write`);
  await page.locator(".cm-content").fill("# First\n\nWords.");
  await button(page, "Publish").first().click();
  await page.getByText("Before your first signed post").waitFor();
  expect(await page.getByRole("button", { name: /^Sign with/ }).count()).toBe(0);
  await expectForEverybody(page, "words-check");
  await answer(page, (word) => `${word}x`);
  await page.keyboard.press("Enter");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Not the same as in your key").waitFor();
  await answer(page);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign with your key file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.goto(`${ada.url}/console/home`);
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(await page.getByText("Write down your recovery words").count()).toBe(0);
  expect(problems).toEqual([]);
  await visit.close();
});
