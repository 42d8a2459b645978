import { Readable } from "node:stream";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { presentPublication } from "../../src/domain/publications/present.ts";
import { takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
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

const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const open = (path: string, visitor = {}) => openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });
const local = (text: string) => ada.draft(text, "local");
const statusOf = async (path: string) => (await ada.fetch(path)).status;
const file = (filename: string, bytes: Buffer) =>
  createPublication(ada.running.context, {
    kind: "FILE",
    state: "local",
    filename,
    source: Readable.from([bytes]),
  });

async function remove(page: Page, title: string): Promise<void> {
  await page.getByLabel(`More for “${title}”`).click();
  await page.getByRole("button", { name: `Delete “${title}”` }).click();
}

/** The text of the item, or else of the element, that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "the page";
    return (element.closest("[data-item]") ?? element).textContent;
  });

test("a deletion holds at once, for everybody and also if the page is closed; Undo and the trash take it back", async () => {
  for (const name of ["One", "Two", "Three", "Four"]) await local(`# ${name}\n\nWords of it.`);
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  const note = page.locator(".undo");
  await remove(page, "Two");
  await note.getByText("“Two” is in the trash.").waitFor();
  expect([await statusOf("/slug/two"), await statusOf("/slug/one")]).toEqual([410, 200]);
  await expect.poll(() => focused(page)).toContain("One");
  await note.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => focused(page)).toContain("Two");
  expect(await statusOf("/slug/two")).toBe(200);
  // The last one of the list, and several at once.
  await remove(page, "One");
  await note.getByText("“One” is in the trash.").waitFor();
  await expect.poll(() => focused(page)).toContain("Two");
  await page.getByRole("checkbox", { name: "Two" }).check();
  await page.getByRole("checkbox", { name: "Three" }).check();
  await page.locator(".selection").getByRole("button", { name: "Delete" }).click();
  await note.getByText("2 posts are in the trash.").waitFor();
  await expectForEverybody(page, "console-trash-notes");
  expect(await focused(page)).not.toBe("the page");
  await note.getByText("2 posts").locator("..").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Three" }).waitFor();
  expect(await statusOf("/slug/three")).toBe(200);
  await remove(page, "Four");
  await page.close();
  await expect.poll(() => statusOf("/slug/four")).toBe(410);
});

test("a post that the node did not delete is back, and the note says why", async () => {
  await local("# Stays");
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  const isDeletion = (body: string | null) => body?.includes("destroyPublications") === true;
  await page.route("**/api/graphql", (route) =>
    isDeletion(route.request().postData()) ? route.abort() : route.continue(),
  );
  await remove(page, "Stays");
  const note = page.locator(".undo");
  await note.getByText("“Stays” was not deleted.").waitFor();
  await page.getByRole("link", { name: "Stays" }).waitFor();
  expect(await statusOf("/slug/stays")).toBe(200);
  await expectForEverybody(page, "console-trash-kept");
  await page.unroute("**/api/graphql");
  await note.getByRole("button", { name: "Try again" }).click();
  await note.getByText("“Stays” is in the trash.").waitFor();
  expect(await statusOf("/slug/stays")).toBe(410);
});

test("the trash restores, and deletes for good", async () => {
  await local(
    `# A post with a title of so many long words that it needs a second line on every telephone\n\nWords.`,
  );
  const said = await local("# Commented");
  await commentByWallet(ada.running.context, {
    key: 21,
    name: "Bea",
    body: "It weaves.",
    publicationId: said.id,
  });
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  await remove(
    page,
    "A post with a title of so many long words that it needs a second line on every telephone",
  );
  await page.getByText("telephone” is in the trash.").waitFor();
  await ownerConsole.goTo("/comments/published");
  const comment = page.locator(".comment").filter({ hasText: "Bea" });
  await comment.getByLabel(/^More for/).click();
  await comment.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("The comment by Bea is in the trash.").waitFor();
  expect(await focused(page)).not.toBe("the page");
  await ownerConsole.goTo("/posts/trash");
  await page.getByText("It weaves.").waitFor();
  await expectForEverybody(page, "console-trash");
  await page.getByRole("button", { name: "Restore “Comment by Bea”" }).click();
  await page.getByText("“Comment by Bea” is back.").waitFor();
  await expect.poll(() => focused(page)).toContain("telephone");
  const [row] = await page.locator(".row").all();
  await row?.getByRole("button", { name: /^Delete for good/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await page.getByRole("button", { name: "Empty trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Empty trash" }).click();
  await page.getByText("The trash is empty.").waitFor();
  expect(await focused(page)).not.toBe("the page");
  await takeScreenshot(page, "console-trash-empty");
});

test("a file says where it is used before it is deleted, and a text that misses it says so before it is published", async () => {
  const { context } = ada.running;
  const used = await file("used.gif", gif);
  const other = await file("other.bin", Buffer.from("bytes"));
  const post = await ada.draft(`# Shows it\n\n![A dot](/ewp/contents/${used.contentHash})`, "draft");
  const covered = await local("# Has it as cover");
  await presentPublication(context, covered.id, { cover: used.id });
  await using ownerConsole = await open("/posts/media");
  const { page } = ownerConsole;
  const item = (name: string) => page.locator(".media-item").filter({ hasText: name });
  await item("used.gif").getByText("Used in 2 posts").waitFor();
  await item("other.bin").getByText("Not used").waitFor();
  await item("used.gif").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete “used.gif”?" });
  await dialog.getByRole("link", { name: "Shows it" }).waitFor();
  await dialog.getByRole("link", { name: "Has it as cover" }).waitFor();
  await expectForEverybody(page, "console-media-used");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("“used.gif” is in the trash.").waitFor();
  await expect.poll(() => focused(page)).toContain("other.bin");
  expect((await ada.fetch(`/api/contents/${used.id}`)).status).toBe(410);
  await ownerConsole.goTo(`/write/${post.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const alert = page.getByRole("dialog").getByRole("alert");
  await alert.getByText("This text refers to a file that isn't on your site:").waitFor();
  await alert.getByText("used.gif").waitFor();
  await expectForEverybody(page, "console-publish-missing");
  await alert.getByRole("button", { name: "Restore “used.gif”" }).click();
  await alert.waitFor({ state: "detached" });
  expect((await ada.fetch(`/api/contents/${used.id}`)).status).toBe(200);
  expect(other.id).toBeGreaterThan(0);
});

test("the words are there in Chinese, on a phone", async () => {
  await local("# 一篇文章");
  await using ownerConsole = await open("/posts", { language: "zh-CN", width: widths.phone });
  const { page } = ownerConsole;
  await page.locator(".row", { hasText: "一篇文章" }).locator(".row-menu summary").click();
  await page.getByRole("button", { name: "删除“一篇文章”" }).click();
  await page.getByText("“一篇文章”已移到回收站。").waitFor();
  await takeScreenshot(page, "console-trash-note-zh");
  await ownerConsole.goTo("/posts/trash");
  await page.getByRole("button", { name: "恢复“一篇文章”" }).waitFor();
  await expectForEverybody(page, "console-trash-zh");
});
