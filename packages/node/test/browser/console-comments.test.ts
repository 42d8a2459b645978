import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { authorOfMention } from "../../src/domain/comments/mention-author.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { isCommenterBlocked } from "../../src/store/commenters.ts";
import { insertComment, moveComment, writeMention } from "../../src/store/comments.ts";
import { takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
let loom: number;
let sea: number;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  await updateSettings(ada.running.context, { commentsNeedApproval: true });
  loom = (await ada.publish("# The loom")).id;
  sea = (await ada.publish("# The sea")).id;
});

/** The states of the comments with this name. */
async function statesOf(authorName: string): Promise<string[]> {
  const { db } = ada.running.context.store;
  const rows = await db.selectFrom("comments").select("state").where("authorName", "=", authorName).execute();
  return rows.map(({ state }) => state);
}

const comment = (key: number, name: string, body: string, publicationId: number) =>
  commentByWallet(ada.running.context, { key, name, body, publicationId });

test("a pending comment is approved, undone, hidden and deleted; hostile text does nothing", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/comments" });
  const { page } = ownerConsole;
  await page.getByText("No comments yet.").waitFor();
  await takeScreenshot(page, "console-comments-nothing");
  await comment(21, "Bea", "It *weaves*. <img src=x onerror=alert(1)> [x](javascript:alert(1))", loom);
  await page.reload();
  await page.locator(".console-side .console-count").filter({ hasText: "1" }).first().waitFor();
  const row = page.locator(".comment").filter({ hasText: "Bea" });
  await row.locator("em").getByText("weaves").waitFor();
  expect(await row.locator("img, a[href^=javascript]").count()).toBe(0);
  await row.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("The comment is published.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The comment is pending again.").waitFor();
  await row.waitFor();
  // The open tab stays open when nothing waits any more; opened anew, the view begins with all.
  await row.getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByText("The comment is hidden.").waitFor();
  await page.getByText("No pending comments.").waitFor();
  await page.reload();
  await row.locator(".comment-state").getByText("hidden").waitFor();
  expect(await page.locator(".pills [aria-current]").innerText()).toBe("All");
  await page.getByRole("link", { name: "Hidden" }).click();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByRole("link", { name: "Published" }).click();
  await choose(row, "Delete");
  await page.getByText("The comment by Bea is in the trash.").waitFor();
  await page.getByText("No published comments.").waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

/** Takes an action from the menu of a comment. */
async function choose(row: Locator, name: string): Promise<void> {
  await row.getByLabel(/^More for/).click();
  await row.getByRole("button", { name, exact: true }).click();
}

test("many comments are approved at once, filtered by post and author, and by keyboard", async () => {
  for (const [key, name, on] of [
    [31, "Bea", loom],
    [31, "Bea", sea],
    [32, "Cleo", loom],
    [33, "Dora", sea],
  ] as const) {
    await comment(key, name, `Words of ${name}`, on);
  }
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/comments" });
  const { page } = ownerConsole;
  const rows = () => page.locator(".comment").count();
  await expect.poll(rows).toBe(4);
  await choose(page.locator(".comment").first(), "Only this author");
  await expect.poll(rows).toBe(2);
  await page.getByRole("button", { name: /Only by Bea/ }).click();
  await expect.poll(rows).toBe(4);
  await choose(page.locator(".comment").first(), "Only this post");
  await expect.poll(rows).toBe(2);
  await page.getByRole("checkbox", { name: "Select the comment by Bea" }).check();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("2 comments selected").waitFor();
  await takeScreenshot(page, "console-comments-picked");
  await page.locator(".selection").getByRole("button", { name: "Approve" }).click();
  await page.getByText("2 comments are published.").waitFor();
  const closed = page.waitForResponse((response) => response.request().method() !== "GET");
  await page.getByRole("checkbox", { name: "Allow comments on this post" }).uncheck();
  await closed;
  await expect(comment(34, "Eve", "Too late", loom)).rejects.toMatchObject({ code: "COMMENT_DISABLED" });
  await page.getByRole("button", { name: /on “The loom”/ }).click();
  await expect.poll(rows).toBe(2);
  await page.keyboard.press("j");
  await page.keyboard.press("h");
  await expect.poll(rows).toBe(1);
  expect(ownerConsole.problems).toEqual([]);
});

test("a commenter is blocked, and comment settings are changed", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/comments" });
  const { page } = ownerConsole;
  const row = page.locator(".comment").filter({ hasText: "Dora" });
  await choose(row, "Block");
  const hides = page.locator("dialog").getByRole("checkbox", { name: "Also hide their existing comments" });
  await hides.check();
  await expectForEverybody(page, "console-block");
  expect(await statesOf("Dora")).not.toContain("rejected");
  await page.locator("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await page.getByText("Dora is blocked. The comment is hidden.").waitFor();
  expect(new Set(await statesOf("Dora"))).toEqual(new Set(["rejected"]));
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(comment(33, "Dora", "Again", sea)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await page.getByText("Comment settings").click();
  await page.getByRole("checkbox", { name: "Approve each comment before it is published" }).uncheck();
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByText("Comment settings").click();
      return page.getByRole("checkbox", { name: "Approve each comment before it is published" }).isChecked();
    })
    .toBe(false);
  await comment(35, "Fay", "At once", sea);
  await ownerConsole.goTo("/comments/published");
  await page.getByText("At once").waitFor();

  // By mail as well, with a way back; the mail address stands nowhere.
  const { store } = ada.running.context;
  const mailed = await store.transaction(async (tx) => {
    const words = { authorName: "Gus", body: "By mail", timestamp: 1_700_000_000, createdAt: Date.now() };
    const proof = { authType: "EMAIL", authorId: "gus@example.org", tokenHash: null, client: null } as const;
    const id = await insertComment(tx, { publicationId: sea, ...words, ...proof });
    await moveComment(tx, id, { from: "pending", to: "published", confirmedAt: Date.now() });
    return id;
  });
  const isBlocked = () => isCommenterBlocked(store.db, "gus@example.org");
  await page.reload();
  await choose(page.locator(`[data-item="${mailed}"]`), "Block");
  await page.locator("dialog").getByLabel("Reason (a note that only you see)").fill("Sells things");
  await hides.check();
  await page.locator("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await page.getByText("Gus is blocked. The comment is hidden.").waitFor();
  expect([await isBlocked(), await statesOf("Gus")]).toEqual([true, ["rejected"]]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => statesOf("Gus")).toEqual(["published"]);
  expect(await isBlocked()).toBe(false);
  await choose(page.locator(`[data-item="${mailed}"]`), "Block");
  await page.keyboard.press("Enter");
  await expect.poll(isBlocked).toBe(true);
  await ownerConsole.goTo("/people/blocked");
  await page.getByRole("heading", { name: "Commenters by email" }).waitFor();
  expect(await page.locator("body").innerText()).not.toContain("example.org");
  await takeScreenshot(page, "console-people-blocked-commenter");
  await page.getByRole("button", { name: "Unblock Gus" }).click();
  await expect.poll(isBlocked).toBe(false);
});

test("the author of a mention is blocked, or by a tick all of the site that it came through", async () => {
  const { store } = ada.running.context;
  const authorUrl = "https://hal.example/";
  const source = "https://bridge.example/reply/1";
  const { key, site } = authorOfMention({ source, authorUrl });
  const mention = JSON.stringify({ kind: "reply", source, authorUrl });
  const id = await store.transaction(async (tx) => {
    const words = {
      authorName: "Hal",
      body: "By way of a bridge",
      timestamp: 1_700_000_000,
      createdAt: Date.now(),
    };
    const proof = { authType: "WEBMENTION", authorId: key, tokenHash: null, client: null } as const;
    const comment = await insertComment(tx, { publicationId: sea, ...words, ...proof });
    await moveComment(tx, comment, { from: "pending", to: "published", confirmedAt: Date.now() });
    await writeMention(tx, comment, {
      authorId: key,
      authorName: words.authorName,
      body: words.body,
      mention,
    });
    return comment;
  });
  const blocked = async () => [
    await isCommenterBlocked(store.db, key),
    await isCommenterBlocked(store.db, site),
  ];
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/comments/published" });
  const { page, problems } = ownerConsole;
  const row = page.locator(`[data-item="${id}"]`);
  const dialog = page.locator("dialog");
  const block = dialog.getByRole("button", { name: "Block", exact: true });
  await choose(row, "Block");
  await dialog.getByText("Mentions on bridge.example by the author named Hal").waitFor();
  await block.click();
  await page.getByText("Hal is blocked.").waitFor();
  expect(await blocked()).toEqual([true, false]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(blocked).toEqual([false, false]);
  await choose(row, "Block");
  await dialog.getByRole("checkbox", { name: "Block all of bridge.example" }).check();
  await dialog.getByText("Mentions from bridge.example are no longer accepted").waitFor();
  await expectForEverybody(page, "console-block-site");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await blocked()).toEqual([false, false]);
  await choose(row, "Block");
  await dialog.getByRole("checkbox", { name: "Block all of bridge.example" }).check();
  await block.click();
  await expect.poll(blocked).toEqual([false, true]);
  expect(problems).toEqual([]);
});

test("everybody can use it", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/comments",
  });
  const { page } = ownerConsole;
  for (const path of ["/comments", "/comments/published", "/comments/rejected"]) {
    if (path !== "/comments") await ownerConsole.goTo(path);
    await page.locator(".comment, .empty").first().waitFor();
    await page.getByText("Comment settings").click();
    await expectForEverybody(page, `console${path.replaceAll("/", "-")}`);
  }
  expect(ownerConsole.problems).toEqual([]);
});
