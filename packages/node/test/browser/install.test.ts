import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addressOfPrivateKey } from "@freehold/protocol";
import { keyOfWords } from "@freehold/web/recovery-words";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import { openVisit, type Visitor, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { isFull } from "../support/full.ts";
import { createNodeProcess } from "../support/node-process.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const password = "seven quiet herons under the old bridge";
const key = new Uint8Array(32).fill(7);

const fixture = useBrowserFixture();

/** A node without an owner. */
async function openEmptyNode(settings: Record<string, string> = {}) {
  const node = await fixture.network.start({ install: false, settings });
  return { node, code: await readSetupCode(node) };
}

/** The lines that a start prints. */
const linkTo = ({ url }: Pick<TestNode, "url">, code: string) => `${url}/install#code=${code}`;

async function visit(node: Pick<TestNode, "url">, code: string | null, visitor: Visitor = {}) {
  const context = await openVisit(fixture.browser, { noWorkers: true, ...visitor });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(code === null ? `${node.url}/install` : linkTo(node, code));
  await page.locator(".installer h1").waitFor();
  return { context, page, problems };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function nameIt(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Your key" }).waitFor();
}

/** Saves the file of the key that was made. @returns the file's path */
async function saveKey(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the key file and finish" }).click();
  return await (await download).path();
}

test("a wallet sets up a node at a public address, which is tried first, and the code never shows in a URL", async () => {
  const { node, code } = await openEmptyNode();
  const wallet = createWallet(key);
  const { context, page, problems } = await visit(node, null, { wallet });
  const sent: string[] = [];
  context.on("request", (request) => sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
  const codeField = page.getByLabel("Setup code");
  await codeField.fill("12");
  await page.getByText("some are missing").waitFor();
  await codeField.fill("0".repeat(64));
  await page.getByText("The code is wrong.").waitFor();
  expect(problems.splice(0)).toEqual([expect.stringContaining("403")]);
  await codeField.fill(linkTo(node, code));
  expect(await codeField.inputValue()).toBe(code);
  await page.getByText("Your site responds there.").waitFor({ timeout: 60_000 });
  await page.goto(linkTo(node, code));
  await page.reload();
  await page.waitForURL(`${node.url}/install`);
  await button(page, "Change").click();
  const address = page.getByLabel("Address of your site");
  for (const [typed, sentence] of [
    ["nonsense", "This is not a web address."],
    ["http://ada.example", "http works only on this computer."],
  ] as const) {
    await address.fill(typed);
    await page.getByText(sentence).waitFor();
  }
  await address.fill("https://nowhere.invalid");
  await page.getByText("There is a problem: see below.").waitFor({ timeout: 60_000 });
  await address.fill(`${node.url}/`);
  await page.getByText(/checks passed/).click({ timeout: 60_000 });
  await page.getByText("reaches this node").waitFor();
  await nameIt(page, "Ada Lovelace");
  await button(page, "Use Test Wallet").click();
  await page.getByText("is mine. I am Ada Lovelace.").waitFor();
  await button(page, "Sign with Test Wallet").click();
  await button(page, "Sign in with Test Wallet").click();
  await page.locator(".cm-content").waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/write");
  expect(await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)])).toEqual([
    "",
    '{"freehold-owner":"1"}',
  ]);
  expect((await node.fetch("/ewp/profile")).json).toMatchObject({ address: wallet.address, url: node.url });
  const after = await node.fetch("/install");
  expect([after.status, after.headers.location]).toEqual([303, "/"]);
  expect(sent.filter((one) => one.includes(code) && !one.startsWith(linkTo(node, code)))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code);
  expect(problems).toEqual([]);
}, 120_000);

test("a reload keeps what was typed, and of the key its encrypted file alone", async () => {
  const { node, code } = await openEmptyNode();
  const { page } = await visit(node, code);
  await nameIt(page, "Cleo");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Create my key").click();
  // The code was replaced meanwhile: the file is saved, and nothing is set up.
  await rm(join(node.config.dataDir, "setup-code"));
  const newCode = await readSetupCode(node);
  await saveKey(page);
  await page.getByText("The setup code is missing or wrong.").waitFor();
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "中文" });
  await page.getByRole("heading", { name: "你的密钥" }).waitFor();
  await page.getByLabel("语言", { exact: true }).selectOption({ label: "English" });
  await page.getByText("You used this key before you reloaded the page.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("another password");
  await button(page, "Unlock").click();
  await page.getByText("The password does not open this file.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Unlock").click();
  await page.getByText("is mine. I am Cleo.").waitFor();
  await page.getByRole("link", { name: "Name" }).click();
  await page.getByLabel("Setup code").fill(newCode);
  await button(page, "Continue").click();
  await button(page, "Sign and finish").click();
  await button(page, "Go to the dashboard").click();
  await page.getByText("Your first steps").waitFor();
  expect((await node.fetch("/ewp/profile")).json).toMatchObject({ title: "Cleo" });
});

