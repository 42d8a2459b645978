import { beforeAll, expect, test } from "vitest";
import { listComments } from "../../src/domain/comments/read.ts";
import { readSettings } from "../../src/domain/settings/settings.ts";
import { type Agent, readAgentDraft, saveAgentDraft } from "../../src/modules/agents/drafts.ts";
import { proposeDraft } from "../../src/modules/agents/proposals.ts";
import { notify } from "../../src/modules/notifications/notify.ts";
import { deleteMeta, writeMeta } from "../../src/store/meta.ts";
import { takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
let grace: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  grace = await fixture.network.start({ title: "Grace Hopper" });
});

test("notifications link to their subject and are marked as read", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/notifications" });
  const { page } = ownerConsole;
  await page.getByText("No notifications yet.").waitFor();
  await takeScreenshot(page, "console-notifications-nothing");
  const settings = page.locator(".console-side").getByRole("link", { name: "Settings" });
  await settings.waitFor();
  expect(await settings.locator(".console-dot").count()).toBe(0);
  await grace.follow(ada);
  const publicationId = (await ada.publish("# The loom")).id;
  await commentByWallet(ada.running.context, { key: 21, name: "Bea", body: "It weaves.", publicationId });
  const { store, clock } = ada.running.context;
  const now = clock.now();
  const { address } = grace.signer;
  const since = new Date(now - 86_400_000).toISOString();
  await store.transaction(async (tx) => {
    await notify(tx, { type: "failed-peer", address, title: "Grace Hopper", url: grace.url, since, now });
    await notify(tx, { type: "failed-webhook", webhookId: 1, url: "https://hook.example/", now });
    const warning = { address, title: "Grace Hopper", url: grace.url, kind: "other-url" } as const;
    await notify(tx, { type: "peer-warning", ...warning, now });
    await notify(tx, { type: "damaged-content", count: 2, hash: "0x00", now });
    await notify(tx, { type: "failed-backup", reason: "no space", now });
    await notify(tx, { type: "visitor", address, now });
    await notify(tx, { type: "sign-in", tokenId: "a", device: "Firefox, Windows", means: "key", now });
    await writeMeta(tx, "backup.failure", JSON.stringify({ reason: "no space", at: now }));
  });
  await page.reload();
  // Settings has a dot while something is wrong.
  await settings.getByRole("img").waitFor();
  await page.getByText("9 unread").waitFor();
  await page.locator(".console-side .console-count").filter({ hasText: "9" }).waitFor();
  expect(await page.locator(".notice.is-unread").count()).toBe(9);
  // A comment is answered and hidden where it is announced, by keyboard as well.
  await page.getByText("It weaves.").waitFor();
  const focused = page.locator("li:focus");
  await page.keyboard.press("j");
  while (!(await focused.textContent())?.includes("Bea wrote")) await page.keyboard.press("j");
  await page.keyboard.press("e");
  await page.getByLabel("Answer to Bea").waitFor();
  await page.keyboard.type("It does, g p and all.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Your answer is published.").waitFor();
  // The answered comment is read; the rest is still new.
  await page.getByText("8 unread").waitFor();
  const bea = page.locator("article").filter({ hasText: "It weaves." });
  const notice = page.locator(".notice").filter({ has: bea });
  expect(await notice.getAttribute("class")).not.toContain("is-unread");
  await bea.getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByText("The comment is hidden.").waitFor();
  await notice.locator(".comment-state").getByText("hidden").waitFor();
  await takeScreenshot(page, "console-notifications-hidden");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The comment is published.").waitFor();
  const request = { publicationId, first: 9, after: null, includePending: false };
  const [, answer] = (await listComments(ada.running.context, request)).items;
  expect(answer).toMatchObject({ authorAddress: ada.signer.address, body: "It does, g p and all." });
  await notice.getByLabel("More for “Bea”").click();
  await notice.getByRole("button", { name: "Block", exact: true }).click();
  await page.getByRole("dialog", { name: "Block Bea?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Bea wrote a comment." }).click();
  await page.getByText("It weaves.").waitFor();
  await page.goBack();
  // It opens the person, as a warning about a follower does.
  const details = page.locator(".details").getByText(new URL(grace.url).host);
  await page.getByRole("link", { name: "Grace Hopper follows you." }).click();
  await details.first().waitFor();
  await page.goBack();
  await page.getByRole("link", { name: /^Warning about Grace Hopper/ }).click();
  await details.first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/home/people/followers/${address}`);
  await page.goto(`${ada.url}/console/inbox`);
  await notice.getByLabel("More for “Bea”").click();
  await notice.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Bea wrote a comment, which was deleted.").waitFor();
  expect((await listComments(ada.running.context, request)).items.map(({ body }) => body)).toEqual([
    "It does, g p and all.",
  ]);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByText("All read.").waitFor();
  expect(await page.locator(".notice.is-unread").count()).toBe(0);
  expect(await page.locator(".console-side .console-count").count()).toBe(0);
  await store.transaction((tx) => deleteMeta(tx, "backup.failure"));
  await page.reload();
  await page.getByText("All read.").waitFor();
  expect(await page.locator(".console-dot").count()).toBe(0);
  expect(ownerConsole.problems).toEqual([]);
});

const scribe: Agent = {
  kind: "integration",
  tokenId: "scribe",
  label: "Scribe",
  scopes: new Set(["draft:publications", "propose:publications"]),
};

/** A draft of an agent that waits for the owner. */
async function propose(body: string, note: string): Promise<number> {
  const { context } = ada.running;
  const { id, revision } = await saveAgentDraft(context, { id: null, body, revision: null }, scribe);
  await proposeDraft(context, { id, revision, note }, scribe);
  return id;
}

test("what an agent proposes is declined with a reason, or read, and published by the owner", async () => {
  const { context } = ada.running;
  const declined = await propose("# No", "");
  const id = await propose("# Tides\n\nHigh at noon.", "From the tables of 1842. Please check the hour.");
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/notifications" });
  const { page } = ownerConsole;
  const posts = page.locator(".console-side").getByRole("link", { name: "Posts" });
  await posts.locator(".console-count").filter({ hasText: "2" }).waitFor();
  await page.getByRole("link", { name: "Scribe proposes “Tides”." }).click();
  await page.getByText("From the tables of 1842.").waitFor();
  await page.getByRole("button", { name: "Decline “No”" }).click();
  await page.getByLabel("Reason (optional)").fill("Too short.");
  await page.getByRole("dialog").getByRole("button", { name: "Decline", exact: true }).click();
  await page.locator(".proposal").nth(1).waitFor({ state: "detached" });
  expect(await readAgentDraft(context, declined, scribe)).toMatchObject({
    state: "declined",
    reason: "Too short.",
  });
  await page.getByRole("link", { name: "Tides", exact: true }).click();
  // A field for plain text stands there until the editor is loaded.
  await page.getByText("High at noon.").first().waitFor();
  await page.locator(".proposal-note").getByText("From the tables of 1842.").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("radio", { name: /This site only/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Publish on this site" }).click();
  await expect.poll(async () => (await readAgentDraft(context, id, scribe)).state).toBe("published");
  expect(ownerConsole.problems).toEqual([]);
});

test("the owner selects the kinds of notifications", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/notifications" });
  await ownerConsole.page.getByText("Notification settings").click();
  await ownerConsole.page.getByRole("checkbox", { name: "Visitors who identify themselves" }).uncheck();
  const visitors = async () => (await readSettings(ada.running.context)).notifyVisitor;
  await expect.poll(visitors).toBe(false);
});

test("everybody can use it", async () => {
  const { store } = ada.running.context;
  const at = { now: Date.now(), webhookId: 2, url: `https://${"long-".repeat(20)}hook.example/` };
  await store.transaction((tx) => notify(tx, { type: "failed-webhook", ...at }));
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/notifications",
  });
  const { page } = ownerConsole;
  await page.locator(".notice").first().waitFor();
  await page.getByText("Notification settings").click();
  await page.getByRole("checkbox").first().waitFor();
  await expectForEverybody(page, "console-notifications");
  await propose(`# ${"Long".repeat(40)}`, "words ".repeat(60));
  await page.goto(new URL("/console/posts/proposals", page.url()).href);
  await page.locator(".proposal").first().waitFor();
  await expectForEverybody(page, "console-proposals");
  expect(ownerConsole.problems).toEqual([]);
});
