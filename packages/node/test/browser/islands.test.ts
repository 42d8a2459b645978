import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, keepScreenshot, openBrowser, openVisit, watchPage } from "../support/browser.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

let network: TestNetwork;
let node: TestNode;
let friend: TestNode;
let browser: Browser;
beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({ title: "Ada" });
  friend = await network.start({ title: "Bea", privateKey: "09".repeat(32) });
  await node.publish("# Salt\n\nThe words as they were signed.", { slug: "salt" });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await network?.[Symbol.asyncDispose]();
});

test("a reader's own browser checks a proof, with no more than 25 kB", async () => {
  const visit = await openVisit(browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    sizes.set(new URL(response.url()).pathname, Number((await response.request().sizes()).responseBodySize));
  });
  await page.goto(`${node.url}/slug/salt`);
  expect([...sizes.keys()].some((path) => path.includes("check-proof"))).toBe(false);
  await page.getByText("Signed by Ada").click();
  await page.getByText("Checked in your browser: this key signed them").waitFor();
  expect(await page.locator(".checks .good").count()).toBe(2);
  expect(await page.locator(".broken").count()).toBe(0);
  await keepScreenshot(page, "proof-checked");
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await visit.close();
});

test("bytes that were changed are never silent", async () => {
  const visit = await openVisit(browser);
  const page = await visit.newPage();
  await page.route("**/ewp/contents/**", (route) => route.fulfill({ body: "other words" }));
  await page.goto(`${node.url}/slug/salt`);
  await page.getByText("Signed by Ada").click();
  await page.getByText("These are not the bytes that were signed.").waitFor();
  expect(await page.locator(".seal.broken").count()).toBe(1);
  await keepScreenshot(page, "proof-broken");
  await visit.close();
});

test("a visitor with a wallet has their node follow this one, by clicking", async () => {
  const visit = await openVisit(browser, { wallet: createWallet(new Uint8Array(32).fill(9)) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(node.url);
  await page.getByLabel("The address of your node").fill(friend.url);
  await page.getByRole("button", { name: "Look at it" }).click();
  await page.getByText("Bea: That node is there.").waitFor();
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByRole("button", { name: "Sign and follow" }).click();
  await page.getByText("Your node follows this place now.").waitFor();
  const after = await node.publish("After the follow.");
  await friend.settled();
  await expect
    .poll(async () => (await friend.timeline()).map(({ contentHash }) => contentHash))
    .toContain(after.contentHash);
  expect(problems).toEqual([]);
  await visit.close();
});

test("a visitor is seen when they say so, and leaves with the page", async () => {
  const stranger = await (await openVisit(browser)).newPage();
  await stranger.goto(node.url);
  expect(await stranger.locator(".presence").isVisible()).toBe(false);
  const visit = await openVisit(browser, { wallet: createWallet(new Uint8Array(32).fill(9)) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(node.url);
  await page.getByRole("button", { name: "Be seen here" }).click();
  await page.getByText("1 visitor is here now.").waitFor();
  await keepScreenshot(page, "presence");
  await expectAccessible(page);
  await stranger.reload();
  await stranger.getByText("1 visitor is here now.").waitFor();
  await page.getByRole("button", { name: "Be seen no more" }).click();
  await page.getByText("Nobody else is to be seen here now.").waitFor();
  await page.getByRole("button", { name: "Be seen here" }).click();
  await page.getByText("1 visitor is here now.").waitFor();
  await page.goto(`${node.url}/archive`);
  await expect.poll(() => node.running.context.visitors.list().length).toBe(0);
  expect(problems).toEqual([]);
  await Promise.all([visit.close(), stranger.context().close()]);
});

test("a visitor whose node is nowhere is told", async () => {
  const visit = await openVisit(browser, { wallet: createWallet(3) });
  const page = await visit.newPage();
  await page.goto(node.url);
  await page.getByLabel("The address of your node").fill("https://localhost:1");
  await page.getByRole("button", { name: "Look at it" }).click();
  await expect.poll(() => page.locator("form.follow output").textContent()).toMatch(/\w{3}/);
  await expect.poll(() => page.locator("form.follow output").textContent()).not.toBe("One moment.");
  await visit.close();
});
