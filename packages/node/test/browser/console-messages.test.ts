import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

// What the dashboard says is so.

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
});

test("another accent colour is no new version of the dashboard, and its page has that colour offline", async () => {
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, {
    path: "/posts",
    noWorkers: false,
  });
  const { visit, page } = ownerConsole;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const workers = () =>
    page.evaluate(async () => {
      const registration = await (await navigator.serviceWorker.getRegistration("/console"))?.update();
      const { installing = null, waiting = null } = registration ?? {};
      return [installing?.state, waiting?.state];
    });
  const styleOf = () => page.locator("head > style").first().textContent();
  await page.reload();
  const before = await styleOf();

  await updateSettings(ada.running.context, { accentHue: "200" });
  expect(await workers()).toEqual([undefined, undefined]);
  await page.reload();
  await page.getByRole("heading", { name: "Posts" }).waitFor();
  const after = await styleOf();
  expect(after).not.toBe(before);
  expect(await page.getByText("A new version of the dashboard").count()).toBe(0);

  await visit.setOffline(true);
  await expect
    .poll(async () => {
      await page.reload();
      return await styleOf();
    })
    .toBe(after);
});
