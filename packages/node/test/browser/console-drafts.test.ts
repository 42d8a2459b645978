import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
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

const open = (path: string) => openOwnerConsole(fixture.browser, ada, 7, { path });

const isSaved = (page: Page) => page.getByText("Saved · only you can see this").waitFor();

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.insertText(text);
}

/** The drafts that the browser stores. */
const keptTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<{ text: { body: string } }[]>();
    const opening = indexedDB.open("freehold:drafts");
    opening.onsuccess = () => {
      const reading = opening.result.transaction("copies").objectStore("copies").getAll();
      reading.onsuccess = () => resolve(reading.result);
    };
    return (await promise).map(({ text }) => text.body);
  });

const countDrafts = async () =>
  (
    await ada.running.context.store.db
      .selectFrom("publications")
      .select("id")
      .where("state", "=", "draft")
      .execute()
  ).length;

const isKept = (page: Page, text: string) =>
  expect.poll(() => keptTexts(page)).toContainEqual(expect.stringContaining(text));

test("offline, the text is held, the owner reads that, and it is saved later", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  await write(page, "Begun");
  await isSaved(page);
  await visit.setOffline(true);
  await write(page, " and held");
  await page.getByText("Your text is kept in this browser and saved").waitFor();
  await visit.setOffline(false);
  await isSaved(page);
  const id = page.url().split("/").at(-1);
  await page.reload();
  await page.locator(".cm-content").filter({ hasText: "and held" }).waitFor();
  expect(page.url()).toContain(`/write/${id}`);
});

test("what was typed outlives a killed tab while the node is down, and nothing of it stays after signing out", async () => {
  await using ownerConsole = await open("/write");
  const { visit } = ownerConsole;
  let { page } = ownerConsole;
  const kill = async () => {
    const url = page.url();
    await page.close();
    page = await visit.newPage();
    await page.goto(url);
  };
  const editorWith = (hasText: string) => page.locator(".cm-content").filter({ hasText }).waitFor();
  const down = "**/api/graphql";
  await visit.route(down, (route) => route.abort());
  await write(page, "A new one");
  await isKept(page, "A new one");
  await kill();
  await editorWith("A new one");
  await page.getByText("Restored from this browser").waitFor();
  await visit.unroute(down);
  await isSaved(page);
  await expect.poll(() => page.url()).toMatch(/write\/\d+$/);

  // A draft that the node has, with text that the node does not have.
  await visit.route(down, (route) => route.abort());
  await write(page, " with more");
  await isKept(page, "with more");
  await kill();
  await editorWith("with more");
  await visit.unroute(down);
  await isSaved(page);

  // Changes of a published post, as those of a draft.
  const { id } = await ada.draft("# Shown", "local");
  await page.goto(`${ada.url}/console/write/${id}`);
  await page.locator(".cm-content").waitFor();
  await visit.route(down, (route) => route.abort());
  await write(page, " changed");
  await isKept(page, "changed");
  await kill();
  await editorWith("changed");
  await visit.unroute(down);
  await page.getByText("Changes saved").waitFor();

  const drafts = await countDrafts();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await keptTexts(page)).toEqual([]);
  expect(await countDrafts()).toBe(drafts);
});

test("a draft open in two windows is overwritten in neither", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  await write(page, "One");
  await isSaved(page);
  const other = await visit.newPage();
  await other.goto(page.url());
  await write(other, "Another ");
  await isSaved(other);
  await write(page, " mine");
  await page.getByText("This post was changed elsewhere.").waitFor();
  await page.getByRole("button", { name: "Compare and choose" }).click();
  await expect.poll(() => page.locator("del").textContent()).toContain("Another");
  expect(await page.locator("ins").textContent()).toContain("mine");
  await expectAccessible(page);
  await takeScreenshot(page, "conflict");
  await page.getByRole("button", { name: "Use the other version" }).click();
  await page.locator(".cm-content").filter({ hasText: "Another" }).waitFor();
  await isSaved(page);

  await write(other, "again ");
  await other.getByText("This post was changed elsewhere.").waitFor();
  await other.getByRole("button", { name: "Compare and choose" }).click();
  await other.getByRole("button", { name: "Keep both" }).click();
  await isSaved(other);
  expect(page.url()).not.toBe(other.url());
});

test("a window that signs out saves what another one could not, and a draft that another one deletes is not lost", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  await write(page, "Kept");
  await isSaved(page);
  const id = page.url().split("/").at(-1);
  const other = await visit.newPage();
  await other.goto(`${ada.url}/console/posts`);
  const row = other.locator(".post-table li, .post-table tr").filter({ hasText: "Kept" }).first();
  await row.waitFor();
  await other.getByLabel("More for “Kept”").click();
  await other.getByRole("button", { name: "Delete “Kept”" }).click();
  await other.getByText("“Kept” is in the trash.").waitFor();
  await write(page, " and more");
  await page.getByText("Your text is kept in this browser. Nothing was overwritten.").waitFor();
  await page.getByRole("button", { name: "Compare and choose" }).click();
  await page.getByText("This post was deleted elsewhere.").waitFor();
  await takeScreenshot(page, "conflict-deleted");
  await page.getByRole("button", { name: "Keep as a new draft" }).click();
  await isSaved(page);
  const newId = page.url().split("/").at(-1);
  expect(newId).not.toBe(id);
  expect(await page.locator(".cm-content").innerText()).toBe("Kept and more");

  await page.bringToFront();
  await page.route("**/api/graphql", (route) => route.abort());
  await write(page, ", twice");
  await isKept(page, ", twice");
  const before = await countDrafts();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await keptTexts(other)).toEqual([]);
  await page.unroute("**/api/graphql");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await countDrafts()).toBe(before);
  const saved = await ada.running.context.store.db
    .selectFrom("publications")
    .innerJoin("contents", "contents.hash", "publications.contentHash")
    .select(["contents.size"])
    .where("publications.id", "=", Number(newId))
    .executeTakeFirst();
  expect(saved?.size).toBe("Kept and more, twice".length);
});

test("what is open beside a new post stays open when the post is first saved", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  const isOpen = Promise.withResolvers<void>();
  await visit.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("mutation SaveDraft")) await isOpen.promise;
    await route.continue();
  });
  await write(page, "# New\n\nIts first words.");
  await page.getByRole("button", { name: "Post settings" }).click();
  const chooser = page.getByRole("button", { name: "Choose a picture" });
  await chooser.click();
  isOpen.resolve();
  await isSaved(page);
  expect(await chooser.getAttribute("aria-expanded")).toBe("true");
});
