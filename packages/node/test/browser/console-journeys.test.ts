import { keyOfWords } from "@freehold/web/recovery-words";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openVisit, watchPage, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { countClicks } from "../support/count-clicks.ts";
import { everyNth } from "../support/full.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const words = `${"abandon ".repeat(23)}art`;
const { privateKey } = keyOfWords(words);

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.from(privateKey).toString("hex") });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Begins to count in a browser, whose page is opened again for that. @returns ends a journey of so many clicks */
async function begin(visit: BrowserContext, page: Page) {
  const journey = countClicks();
  await journey.watch(visit);
  await page.reload();
  journey.take();
  return (name: string, expected: number) => {
    const { clicks, seconds } = journey.take();
    process.stdout.write(`journey: ${name}: ${clicks} clicks, ${seconds.toFixed(1)} s\n`);
    expect(clicks).toBe(expected);
  };
}

const looks = everyNth([{ width: widths.phone, touch: true }, { width: widths.desktop }], 2);

test("a document is pasted and published on a phone", async () => {
  const look = { width: widths.phone, touch: true, path: "/write" };
  await using owner = await openOwnerConsole(fixture.browser, ada, privateKey, look);
  const { page, problems } = owner;
  const end = await begin(owner.visit, page);
  await page.locator(".cm-content").tap();
  await page.evaluate(paste, {
    html: "<h1>Looms</h1><p>They <b>weave</b>.</p><ul><li>warp</li><li>weft</li></ul>",
    plain: "Looms\nThey weave.\nwarp\nweft",
  });
  await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("Looms");
  await page.locator(".editor-status").getByText("Saved").waitFor();
  await button(page, "Publish").tap();
  await button(page, "Sign with Test Wallet").tap();
  await page.getByRole("link", { name: "View post" }).tap();
  await page.waitForURL(`${ada.url}/slug/looms`);
  await page.locator("article strong", { hasText: "weave" }).waitFor();
  expect(await page.locator("article li").allTextContents()).toEqual(["warp", "weft"]);
  end("a document is pasted and published on a phone", 4);
  expect(problems).toEqual([]);
});

test.each(looks)("who lost the browser comes back with the words, at %o", async (look) => {
  const visit = await openVisit(fixture.browser, { noWorkers: true, ...look });
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  await page.goto(`${ada.url}/console`);
  const end = await begin(visit, page);
  await button(page, "I have my words").click();
  await page.getByLabel("Recovery words").fill(words);
  await button(page, "Continue").click();
  await page.locator("#new-password").fill("seven quiet herons under the old bridge");
  const download = page.waitForEvent("download");
  await button(page, "Save a new key file and sign in").click();
  await download;
  await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  end("who lost the browser comes back with the words", 3);
  expect(problems).toEqual([]);
  await visit.close();
});

test.each(looks)("a signed post is changed from its page, at %o", async (look) => {
  const slug = `of-salt-${look.width}`;
  await ada.publish(`# Of salt\n\nIt is white, at ${look.width}.`, { slug });
  await using owner = await openOwnerConsole(fixture.browser, ada, privateKey, look);
  const { page, problems } = owner;
  await page.goto(`${ada.url}/slug/${slug}`);
  const end = await begin(owner.visit, page);
  await page.getByRole("link", { name: "Edit" }).click();
  const text = page.locator(".cm-content");
  await text.filter({ hasText: "Replaces the version of" }).waitFor();
  await text.press("Control+Home");
  await page.keyboard.type("Corrected. ");
  await page.locator(".editor-status").getByText("Saved").waitFor();
  await button(page, "Publish").click();
  await button(page, "Sign with Test Wallet").click();
  await page.getByRole("link", { name: "View post" }).click();
  await page.waitForURL(`${ada.url}/slug/${slug}`);
  await page.locator("article").getByText("Corrected.").waitFor();
  await page.getByText("2 versions").waitFor();
  end("a signed post is changed from its page", 4);
  expect(problems).toEqual([]);
});

/** Runs in the page. */
function paste({ html, plain }: { html: string; plain: string }): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", plain);
  document
    .querySelector(".cm-content")
    ?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}
