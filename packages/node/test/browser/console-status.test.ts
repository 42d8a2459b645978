import { expect, test } from "vitest";
import { readClockState } from "../../src/domain/clock.ts";
import { readSetAside } from "../../src/domain/set-aside.ts";
import { noteClockDoubt } from "../../src/store/queues/clock-doubt.ts";
import { widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const hexOf = (key: number) => Buffer.alloc(32, key).toString("hex");
const dayMs = 24 * 60 * 60 * 1000;
const fixture = useBrowserFixture();

/** Addresses below `/console` of each kind that views have, and of each kind that none has. */
const places = [
  "",
  "home",
  "home/reading",
  "home/of/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "home/later/done",
  "home/people",
  "home/people/followers/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "home/people/feeds",
  "home/people/follow",
  "home/people/follow/https%3A%2F%2Fa.example%2F",
  "people/blocked",
  "timeline",
  "posts",
  "posts/drafts",
  "posts/trash",
  "posts/delivery/refused",
  "posts/delivery/1",
  "media",
  "inbox",
  "inbox/all",
  "inbox/comments/held",
  "inbox/comments/of/1",
  "comments",
  "write",
  "write/999",
  "settings",
  "settings/import",
  "settings/status",
  "status",
];
const noPlaces = [
  "import",
  "settings/x",
  "settings/profile/x",
  "posts/nothing",
  "posts/nothing/deeper",
  "posts/media/5",
  "posts/delivery/x",
  "inbox/x",
  "inbox/comments/x",
  "inbox/comments/of",
  "home/x",
  "home/later/x",
  "home/of",
  "home/people/x",
  "home/people/blocked/x",
  "people/x",
  "write/5/x",
];

/** Work at which a node died, as the queue keeps it. */
async function addSetAside({ running }: TestNode, queue: "jobs" | "feeds", rowKey: string): Promise<void> {
  await running.context.store.db
    .insertInto("interrupted_rows")
    .values({ queue, rowKey, state: "aside", worker: null, deaths: 2, createdAt: Date.now() - dayMs })
    .execute();
}

test("a clock in doubt says what happened, and is confirmed; posts of a time to come become drafts", async () => {
  const ada = await fixture.network.start({ title: "Ada Lovelace", privateKey: hexOf(7) });
  const { context } = ada.running;
  const { id } = await ada.publish("# Of tomorrow\n\nWords.");
  const ahead = Math.floor(Date.now() / 1000) + 3 * 86_400;
  await context.store.db.updateTable("publications").set({ timestamp: ahead }).where("id", "=", id).execute();
  const now = context.clock.now();
  await context.store.transaction((tx) =>
    noteClockDoubt(tx, { lastGood: now - 40 * dayMs, noticed: now, isTold: true }),
  );
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/status" });
  const { page, problems } = ownerConsole;
  const section = page.getByRole("region", { name: "The clock of your node" });
  await section.getByText("The clock jumped ahead").waitFor();
  await section.getByText("One post has a signature date in the future").waitFor();
  await expectForEverybody(page, "console-clock-in-doubt");
  await section.getByRole("button", { name: /^It is right/ }).click();
  await section.getByText("The clock jumped ahead").waitFor({ state: "detached" });
  expect(await readClockState(context)).toMatchObject({ isInDoubt: false, futurePosts: [id] });
  await section.getByRole("button", { name: "Make it a draft again" }).click();
  await section.waitFor({ state: "detached" });
  expect(await readClockState(context)).toMatchObject({ isInDoubt: false, futurePosts: [] });
  const posts = await context.store.db.selectFrom("publications").select("state").execute();
  expect(posts).toEqual([{ state: "draft" }]);
  expect(problems).toEqual([]);
});

test("work that was set aside is tried again or dropped", async () => {
  const bea = await fixture.network.start({ title: "Bea", privateKey: hexOf(8) });
  const { context } = bea.running;
  const ids = async () => (await readSetAside(context)).map(({ id }) => id);
  await addSetAside(bea, "jobs", "999");
  await addSetAside(bea, "feeds", "998");
  await using ownerConsole = await openOwnerConsole(fixture.browser, bea, 8, { path: "/settings/status" });
  const { page, problems } = ownerConsole;
  const section = page.getByRole("region", { name: "Set aside" });
  await section.getByText("A feed that you read").waitFor();
  await expectForEverybody(page, "console-set-aside");
  const dialog = page.getByRole("dialog");
  await section.getByRole("button", { name: "Drop: feeds:998" }).click();
  await expectForEverybody(page, "console-set-aside-drop");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await ids()).sort()).toEqual(["feeds:998", "jobs:999"]);
  await section.getByRole("button", { name: "Drop: feeds:998" }).click();
  await dialog.getByRole("button", { name: "Drop" }).click();
  await section.getByText("feeds:998").waitFor({ state: "detached" });
  expect(await ids()).toEqual(["jobs:999"]);
  await section.getByRole("button", { name: "Try again: jobs:999" }).click();
  await section.waitFor({ state: "detached" });
  expect(await ids()).toEqual([]);

  // An address that no view has says so, and leads home.
  const missing = page.getByRole("heading", { name: "This page doesn't exist" });
  await page.goto(`${bea.url}/console/import`);
  await missing.waitFor();
  expect(await page.locator("nav [aria-current]").count()).toBe(0);
  const visit = (path: string) =>
    page.evaluate((address) => {
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/console/${path}`);
  for (const [at, path] of places.entries()) {
    await visit(path);
    await missing.waitFor({ state: "detached" });
    await page.locator("h1").first().waitFor();
    await visit(noPlaces[at % noPlaces.length] ?? "");
    await missing.waitFor();
  }
  await expectForEverybody(page, "console-not-found");
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/home");
  const language = { path: "/settings/nothing", language: "zh-CN", width: widths.phone };
  await using chinese = await openOwnerConsole(fixture.browser, bea, 8, language);
  await chinese.page.getByRole("heading", { name: "页面不存在" }).waitFor();
  await expectForEverybody(chinese.page, "console-not-found-zh");
  expect(problems).toEqual([]);
});
