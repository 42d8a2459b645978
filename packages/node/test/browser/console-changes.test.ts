import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { expectAccessible, takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
});

const open = (path: string, visitor = {}) => openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

const write = async (page: Page, text: string) => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
};

const isSaved = (page: Page) => page.getByText("Changes saved").waitFor();
const textOf = (page: Page, hasText: string) => page.locator(".cm-content").filter({ hasText }).waitFor();
const readersSee = async (id: string | number) => String((await ada.fetch(`/publications/${id}`)).body);

test("changes of a published post are on every device, and readers see them once they are published", async () => {
  const { id } = await ada.draft("# Shown\n\nOld words.", "local");
  await using first = await open(`/write/${id}`);
  await first.page.locator(".cm-content").waitFor();
  await first.page.keyboard.press("Control+s");
  await first.page.getByText("Nothing has changed since you published it.").waitFor({ state: "attached" });
  await write(first.page, " New words.");
  await first.page.keyboard.press("Control+s");
  await first.page
    .getByText("Saved. Readers see it once you publish the changes.")
    .waitFor({ state: "attached" });
  expect(await readersSee(id)).not.toContain("New words");

  await using phone = await open("/posts", { width: 390 });
  const { page } = phone;
  const row = page.locator("li.row").filter({ hasText: "Shown" });
  await row.getByText("Changes not published").waitFor();
  await takeScreenshot(page, "changes-list-390");
  await page.getByRole("link", { name: "Shown" }).click();
  await textOf(page, "New words.");
  await page.getByText("You have changes that are not published.").waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, "changes-editor-390");
  await write(page, " By phone.");
  await isSaved(page);

  // The other device has not seen that.
  await write(first.page, " Mine.");
  await first.page.getByText("This post was changed elsewhere.").waitFor();
  await first.page.getByRole("button", { name: "Compare and choose" }).click();
  await expect.poll(() => first.page.locator("del").first().textContent()).toContain("By phone");
  await first.page.getByRole("button", { name: "Use the other version" }).click();
  await textOf(first.page, "By phone.");
  await isSaved(first.page);
  await first.page.getByRole("button", { name: "Update" }).click();
  await first.page.getByRole("dialog").getByRole("button", { name: "Publish changes" }).click();
  await first.page.getByText("It is on your site.").waitFor();
  const shown = await readersSee(id);
  expect([shown.includes("By phone."), shown.includes("Mine.")]).toEqual([true, false]);
  expect(first.problems).toEqual([]);
});

test("a text that was published since is compared before the changes go on", async () => {
  const { id } = await ada.draft("# Twice\n\nOne.", "local");
  await using owner = await open(`/write/${id}`);
  const { page } = owner;
  await write(page, " Mine.");
  await isSaved(page);
  await updatePublication(ada.running.context, Number(id), { body: "# Twice\n\nAnother." });
  await page.reload();
  await page.getByText("This post was changed elsewhere.").waitFor();
  await page.getByRole("button", { name: "Compare and choose" }).click();
  await expect.poll(() => page.locator("del").first().textContent()).toContain("Another");
  await page.getByRole("button", { name: "Use this version" }).click();
  await isSaved(page);
  expect(await readersSee(id)).toContain("Another");
  await owner.goTo("/posts");
  await page.getByLabel("More for “Twice”").click();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("The changes are published.").waitFor();
  expect(await readersSee(id)).toContain("Mine.");
});

test("discarded changes can be restored from the list, and readers see none of it", async () => {
  const { id } = await ada.draft("# Tried\n\nAs it was.", "local");
  await using owner = await open(`/write/${id}`);
  const { page } = owner;
  await write(page, " An attempt.");
  await isSaved(page);
  await page.reload();
  await page.getByText("You have changes that are not published.").waitFor();
  await page.getByRole("button", { name: "Discard changes" }).first().click();
  await page.getByText("Published · on this site").waitFor();
  await page.locator(".cm-content").filter({ hasNotText: "An attempt." }).waitFor();

  await owner.goTo("/posts");
  await page.getByLabel("More for “Tried”").click();
  await page.getByRole("button", { name: "Version history" }).click();
  await page.locator(".text-diff del").filter({ hasText: "An attempt." }).waitFor();
  await takeScreenshot(page, "changes-restore");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("The version is restored.").waitFor();
  await page.locator("li.row").filter({ hasText: "Tried" }).getByText("Changes not published").waitFor();
  expect(await readersSee(id)).not.toContain("attempt");
  await page.getByLabel("More for “Tried”").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByText("The changes are discarded.").waitFor();
  await page
    .locator("li.row")
    .filter({ hasText: "Tried" })
    .getByText("Changes not published")
    .waitFor({ state: "detached" });
});
