import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { saveSentMention, updateSentMention } from "../../src/modules/webmention/store/mentions.ts";
import { expectAccessible, takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { addPeople } from "../support/people.ts";
import type { TestNode } from "../support/test-network.ts";

const hexOf = (key: number) => Buffer.alloc(32, key).toString("hex");
const hourMs = 60 * 60 * 1000;

const fixture = useBrowserFixture();
let ada: TestNode;
let bob: TestNode;
let grace: TestNode;
let crowd: TestNode;
let post: string;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada Lovelace", privateKey: hexOf(7) });
  bob = await fixture.network.start({ title: "Bob" });
  grace = await fixture.network.start({ title: "Grace Hopper" });
  crowd = await fixture.network.start({ title: "Known to many", privateKey: hexOf(8) });
  await bob.follow(ada);
  await grace.follow(ada);
  await grace.stop();
  post = String((await ada.publish("# The loom\n\nIt weaves.")).id);
  await ada.settled();
});

test("a post shows who has it, who waits and why, and is delivered on retry", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/delivery" });
  const { page } = ownerConsole;
  await page.locator(".tabs").getByRole("link", { name: "Delivery 1" }).waitFor();
  await page.getByText("1 delivery is waiting, the oldest from").waitFor();
  const row = page.locator(".row").filter({ hasText: "Grace Hopper" });
  await row.getByText("It can't be reached.").waitFor();
  await takeScreenshot(page, "console-delivery-waiting");
  await row.getByRole("link", { name: "The loom" }).click();
  await page.getByRole("heading", { name: "Delivery of “The loom”" }).waitFor();
  await page.getByText("1 delivered, 1 waiting").waitFor();
  await page.getByRole("button", { name: "Bob: delivered" }).waitFor();
  await page.getByRole("button", { name: /^Grace Hopper: waiting/ }).click();
  await page.locator(".details").getByText("It can't be reached.").waitFor();
  await page
    .locator(".details")
    .getByText(/Next attempt/)
    .waitFor();
  await takeScreenshot(page, "console-delivery-why");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Delivered" }).check();
  await expect.poll(() => page.locator(".delivery-avatar").count()).toBe(1);
  await page.getByRole("radio", { name: "All" }).check();

  await page.getByRole("button", { name: "Bob: delivered" }).click();
  await page.locator(".details").getByText("Accepted the proof").waitFor();
  await page.getByRole("button", { name: "Ask now" }).click();
  await page.locator(".details").getByText("It says that it has the post.").waitFor();
  await expectForEverybody(page, "console-receipt");
  await page.keyboard.press("Escape");

  await grace.start();
  await page.getByRole("button", { name: "Try all again now" }).click();
  // The queue may have tried it again in the meantime.
  await page.getByText(/A new attempt was started for 1 site\.|Nothing is left to try\./).waitFor();
  await ada.settled();
  await expect
    .poll(
      async () => {
        await page.reload();
        const delivered = page.getByText("2 delivered").waitFor({ timeout: 5_000 });
        return await delivered.then(
          () => true,
          () => false,
        );
      },
      { timeout: 30_000, interval: 1_000 },
    )
    .toBe(true);
  await ownerConsole.goTo("/delivery");
  await page.getByText("Nothing is waiting.").waitFor();
  await page.locator(".tabs").getByRole("link", { name: "Delivery", exact: true }).waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

test("a refused delivery says why, and is retried by keyboard", async () => {
  const { store } = ada.running.context;
  const refused = {
    state: "refused",
    lastError: "it answered 403 FORBIDDEN",
    finishedAt: Date.now(),
  } as const;
  const long = `https://${"a-long-name.".repeat(12)}example/${"path".repeat(40)}`;
  await store.transaction(async (tx) => {
    for (const [target, result] of [
      [long, { state: "sent", status: 201, receipt: "https://bea.example/status/1" }],
      ["https://cy.example/", { state: "failed", status: 400, problem: "it answered 400" }],
      ["https://dan.example/notes", { state: "none" }],
    ] as const) {
      const told = { publicationId: Number(post), source: "https://ada.example/slug/loom", target };
      const id = await saveSentMention(tx, { ...told, updatedAt: Date.now() });
      await updateSentMention(tx, id, result);
    }
  });
  await store.transaction((tx) =>
    tx
      .updateTable("outbox")
      .set(refused)
      .where("kind", "=", "publication")
      .where("peerAddress", "=", grace.signer.address)
      .execute(),
  );
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/delivery/refused" });
  const { page } = ownerConsole;
  await page.getByText("It returned 403 FORBIDDEN.").waitFor();
  await ownerConsole.goTo(`/delivery/${post}`);
  await page.getByRole("button", { name: "Grace Hopper: refused" }).waitFor();
  const toldPages = page.getByRole("region", { name: "Mentions sent to linked pages (Webmention)" });
  await toldPages.getByText("It returned 400.").waitFor();
  await toldPages.getByRole("link", { name: "Status" }).waitFor();
  await expectForEverybody(page, "console-delivery-refused");
  await ownerConsole.goTo("/delivery/refused");
  await page.getByText("It returned 403 FORBIDDEN.").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await page.getByText("Nothing was refused.").waitFor();
});

test("the delivery of a post is reached from the posts and from the timeline", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/posts/signed" });
  await ownerConsole.page.getByLabel("More for “The loom”").click();
  await ownerConsole.page.getByRole("link", { name: "Delivery of “The loom”" }).click();
  await ownerConsole.page.getByRole("heading", { name: "Delivery of “The loom”" }).waitFor();
  await ownerConsole.goTo("/timeline");
  await ownerConsole.page.getByLabel("More for “The loom”").click();
  await ownerConsole.page.locator("article").getByRole("link", { name: "Delivery" }).click();
  await ownerConsole.page.getByRole("heading", { name: "Delivery of “The loom”" }).waitFor();
});

