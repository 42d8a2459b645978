import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { publishScheduled, schedulePublication } from "../../src/domain/publications/schedule.ts";
import { takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { pixelGif } from "../support/pixel-gif.ts";
import type { TestNode } from "../support/test-network.ts";

// The dashboard follows what happens while it is open: times that come, sessions that end, lists that go on.

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
});

const open = (path: string) => openOwnerConsole(fixture.browser, ada, 7, { path });
const db = () => ada.running.context.store.db;

const stateOf = (id: string | number) =>
  db().selectFrom("publications").select("state").where("id", "=", Number(id)).executeTakeFirstOrThrow();

const isScheduled = async (id: string | number) =>
  (
    await db()
      .selectFrom("publication_schedules")
      .select("dueAt")
      .where("publicationId", "=", Number(id))
      .execute()
  ).length === 1;

async function type(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(text);
}

/** The time of a scheduled draft comes. */
async function letTimeCome(id: string): Promise<void> {
  const context = ada.running.context;
  await db()
    .updateTable("publication_schedules")
    .set({ dueAt: context.clock.now() - 1 })
    .where("publicationId", "=", Number(id))
    .execute();
  await publishScheduled(context);
}

async function schedule(title: string): Promise<string> {
  const context = ada.running.context;
  const { id } = await ada.draft(`# ${title}\n\nWords.`);
  await schedulePublication(context, Number(id), context.clock.now() + 3_600_000);
  return String(id);
}

test("a draft whose time comes while its editor is open goes on as a published post, at once", async () => {
  const id = await schedule("On time");
  await using ownerConsole = await open(`/write/${id}`);
  const { page } = ownerConsole;
  await page.getByText("Scheduled for").first().waitFor();
  const listens = page.waitForResponse((response) => response.url().endsWith("/api/events"));
  await page.reload();
  await listens;
  await letTimeCome(id);
  await page.getByText("Published · on this site").waitFor();
  expect(await page.getByText("only you can see this").count()).toBe(0);

  await type(page, " More.");
  await page.getByText("Changes saved").waitFor();
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: "Publish changes", exact: true }).click();
  await page.getByRole("dialog").getByText("It is on your site.").waitFor();
  await page.goto(`${ada.url}/slug/on-time`);
  await page.getByText("Words. More.").waitFor();
});

test("what is typed while the time of a draft comes is no conflict", async () => {
  const id = await schedule("Busy");
  await using ownerConsole = await open(`/write/${id}`);
  const { visit, page } = ownerConsole;
  // No news arrives: the node refuses the text.
  await visit.route("**/api/events", (route) => route.abort());
  await page.reload();
  await page.locator(".cm-content").waitFor();
  await letTimeCome(id);
  await type(page, " More.");
  await page.getByText("Changes saved").waitFor();
  expect(await page.getByText("Compare and choose").count()).toBe(0);
  await page.reload();
  await page.locator(".cm-content").filter({ hasText: "Words. More." }).waitFor();
});

test("publishing several leaves scheduled ones their date", async () => {
  const id = await schedule("Later");
  const now = await ada.draft("# At once");
  await using ownerConsole = await open("/posts/drafts");
  const { page } = ownerConsole;
  for (const title of ["Later", "At once"]) await page.getByLabel(`Select “${title}”`).check();
  await page.getByRole("button", { name: "Publish on this site only" }).click();
  await page.getByText("1 post is published on this site. 1 scheduled one keeps its date.").waitFor();
  expect([await stateOf(id), await stateOf(now.id)]).toEqual([{ state: "draft" }, { state: "local" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => stateOf(now.id)).toEqual({ state: "draft" });
  expect(await isScheduled(id)).toBe(true);
});

test("a selection says what it has of the list, takes all of it, and a range", async () => {
  for (let index = 0; index < 40; index++) await ada.draft(`# Post ${index}`);
  const { length } = await db().selectFrom("publications").select("id").where("kind", "=", "POST").execute();
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  const boxes = page.locator('.post-table input[type="checkbox"]');
  await boxes.first().check();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await page.getByText("5 posts selected").waitFor();
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByText("30 posts selected: all that are shown. There are more.").waitFor();
  await page.getByRole("button", { name: "Select all of them" }).click();
  await page.getByText(`${length} posts selected`, { exact: true }).waitFor();
});

test("an ended session leads to the sign-in over the text, which is saved after it; also after one in another tab", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  const endSession = () => db().deleteFrom("tokens").execute();
  const isSaved = (on: Page) => on.getByText("Saved · only you can see this").waitFor();
  await type(page, "Begun");
  await isSaved(page);
  await endSession();
  await type(page, " and more");
  await page.getByText("Your session has ended").waitFor();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  const signIn = async () => {
    await dialog.getByText("What you typed is still here").waitFor();
    await dialog.getByRole("button", { name: "Test Wallet" }).click();
    await dialog.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  };
  await signIn();
  await isSaved(page);
  await page.locator(".cm-content").filter({ hasText: "Begun and more" }).waitFor();

  await endSession();
  const upload = page.locator(".cm-upload");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "dot.gif", mimeType: "image/gif", buffer: pixelGif() });
  await upload.getByRole("alert").getByText("Your session has ended").waitFor();
  await upload.getByRole("button", { name: "Sign in", exact: true }).click();
  await signIn();
  await page.locator(".cm-picture img").waitFor();
  await isSaved(page);

  await endSession();
  await type(page, " and last");
  await page.getByText("Your session has ended").waitFor();
  const other = await visit.newPage();
  await other.goto(`${ada.url}/console/posts`);
  await other.getByRole("button", { name: "Test Wallet" }).click();
  await other.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  await other.getByRole("heading", { name: "Posts" }).waitFor();
  await isSaved(page);
  await page.locator(".cm-content").filter({ hasText: "and last" }).waitFor();

  await other.goto(`${ada.url}/console/posts/media`);
  await other.locator(".media").waitFor();
  await endSession();
  await other
    .locator('input[type="file"]')
    .setInputFiles({ name: "dot.gif", mimeType: "image/gif", buffer: pixelGif(1) });
  const problem = other.locator(".uploads").getByRole("alert");
  await problem.getByText("Your session has ended").waitFor();
  await problem.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("dialog", { name: "Sign in again" }).waitFor();
});

