import { beforeAll, expect, test } from "vitest";
import { expectAccessible, openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const fixture = useBrowserFixture();
let node: TestNode;
let friend: TestNode;
beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada" });
  friend = await fixture.network.start({ title: "Bea", privateKey: "09".repeat(32) });
  await node.publish("# Salt\n\nThe words as they were signed.", { slug: "salt" });
});

test("a reader's own browser checks a proof, with no more than 25 kB", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  const sizes = new Map<string, number>();
  page.on("response", async (response) => {
    sizes.set(new URL(response.url()).pathname, Number((await response.request().sizes()).responseBodySize));
  });
  await page.goto(`${node.url}/slug/salt`);
  expect([...sizes.keys()].some((path) => path.includes("check-proof"))).toBe(false);
  await page.locator(".proof .seal").click();
  await page.getByText("Verified in your browser: this key signed").waitFor();
  expect(await page.locator(".checks .good").count()).toBe(2);
  expect(await page.locator(".broken").count()).toBe(0);
  // The hashes are folded away; what is compared is copied whole, with one touch.
  await visit.grantPermissions(["clipboard-read", "clipboard-write"], { origin: node.url });
  expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
  await page.getByText("Address, hash and signature").click();
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(node.signer.address);
  await takeScreenshot(page, "proof-checked");
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await visit.close();
});

test("bytes that were changed are never silent", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  await page.route("**/ewp/contents/**", (route) => route.fulfill({ body: "other words" }));
  await page.goto(`${node.url}/slug/salt`);
  await page.getByText("Signed by Ada", { exact: true }).click();
  await page.getByText("The content was changed after it was signed.").waitFor();
  expect(await page.locator(".seal.broken").count()).toBe(1);
  await takeScreenshot(page, "proof-broken");
  await visit.close();
});

test("a visitor with a wallet has their node follow this one, by clicking", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(new Uint8Array(32).fill(9)) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(node.url);
  await page.getByRole("link", { name: "Follow", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Follow Ada" });
  await dialog.getByRole("heading", { name: "With your own site" }).waitFor();
  await takeScreenshot(page, "follow-dialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(await dialog.isVisible()).toBe(false);
  await page.getByRole("link", { name: "Follow", exact: true }).click();
  await page.getByLabel("The address of your site").fill(friend.url);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Bea: Your site responds.").waitFor();
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByRole("button", { name: "Sign and follow" }).click();
  await page.getByText("Your site now follows this one").waitFor();
  const after = await node.publish("After the follow.");
  await friend.settled();
  await expect
    .poll(async () => (await friend.timeline()).map(({ contentHash }) => contentHash))
    .toContain(after.contentHash);
  expect(problems).toEqual([]);
  await visit.close();
});

const own = () => createWallet(new Uint8Array(32).fill(9));

test("where several wallets are, the visitor says which; each question has a touch of its own", async () => {
  const others = { Fox: "refuses", Owl: "is silent" } as const;
  const visit = await openVisit(fixture.browser, { wallet: own(), otherWallets: others, chain: "0x89" });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(`${node.url}/follow`);
  await page.getByLabel("The address of your site").fill(friend.url);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Which wallet is it?").waitFor();
  expect(await page.locator("form.follow button:visible").allTextContents()).toEqual([
    "Fox",
    "Owl",
    "Test Wallet",
  ]);
  await takeScreenshot(page, "wallets-follow");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Fox" }).click();
  await page.getByText("You declined in your wallet.").waitFor();
  await page.getByRole("button", { name: "Owl" }).click();
  await page.getByText("Your wallet has not responded for a minute.").waitFor();
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await page.getByText("Your wallet is on another network").waitFor();
  await page.getByRole("button", { name: "Switch the network" }).click();
  await page.getByRole("button", { name: "Sign and follow" }).waitFor();
  expect(problems).toEqual([]);
  await visit.close();
});

test("a Chinese visitor reads in Chinese what went wrong, and chooses a wallet for a comment", async () => {
  const others = { 狐狸: "refuses", 猫头鹰: "is silent" } as const;
  const visit = await openVisit(fixture.browser, { language: "zh-CN", otherWallets: others });
  const page = await visit.newPage();
  await page.goto(`${node.url}/follow`);
  const told = page.locator("form.follow output");
  for (const [address, words] of [
    ["http://ada.example", "这不是网址"],
    ["https://localhost:1", "该网址没有响应"],
    [node.url, "这就是本站"],
  ] as const) {
    await page.getByLabel("你的网站的网址").fill(address);
    await page.getByRole("button", { name: "继续" }).click();
    await told.getByText(words).waitFor();
  }
  await page.goto(`${node.url}/slug/salt`);
  await page.getByRole("textbox", { name: "写评论" }).fill("咸。");
  await page.getByRole("button", { name: "用钱包签名" }).click();
  await page.getByText("用哪个钱包？").waitFor();
  await takeScreenshot(page, "wallets-comment-zh");
  await page.getByRole("button", { name: "狐狸" }).click();
  await page.getByText("你在钱包里拒绝了。没有签名。").waitFor();
  await page.getByRole("button", { name: "猫头鹰" }).click();
  await page.getByText("钱包一分钟没有响应").waitFor();
  await visit.close();
});

test("a visitor is seen when they say so, and leaves with the page", async () => {
  const visitor = await (await openVisit(fixture.browser)).newPage();
  await visitor.goto(node.url);
  expect(await visitor.locator(".presence").isVisible()).toBe(false);
  const visit = await openVisit(fixture.browser, { wallet: createWallet(new Uint8Array(32).fill(9)) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(node.url);
  await page.getByRole("button", { name: "Show that I'm online" }).click();
  await page.getByText("1 visitor is online.").waitFor();
  await takeScreenshot(page, "presence");
  await expectAccessible(page);
  await visitor.reload();
  await visitor.getByText("1 visitor is online.").waitFor();
  await page.getByRole("button", { name: "Stop showing me" }).click();
  await page.getByText("No other visitors are online.").waitFor();
  await page.getByRole("button", { name: "Show that I'm online" }).click();
  await page.getByText("1 visitor is online.").waitFor();
  await page.goto(`${node.url}/archive`);
  await expect.poll(() => node.running.context.visitors.list().length).toBe(0);
  expect(problems).toEqual([]);
  await Promise.all([visit.close(), visitor.context().close()]);
});

test("a visitor whose node can't be found reads that", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(3) });
  const page = await visit.newPage();
  await page.goto(`${node.url}/follow`);
  await page.getByLabel("The address of your site").fill("https://localhost:1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("That address doesn't respond.").waitFor();
  await visit.close();
});