test("a thousand followers are shown as counts, and as avatars page by page", async () => {
  await addPeople(crowd.running.context, crowd.signer.address, { count: 1_000, side: "followers" });
  const { id } = await crowd.publish("# To many");
  await spread(crowd, String(id));
  await using ownerConsole = await openOwnerConsole(fixture.browser, crowd, 8, { path: "/delivery/posts" });
  const { page } = ownerConsole;
  await expect.poll(() => page.locator(".delivery-avatar").count()).toBe(8);
  await page.getByText("and 992 more").waitFor();
  await takeScreenshot(page, "console-delivery-posts-many");
  await ownerConsole.goTo(`/delivery/${id}`);
  await expect.poll(() => page.locator(".delivery-avatar").count()).toBe(60);
  await page.keyboard.press("m");
  await expect.poll(() => page.locator(".delivery-avatar").count()).toBe(120);
  await takeScreenshot(page, "console-delivery-many");
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Refused" }).check();
  await page
    .getByRole("button", { name: /refused$/ })
    .first()
    .waitFor();
  expect(ownerConsole.problems).toEqual([]);
});

/** Lets a publication's deliveries stand as they may after a day: most are there, some wait, a few were refused. */
async function spread(node: TestNode, id: string): Promise<void> {
  const { store } = node.running.context;
  const queued = async () => {
    const rows = store.db.selectFrom("outbox").where("subject", "=", id).where("kind", "=", "publication");
    return await rows.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  };
  await expect.poll(queued, { timeout: 30_000 }).toEqual({ count: 1_000 });
  const now = Date.now();
  await store.transaction(async (tx) => {
    const of = tx.updateTable("outbox").where("subject", "=", id).where("kind", "=", "publication");
    const done = { state: "done", finishedAt: now, claimedBy: null, lastError: null } as const;
    const times = { createdAt: now - 20 * hourMs, nextTryAt: now + hourMs, finishedAt: null } as const;
    const waits = { ...times, claimedBy: null, attempts: 6, lastError: "it did not answer in time" };
    await of.set(done).execute();
    await of
      .set({ ...waits, state: "pending" })
      .where(sql<boolean>`peer_address like '%7'`)
      .execute();
    await of
      .set({ state: "refused", lastError: "it no longer follows" })
      .where(sql<boolean>`peer_address like '%3'`)
      .execute();
  });
}

test("everybody can use it", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, crowd, 8, {
    path: "/delivery",
  });
  const { page } = ownerConsole;
  await page.locator(".row").first().waitFor();
  await expectForEverybody(page, "console-delivery");
  await ownerConsole.goTo("/delivery/expired");
  await page.locator(".row, .empty").first().waitFor();
  await expectForEverybody(page, "console-delivery-expired");
  await ownerConsole.goTo("/delivery/posts");
  await page.locator(".row").first().waitFor();
  await expectForEverybody(page, "console-delivery-posts");
  await page.locator(".row a").first().click();
  await page
    .getByRole("button", { name: /waiting, from/ })
    .first()
    .click();
  await page.locator(".details .digits").waitFor();
  await expectForEverybody(page, "console-delivery-post");
  expect(ownerConsole.problems).toEqual([]);
});

test("it speaks Chinese", async () => {
  const language = { language: "zh-CN", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, crowd, 8, {
    path: "/delivery",
    ...language,
  });
  await ownerConsole.page.getByText("对方没有及时响应。").first().waitFor();
  await takeScreenshot(ownerConsole.page, "console-delivery-zh-phone");
});

test("what is only on the site goes back to a draft", async () => {
  await ada.draft("# To be shown", "local");
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/posts/local" });
  const { page } = ownerConsole;
  await page.getByLabel("More for “To be shown”").click();
  await takeScreenshot(page, "console-post-menu");
  await page.getByRole("button", { name: "Back to draft" }).click();
  await page.getByText("The post is a draft again.").waitFor();
  await page.getByRole("link", { name: "To be shown" }).waitFor({ state: "detached" });
  expect(ownerConsole.problems).toEqual([]);
});
