import { beforeAll, expect, test } from "vitest";
import { writeMeta } from "../../src/store/meta.ts";
import { expectAccessible, openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { isFull } from "../support/full.ts";
import { lightKeyFile } from "../support/light-key-file.ts";
import { openPhoneWallet } from "../support/phone-wallet.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const key = new Uint8Array(32).fill(7);

const fixture = useBrowserFixture();
let node: TestNode;
beforeAll(async () => {
  node = await fixture.network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
});

test("the owner signs in with a wallet, and out again; no script can read the session", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(key) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(`${node.url}/console`);
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)])).toEqual([
    "",
    // The mark tells the owner's public pages to show the way back.
    '{"freehold-owner":"1"}',
  ]);
  const [cookie] = await visit.cookies();
  expect(cookie).toMatchObject({
    name: "__Host-freehold_session",
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
  });

  await page.reload();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  expect(await visit.cookies()).toEqual([]);
  expect(problems).toEqual([]);
  await visit.close();
});

const signsOnPhone = async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(key) });
  const page = await visit.newPage();
  await page.goto(`${node.url}/console/settings/access`);
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  await page.getByLabel("WalletConnect project ID").fill("project-1");
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Save project ID" }).click(),
  ]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  await visit.close();

  await using phone = await openPhoneWallet(createWallet(key));
  const visitWithPhone = await openVisit(fixture.browser, { width: 390 });
  const onPhone = await visitWithPhone.newPage();
  const { problems } = watchPage(onPhone, node.url);
  await phone.serve(onPhone);
  const answer = await onPhone.goto(`${node.url}/console/settings/profile`);
  expect(answer?.headers()["content-security-policy"]).toContain(
    "connect-src 'self' wss://relay.walletconnect.org;",
  );
  await onPhone.getByRole("button", { name: "a wallet on your phone" }).click();
  await onPhone.getByRole("button", { name: "Cancel" }).click();
  await onPhone.getByRole("button", { name: "a wallet on your phone" }).click();
  const code = onPhone.getByRole("link", { name: "Open a wallet on this device" });
  const uri = (await code.getAttribute("href")) ?? "";
  expect(uri).toMatch(/^wc:/);
  await takeScreenshot(onPhone, "wallet-connect");
  await expectAccessible(onPhone);
  await phone.scan(uri);
  await onPhone.getByRole("button", { name: "Sign in with a wallet on your phone" }).click();
  await onPhone.getByLabel("About you").fill("Signed on a phone");
  await onPhone.getByRole("button", { name: "Sign the changes" }).click();
  await onPhone.getByRole("button", { name: "Sign with a wallet on your phone" }).click();
  await onPhone.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  expect(phone.asked).toEqual(["personal_sign", "eth_signTypedData_v4"]);
  expect(problems).toEqual([]);
  await visitWithPhone.close();
};
if (isFull)
  test("the owner signs in and signs with a wallet on a phone, where there is a project id", signsOnPhone);

test("the console shows what the doctor finds, and what to do", async () => {
  const known = JSON.stringify({ askedAt: Date.now(), newest: "99.0.1" });
  await node.running.context.store.transaction((tx) => writeMeta(tx, "releases", known));
  const visit = await openVisit(fixture.browser, { wallet: createWallet(key) });
  const page = await visit.newPage();
  await page.goto(`${node.url}/console/status`);
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  await page.getByRole("heading", { name: "Status", level: 1 }).waitFor();
  await page.locator(".diagnosis li").first().waitFor({ timeout: 100_000 });
  await page.getByRole("img", { name: "Something needs your attention" }).waitFor();
  await page
    .locator('.diagnosis [data-state="WARNING"]')
    .getByText("Freehold 99.0.1 is available.")
    .waitFor();
  await page.getByRole("link", { name: "github.com/freehold-ewp/freehold/releases" }).waitFor();
  expect(await page.locator(".diagnosis li").count()).toBeGreaterThan(15);
  expect(await page.locator('.diagnosis [data-state="OK"]').count()).toBeGreaterThan(5);
  await takeScreenshot(page, "status");
  await expectAccessible(page);
  await visit.close();
}, 150_000);

test("another's wallet can't sign in, and the visitor reads why", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(9) });
  const page = await visit.newPage();
  await page.goto(`${node.url}/console`);
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await expect.poll(() => page.getByRole("status").textContent()).toMatch(/another account/);
  await visit.close();
});

test("the owner of a contract's wallet reads that other nodes can't check its signatures, and signs nothing", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(key), code: "0x6080" });
  const page = await visit.newPage();
  await page.goto(`${node.url}/console`);
  await page.getByRole("button", { name: "Test Wallet" }).click();
  await page.getByText("This address is a contract.").waitFor();
  expect(await page.getByRole("button", { name: /^Sign in with/ }).count()).toBe(0);
  expect(await visit.cookies()).toEqual([]);
  await takeScreenshot(page, "sign-in-contract");
  await expectAccessible(page);
  await visit.close();
});

test("signing in is for everybody", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(key) });
  const page = await visit.newPage();
  await page.goto(`${node.url}/console`);
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  await expectForEverybody(page, "sign-in");
  await visit.close();
});

test("a key file is locked after each task, or 15 minutes after its owner asked to keep it, or when the owner says so", async () => {
  const password = "seven quiet herons";
  const file = lightKeyFile(key, password);
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  await page.clock.install();
  await page.goto(`${node.url}/console/settings/profile`);
  const unlock = async (keep: boolean) => {
    await page.getByLabel("Password").fill(password);
    if (keep) await page.getByLabel("Keep it unlocked for 15 minutes").check();
    await page.getByRole("button", { name: "Unlock", exact: true }).click();
  };
  const sign = async (text: string) => {
    await page.getByLabel("About you").fill(text);
    await page.getByRole("button", { name: "Sign the changes" }).click();
    await page.getByRole("button", { name: "Sign with your key file" }).click();
  };
  const isSigned = () => page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Use a key file" }).click();
  await page.getByLabel("Key file", { exact: true }).setInputFiles(file);
  // Kept in this browser, so that only the password is asked from here on.
  await unlock(false);
  await sign("One");
  await expectAccessible(page);
  await unlock(true);
  await isSigned();
  await sign("Two");
  await isSigned();
  const unlocked = page.getByText("Your key is unlocked until");
  await unlocked.waitFor();
  await takeScreenshot(page, "key-unlocked");
  await expectAccessible(page);
  await page.clock.fastForward("15:01");
  await unlocked.waitFor({ state: "detached" });
  await sign("Three");
  await unlock(true);
  await isSigned();

  await page.getByRole("button", { name: "Lock now" }).press("Enter");
  expect(await page.locator(":focus").textContent()).toBe("Your key is locked.");
  await sign("Four");
  await unlock(true);
  await isSigned();

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Use a key file" }).click();
  await page.getByLabel("Password").waitFor();
  await visit.close();
});
