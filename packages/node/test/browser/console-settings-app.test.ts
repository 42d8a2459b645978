import { beforeAll, expect, test } from "vitest";
import { readSettings } from "../../src/domain/settings/settings.ts";
import { readVapidPublicKey, subscribeNotification } from "../../src/modules/notifications/push-devices.ts";
import { expectAccessible, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { createPushDevice } from "../support/push-device.ts";
import { allowNotifications, keepShown, servePush } from "../support/serve-push.ts";
import { setOffline } from "../support/set-offline.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
});

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

const settings = () => readSettings(ada.running.context);

test("the console opens offline, says so, caches no data, and continues online", async () => {
  await using ownerConsole = await open("/settings/site", { noWorkers: false });
  const { page, problems } = ownerConsole;
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await page.evaluate(async (path) => await (await fetch(path)).json(), href ?? "");
  expect(manifest).toMatchObject({ start_url: "/console", scope: "/console", display: "standalone" });
  expect((await ada.fetch(manifest.icons[0].src)).headers["content-type"]).toBe("image/svg+xml");

  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  const kept = await page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => await (await caches.open(name)).keys()),
    );
    return found.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/console");
  expect(kept.filter((path) => path !== "/console" && !path.startsWith("/assets/"))).toEqual([]);

  await setOffline(page, true);
  await page.goto(`${ada.url}/console/write`);
  await page.getByText("saved when you're back online").waitFor();
  await page.locator(".cm-content").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.insertText("Written without a network.");
  await takeScreenshot(page, "console-offline");
  await expectAccessible(page);
  await setOffline(page, false);
  await page.getByText("You're offline").waitFor({ state: "detached" });

  // A draft that was opened before is there after a reload without the node, with what is typed then.
  const text = page.locator(".cm-content");
  const { id } = await ada.draft("# From another day\n\nFirst words.");
  await page.goto(`${ada.url}/console/write/${id}`);
  await text.filter({ hasText: "First words." }).click();
  await setOffline(page, true);
  await page.reload();
  await text.filter({ hasText: "First words." }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(" Second ones.");
  await page.locator(".editor-status").getByText("kept in this browser").waitFor();
  await page.reload();
  await text.filter({ hasText: "First words. Second ones." }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(" Third ones.");
  const editor = await text.elementHandle();
  await setOffline(page, false);
  await page.getByText("Saved · only you can see this").waitFor();
  await page.getByText("You're offline").waitFor({ state: "detached" });
  // The session is checked while the editor stays: it keeps the cursor and the text that is typed meanwhile.
  expect(await editor?.evaluate((element) => element.isConnected)).toBe(true);
  const { store, blobs } = ada.running.context;
  const { contentHash } = await store.db
    .selectFrom("publications")
    .select("contentHash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const stored = Buffer.from((await blobs.readAll(contentHash, 1_000)) ?? "").toString();
  expect(stored).toContain("First words. Second ones. Third ones.");
  expect(problems.filter((said) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(said))).toEqual([]);
});

test("a push is shown, and opens the view that it is about", async () => {
  await using ownerConsole = await open("/timeline", { noWorkers: false });
  const { visit, page } = ownerConsole;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const shown = await keepShown(visit);
  const devTools = await visit.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const message = {
    id: 5,
    type: "failed-webhook",
    title: "A webhook was turned off",
    body: "https://x.example",
  };
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: ada.url,
    registrationId,
    data: JSON.stringify(message),
  });
  await expect
    .poll(shown)
    .toEqual([{ title: message.title, body: message.body, data: "/settings/webhooks" }]);
});

test("kinds of notifications are selected, and a lost device is turned off", async () => {
  const device = {
    endpoint: "https://updates.push.services.mozilla.com/wpush/v2/lost",
    ...createPushDevice(),
  };
  await subscribeNotification(ada.running.context, { endpoint: device.endpoint, keys: device.keys });
  await using ownerConsole = await open("/settings/devices");
  const { page, problems } = ownerConsole;
  await page.getByLabel("a visitor identifies themselves").uncheck();
  await page.getByText("Saved.").waitFor();
  expect((await settings()).notifyVisitor).toBe(false);
  await page.getByText("Firefox").waitFor();
  await takeScreenshot(page, "settings-devices");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByText("Firefox").waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("push is turned on and off for this device; without a push service nothing changes", async () => {
  await using ownerConsole = await open("/timeline", { noWorkers: false });
  const { visit, page, problems } = ownerConsole;
  await allowNotifications(visit, ada.url);
  await ownerConsole.goTo("/settings/devices");
  const begin = page.getByRole("button", { name: "Turn on for this device" });
  await begin.click();
  await page.getByRole("alert").getByText("Your browser could not reach its push service.").waitFor();

  const subscribed = await servePush(page, "https://updates.push.services.mozilla.com/wpush/here");
  await begin.click();
  await page.getByText("Notifications are on, also while the dashboard is closed.").waitFor();
  await page.getByText("This device. On since").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  const applicationServerKey = await readVapidPublicKey(ada.running.context);
  expect(await subscribed()).toEqual({ userVisibleOnly: true, applicationServerKey });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Turn off" }).click();
  await begin.waitFor();
  expect(await subscribed()).toBeNull();
  expect(problems.filter((said) => !/Push API in incognito/.test(said))).toEqual([]);
});

test("comments, language and theme are saved; a refused change is reverted", async () => {
  await using ownerConsole = await open("/settings/site");
  const { visit, page, problems } = ownerConsole;
  await page.getByLabel("Approve each comment").check();
  await page.getByText("Saved.").waitFor();
  await page.getByLabel("Default language").selectOption("zh-Hans");
  await expect.poll(async () => (await settings()).defaultLanguage).toBe("zh-Hans");
  expect(await settings()).toMatchObject({ commentsNeedApproval: true, allowComment: true });
  await page.getByLabel("Default language").selectOption("en");
  await expect.poll(async () => (await settings()).defaultLanguage).toBe("en");

  await page.getByLabel("Theme in this browser").selectOption("dark");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await page.locator(".settings h2").first().waitFor();
  expect((await settings()).defaultTheme).toBe("system");
  expect(problems).toEqual([]);

  await visit.route("**/api/graphql", (route) => route.abort());
  await page.getByLabel("Allow comments").click();
  await page.getByRole("alert").getByText("Not saved. Your previous setting is unchanged.").waitFor();
  expect(await page.getByLabel("Allow comments").isChecked()).toBe(true);
});

test("is for everybody", async () => {
  await using ownerConsole = await open("/settings/site");
  await ownerConsole.page.locator(".settings fieldset").first().waitFor();
  await expectForEverybody(ownerConsole.page, "settings-site");
});