test("a picture that is none is refused with the reason, and nothing of it is uploaded", async () => {
  await using ownerConsole = await open("/posts/media");
  const { page } = ownerConsole;
  const files = () => db().selectFrom("publications").select("id").where("kind", "=", "FILE").execute();
  const before = await files();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: "broken.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]),
    });
  await page.getByText("This file is damaged, or it is not the kind of picture").waitFor();
  expect(await files()).toEqual(before);
});

test("offline, publishing says so until the browser is online, and the list shows the drafts that are here", async () => {
  const { id } = await ada.draft("# Kept at hand\n\nWords.");
  await using ownerConsole = await open(`/write/${id}`);
  const { visit, page } = ownerConsole;
  await page.locator(".cm-content").filter({ hasText: "Words." }).waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("You have no followers yet").waitFor();
  await page.keyboard.press("Escape");
  await visit.setOffline(true);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByText("You're offline. Try again when you're back online.").waitFor();
  expect(await dialog.getByText("Counting your followers").count()).toBe(0);
  await visit.setOffline(false);
  await dialog.getByText("You have no followers yet").waitFor();
});

test("offline, the list of posts shows the drafts that are in this browser", async () => {
  const { id } = await ada.draft("# In this bag\n\nWords.");
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/posts",
    noWorkers: false,
  });
  const { visit, page } = ownerConsole;
  const kept = page.getByRole("region", { name: "In this browser" });
  // The worker brings the dashboard's files.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await ownerConsole.goTo(`/write/${id}`);
  await page.locator(".cm-content").filter({ hasText: "Words." }).waitFor();
  await visit.setOffline(true);
  await type(page, " Held.");
  await page.getByRole("link", { name: "Posts", exact: true }).click();
  await kept.getByRole("link", { name: "In this bag" }).waitFor();
  await takeScreenshot(page, "posts-offline");
  await kept.getByRole("link", { name: "In this bag" }).click();
  await page.locator(".cm-content").filter({ hasText: "Words. Held." }).waitFor();
  await page.getByRole("link", { name: "Posts", exact: true }).click();
  await kept.waitFor();
  await visit.setOffline(false);
  await kept.waitFor({ state: "detached" });
});

test("Edit on the page of a signed post opens a new version of it, and so does its editor", async () => {
  const { id } = await ada.publish("# Signed\n\nFirst words.", { slug: "signed" });
  await using ownerConsole = await open(`/write/${id}`);
  const { page } = ownerConsole;
  await page.getByText("A new version is a draft with its text.").waitFor();
  expect(
    await db().selectFrom("publications").select("id").where("replaces", "is not", null).execute(),
  ).toEqual([]);
  await page.getByRole("button", { name: "Write a new version" }).click();
  await page.locator(".cm-content").filter({ hasText: "First words." }).waitFor();
  const draft = page.url();
  expect(draft).not.toContain(`/write/${id}`);

  await page.goto(`${ada.url}/slug/signed`);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.locator(".cm-content").filter({ hasText: "First words." }).waitFor();
  expect(page.url()).toBe(draft);
});
