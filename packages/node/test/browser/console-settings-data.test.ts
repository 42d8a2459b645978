import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import type { Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { clearFailure, saveFailure } from "../../src/modules/backup/daily.ts";
import { restoreBackup } from "../../src/modules/backup/restore.ts";
import { expectAccessible, openVisit, takeScreenshot, type Visitor, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
    settings: { FREEHOLD_DAILY_BACKUPS: "2" },
  });
  await ada.publish("# Taken along");
});

const open = (visitor: Visitor & { path?: string } = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/data", ...visitor });

test("the owner downloads a backup, and a node is restored from it", async () => {
  await using ownerConsole = await open();
  const { page, problems } = ownerConsole;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a backup" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^freehold-.*Z\.tar\.zst$/);
  await page.getByRole("status").getByText(download.suggestedFilename()).waitFor();
  const folder = await mkdtemp(join(tmpdir(), "freehold-taken-"));
  try {
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    const dataDir = join(folder, "data");
    const { manifest } = await restoreBackup(
      { config: { dataDir, databaseUrl: null }, recover: recoverPublicKey },
      { file },
    );
    expect(manifest).toMatchObject({ node: { title: "Ada", url: ada.url }, keystore: false, missing: [] });
    expect(manifest.rows.publications).toBe(1);
    expect(await readdir(dataDir)).toContain("freehold.sqlite");
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(problems).toEqual([]);
});

test("the owner downloads an export, optionally with drafts, and sees the daily backup", async () => {
  await using ownerConsole = await open();
  const { page, problems } = ownerConsole;
  const button = page.getByRole("button", { name: "Download without your signature" });
  const take = async (ask: () => Promise<unknown>) => {
    const [request, download] = await Promise.all([
      page.waitForRequest("**/api/export*"),
      page.waitForEvent("download"),
      ask(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^freehold-export-.*Z\.tar\.gz$/);
    await page.getByRole("status").getByText(download.suggestedFilename()).waitFor();
    return new URL(request.url()).search;
  };
  expect(await take(() => button.click())).toBe("");
  await page.getByLabel("Include data that readers can't see").check();
  expect(await take(() => button.press("Enter"))).toBe("?private=true");
  await page.getByText(/^Last backup: .*in your node's data folder/).waitFor();
  await page.getByText("The last 2 backups are kept").waitFor();
  const asking = { headers: { "content-type": "application/json" }, method: "POST" };
  const anonymous = await ada.fetch("/api/graphql", {
    ...asking,
    body: JSON.stringify({ query: "{ dailyBackups { kept } }" }),
  });
  expect(JSON.stringify(anonymous.json)).toContain("UNAUTHENTICATED");
  expect(problems).toEqual([]);
});

test("a failed daily backup is shown, with what happens next", async () => {
  const { store } = ada.running.context;
  await store.transaction((tx) =>
    saveFailure(tx, { reason: "ENOSPC: no space left", at: Date.now() + 1_000 }),
  );
  await using ownerConsole = await open({ width: widths.phone, theme: "dark" });
  const { page } = ownerConsole;
  await page.getByRole("alert").getByText("The last backup failed").waitFor();
  await takeScreenshot(page, "settings-data-failed");
  await expectAccessible(page);
  await store.transaction(clearFailure);
});

test("neither an anonymous page nor a picture in the owner's page gets a backup", async () => {
  const asked = () => fetch("/api/backup").then(async (reply) => [reply.status, await reply.text()]);
  const nothing = [404, '{"error":"NOT_FOUND"}'];
  const anonymous = await openVisit(fixture.browser);
  const outside = await anonymous.newPage();
  await outside.goto(ada.url);
  expect(await outside.evaluate(asked)).toEqual(nothing);
  await anonymous.close();

  await using ownerConsole = await open();
  const { visit, page } = ownerConsole;
  const picture = page.waitForResponse("**/api/backup");
  await page.evaluate(() => {
    new Image().src = "/api/backup";
  });
  expect((await picture).status()).toBe(404);
  const opened = await visit.newPage();
  expect((await opened.goto(`${ada.url}/api/backup`))?.status()).toBe(404);
  expect(await page.evaluate(() => fetch("/api/backup").then(({ status }) => status))).toBe(200);
});

test("explains a failure, and works on the next attempt", async () => {
  await using ownerConsole = await open();
  const { visit, page } = ownerConsole;
  const button = page.getByRole("button", { name: "Download a backup" });
  // One route for all of it: a request that comes while a route is removed may be lost.
  let answer = (route: Route): Promise<void> => route.continue();
  await visit.route("**/api/backup", (route) => answer(route));
  for (const [status, error, words] of [
    [429, "RATE_LIMITED", "Another backup or export is being created or sent."],
    [507, "NO_SPACE", "disk is full"],
    [404, "NOT_FOUND", "Your session has ended"],
  ] as const) {
    const headers = status === 429 ? { "x-error-detail": words } : {};
    answer = (route) => route.fulfill({ status, headers, json: { error } });
    await button.click();
    await page.getByRole("alert").getByText(words).waitFor();
  }
  answer = (route) => route.continue();
  await visit.setOffline(true);
  await button.click();
  await page.getByRole("alert").getByText("You're offline").waitFor();
  await takeScreenshot(page, "settings-data-offline");
  await expectAccessible(page);
  await visit.setOffline(false);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async (route) => {
    await held;
    await route.abort().catch(() => {});
  };
  await button.click();
  await page.getByRole("status").getByText("Preparing the file").waitFor();
  await takeScreenshot(page, "settings-data-making");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("status").getByText("Cancelled.").waitFor();
  release();
  answer = (route) => route.continue();
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(await download.failure()).toBeNull();
});

test("a part that can't be loaded takes nothing else away, and is loaded by a button", async () => {
  await using ownerConsole = await open();
  const { visit, page } = ownerConsole;
  const button = page.getByRole("button", { name: "Download a backup" });
  let wallets = 0;
  await visit.route("**/assets/offered-wallets.*", (route) => {
    wallets += 1;
    return route.abort();
  });
  let isThere = false;
  await visit.route("**/assets/api.*", (route) => (isThere ? route.continue() : route.abort()));
  await page.reload();
  await button.waitFor();
  // Nobody waits for what offers wallets.
  await expect.poll(() => wallets).toBe(1);
  await page.getByRole("link", { name: "API", exact: true }).click();
  const trouble = page.getByRole("alert").filter({ hasText: "This could not be loaded" });
  await trouble.waitFor();
  await takeScreenshot(page, "settings-not-loaded");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await button.waitFor();

  await page.getByRole("link", { name: "API", exact: true }).click();
  isThere = true;
  await trouble.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Open the GraphQL editor" }).waitFor();
});

test("is for everybody", async () => {
  await using ownerConsole = await open({ language: "zh-CN" });
  await ownerConsole.page.locator(".fields").waitFor();
  await ownerConsole.page.getByText(/Last backup|最近一次备份/).waitFor();
  await expectForEverybody(ownerConsole.page, "settings-data");
});