const killsAtEachStep = async () => {
  await using node = await createNodeProcess(fixture.network, { FREEHOLD_OWNER: createWallet(key).address });
  await node.start();
  const code = await readSetupCode({ config: node });
  const { page } = await visit(node, code, { wallet: createWallet(key) });
  const crash = async () => {
    await node.kill();
    await node.start();
  };
  await page.getByText(createWallet(key).address).waitFor();
  await node.kill();
  await button(page, "Change").click();
  await page.getByLabel("Address of your site").fill(`${node.url}/`);
  await page.getByText("The node doesn't respond.").waitFor();
  await node.start();
  await nameIt(page, "Dora");
  await page.reload();
  await button(page, "Use Test Wallet").click();
  await node.kill();
  await button(page, "Sign with Test Wallet").click();
  await page.getByText("What you signed is kept while this page is open").waitFor();
  await node.start();
  // The reply is lost: sending again finds the node installed.
  await page.route("**/api/install", (route) =>
    route.request().method() === "POST" ? lose(route) : route.continue(),
  );
  await button(page, "Send again").click();
  await page.getByText("What you signed is kept while this page is open").waitFor();
  await page.unroute("**/api/install");
  await crash();
  await button(page, "Send again").click();
  await page.getByRole("heading", { name: "Your site is ready" }).waitFor();
  await crash();
  await button(page, "Sign in with Test Wallet").click();
  await page.locator(".cm-content").waitFor();
};
if (isFull)
  test("the node is killed at each step, and the set-up continues after its restart", killsAtEachStep);

async function lose(route: import("playwright-core").Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test("a reserved node accepts no other key, and a contract's address is refused", async () => {
  const { address } = createWallet(9);
  const { node } = await openEmptyNode({ FREEHOLD_OWNER: address });
  const other = await visit(node, null, { wallet: createWallet(key) });
  await other.page.getByText(address).waitFor();
  await nameIt(other.page, "Eve");
  expect(await other.page.getByLabel("Password", { exact: true }).count()).toBe(0);
  await button(other.page, "Use Test Wallet").click();
  await other.page.getByText("This node is reserved for another key.").waitFor();

  const contract = await visit(node, null, { wallet: createWallet(9), code: "0x6080" });
  await nameIt(contract.page, "Eve");
  await button(contract.page, "Use Test Wallet").click();
  await contract.page.getByRole("alert").getByText("This address is a contract.").waitFor();
});

test("every step is for everybody", async () => {
  const { node, code } = await openEmptyNode();
  const language = "zh-CN";
  const wallet = createWallet(key);
  const { page } = await visit(node, null, { language, wallet });
  const look = (step: string) => expectForEverybody(page, `install-${step}`);
  await look("code");
  await page.locator("#code").fill(code);
  await page.locator("#name").fill("Ada Donaudampfschifffahrtselektrizitätenhauptbetriebswerk");
  await page.locator(".address-field button").click();
  await page.locator("#url").fill("https://nowhere.invalid");
  const exact = page.locator(".diagnosis li[data-state=FAILED] p").first();
  await exact.waitFor({ timeout: 60_000 });
  // The node's result is in the language of the page.
  expect(/\p{Script=Han}/u.test((await exact.textContent()) ?? "")).toBe(true);
  await look("address");
  await page.locator("#url").fill(node.url);
  await page.locator(".step > button").last().click();
  await page.locator("#new-password").fill("tulip wagon 4 sea");
  await page.locator(".strength.strong, .strength.fair").waitFor();
  await look("key");
  await page.locator(".own-key button").last().click();
  await look("key-file");
  await page.locator(".step > button").last().click();
  await page.locator("#new-password").fill(password);
  await page.locator(".new-key button").last().click();
  await page.locator("a[download]").waitFor();
  await look("save");
  await page.locator("a[download]").click();
  await page.locator(".keep-key button").click();
  const words = await page.locator(".keep-key .word-list li").allTextContents();
  expect((await node.fetch("/ewp/profile")).json).toMatchObject({
    address: addressOfPrivateKey(keyOfWords(words.join(" ")).privateKey),
  });
  await look("done");
}, 120_000);
