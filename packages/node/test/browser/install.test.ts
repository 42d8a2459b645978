import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { decryptKeystore } from "@freehold/protocol";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { addressOf } from "../../src/domain/access/signer.ts";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import {
  expectAccessible,
  openVisit,
  takeScreenshot,
  type Visitor,
  watchPage,
  widths,
} from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody } from "../support/expect-for-everybody.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createNodeProcess } from "../support/node-process.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const password = "seven quiet herons under the old bridge";
const key = new Uint8Array(32).fill(7);

const fixture = useBrowserFixture();
beforeAll(async () => {});

/** A node without an owner. */
async function openEmptyNode(settings: Record<string, string> = {}) {
  const node = await fixture.network.start({ install: false, settings });
  return { node, code: await readSetupCode(node) };
}

/** What a start prints. */
const linkTo = ({ url }: Pick<TestNode, "url">, code: string) => `${url}/install#code=${code}`;

async function visit(node: Pick<TestNode, "url">, visitor: Visitor = {}) {
  const context = await openVisit(fixture.browser, visitor);
  const page = await context.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(node.url);
  await page.getByRole("link", { name: /Set up|开始设置/ }).click();
  await page.locator(".installer h1").waitFor();
  return { context, page, problems };
}

const next = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

async function passAddress(page: Page, code: string): Promise<void> {
  await page.getByLabel("Setup code").fill(code);
  await next(page);
  await page.getByRole("heading", { name: "Which key is yours?" }).waitFor();
}

/** Makes a key with the password of this test, and saves its file. @returns the file's path */
async function makeKey(page: Page): Promise<string> {
  await page.getByLabel("A new key, made here").check();
  await page.getByLabel("A password for the file").fill(password);
  await page.getByRole("button", { name: "Make my key" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the key file" }).click();
  return await (await download).path();
}

test("the setup code of the printed link survives a reload and never shows in the URL", async () => {
  const { node, code } = await openEmptyNode();
  const context = await openVisit(fixture.browser, { wallet: createWallet(key) });
  const page = await context.newPage();
  const { problems } = watchPage(page, node.url);
  const sent: string[] = [];
  context.on("request", (request) => sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto(linkTo(node, code));
  await page.getByText("The code is right.").waitFor({ timeout: 60_000 });
  expect(await page.getByLabel("Setup code").inputValue()).toBe(code);
  expect(page.url()).toBe(`${node.url}/install`);
  await page.reload();
  await page.getByText("The code is right.").waitFor({ timeout: 60_000 });
  await next(page);
  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await next(page);
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await next(page);
  await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await page.getByText("Your node is set up").waitFor();
  expect(sent.filter((one) => one.includes(code) && !one.startsWith(linkTo(node, code)))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(code);
  while (new URL(page.url()).pathname === "/install") {
    expect(page.url()).not.toContain(code);
    await page.goBack();
  }
  expect(problems).toEqual([]);
  await context.close();
});

test("a new link replaces the typed code, and so does a pasted one", async () => {
  const { node, code } = await openEmptyNode();
  const { context, page } = await visit(node, { wallet: createWallet(key) });
  await page.getByLabel("Setup code").fill("0".repeat(64));
  await page.getByText("The code is wrong.").waitFor();
  await page.goto(linkTo(node, code));
  await page.getByText("The code is right.").waitFor({ timeout: 60_000 });
  expect(page.url()).toBe(`${node.url}/install`);
  await page.getByLabel("Setup code").fill("");
  await page.getByLabel("Setup code").fill(linkTo(node, code));
  expect(await page.getByLabel("Setup code").inputValue()).toBe(code);
  await context.close();
});

test("a visitor with a wallet sets up the node and ends in an empty editor", async () => {
  const { node, code } = await openEmptyNode();
  await using mail = await startMailServer(fixture.network.certificate);
  const wallet = createWallet(key);
  const { context, page, problems } = await visit(node, { wallet });
  await page.getByLabel("Setup code").fill("12");
  await page.getByText("some are missing").waitFor();
  await page.getByLabel("Setup code").fill("0".repeat(64));
  await page.getByText("The code is wrong.").waitFor();
  expect(problems.splice(0)).toEqual([expect.stringContaining("403")]);
  await page.getByLabel("Address of the node").fill("http://ada.example");
  await page.getByText("Other nodes use https only.").waitFor();
  await page.getByLabel("Address of the node").fill(node.url);
  await page.getByLabel("Setup code").fill(code);
  await page.getByText("The code is right.").waitFor({ timeout: 60_000 });
  await page.getByText("checks passed").click();
  await page.getByText("Requests from outside arrive.").waitFor();
  await next(page);

  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await page.getByText("This address will be the owner:").waitFor();
  await next(page);
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("A few words about you").fill("Engines and poetry.");
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#88a06b" } })
    .png()
    .toBuffer();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
  await page.locator("img.portrait").waitFor();
  await page.getByText("Mail (optional)").click();
  await page.getByLabel("Mail server").fill("localhost");
  await page.getByLabel("Port").fill("1");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("There is no connection to that server.").waitFor();
  expect(problems.splice(0)).toEqual([expect.stringContaining("400")]);
  await page.getByLabel("Port").fill(String(mail.port));
  await page.getByLabel("Sender").fill("site@ada.example");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByText("The mail server accepts mail.").waitFor();
  await next(page);

  await page.getByText("is mine. I am Ada Lovelace.").waitFor();
  await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await page.getByRole("button", { name: "Sign in and write" }).click();
  await page.locator(".cm-content").waitFor();
  expect(new URL(page.url()).pathname).toBe("/console/write");
  expect(await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)])).toEqual(["", "{}"]);
  expect(problems).toEqual([]);

  const profile = (await node.fetch("/ewp/profile")).json;
  expect(profile).toMatchObject({ address: wallet.address, title: "Ada Lovelace", url: node.url });
  const avatar = await node.fetch("/ewp/avatar");
  expect(await sharp(avatar.body).metadata()).toMatchObject({ width: 256, height: 256 });
  const { mailFrom, mailTransportIsSet } = await readMail(page);
  expect([mailFrom, mailTransportIsSet]).toEqual(["site@ada.example", true]);
  const after = await node.fetch("/install");
  expect([after.status, after.headers.location]).toEqual([303, "/"]);
  await context.close();
});

async function readMail(page: Page): Promise<{ mailFrom: string; mailTransportIsSet: boolean }> {
  return await page.evaluate(async () => {
    const response = await fetch("/api/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ settings { mailFrom mailTransportIsSet } }" }),
    });
    return (await response.json()).data.settings;
  });
}

test("a visitor without a wallet makes a key, saves it, sets up the node and signs the first post with it", async () => {
  const { node, code } = await openEmptyNode();
  const { context, page, problems } = await visit(node);
  await passAddress(page, code);
  await page.getByLabel("A password for the file").fill("password1");
  await page.getByText("Too short").waitFor();
  await page.getByLabel("A password for the file").fill("password1234");
  await page.getByText("Easily guessed.").waitFor();
  expect(await page.getByRole("button", { name: "Make my key" }).isEnabled()).toBe(false);
  const file = await makeKey(page);
  // What was encrypted is a keystore that the command line opens, and the key of the address that is shown.
  const made = await decryptKeystore(await readFile(file, "utf8"), password);
  const address = addressOf(made);
  expect(await page.locator(".owner .digits").textContent()).toBe(address);
  expect(await page.getByRole("button", { name: "Continue" }).isEnabled()).toBe(false);
  await page.getByLabel("I have stored the file safely").check();
  await next(page);
  await next(page);
  await page.getByLabel("Name", { exact: true }).fill("Bea");
  await next(page);
  await page.getByRole("button", { name: "Sign with your key file" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.insertText("# The first\n\nSigned with a key that was made in a browser.");
  await page.getByText("Saved · only you can see this").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Sign with your key file" }).click();
  await page.getByText("It is published on your site, with its proof.").waitFor();
  const [entry] = ((await node.fetch("/ewp/publications")).json as { data: { publisherAddress: string }[] })
    .data;
  expect(entry?.publisherAddress).toBe(address);

  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  const secret = Buffer.from(made).toString("hex");
  expect(stored).not.toContain(secret.slice(0, 16));
  expect(stored).not.toContain("herons");
  expect(stored).not.toContain(code);
  expect(problems).toEqual([]);
  await context.close();
});

test("a reload keeps what was typed, but no key", async () => {
  const { node, code } = await openEmptyNode();
  const { context, page } = await visit(node);
  await passAddress(page, code);
  const file = await makeKey(page);
  await page.getByLabel("I have stored the file safely").check();
  await next(page);
  await next(page);
  await page.getByLabel("Name", { exact: true }).fill("Cleo");
  await page.getByLabel("A few words about you").fill("Half typed");
  await page.getByLabel("Language", { exact: true }).selectOption({ label: "中文" });
  await page.getByRole("heading", { name: "你是谁？" }).waitFor();
  expect(await page.getByLabel("名字", { exact: true }).inputValue()).toBe("Cleo");
  expect(await page.getByLabel("介绍自己的几句话").inputValue()).toBe("Half typed");
  await page.getByLabel("语言", { exact: true }).selectOption({ label: "English" });
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
  await next(page);
  // The key is gone with the page that held it.
  await page.getByRole("button", { name: "Sign with your key file" }).click();
  await page.locator(".key-file-dialog input[type=file]").setInputFiles({
    name: "key.json",
    mimeType: "application/json",
    buffer: await readFile(file),
  });
  await page.getByLabel("Password", { exact: true }).fill("another password");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("The password does not open this file.").waitFor();
  // The code was replaced meanwhile.
  await rm(join(node.config.dataDir, "setup-code"));
  const newCode = await readSetupCode(node);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("The setup code or the key is wrong.").waitFor();
  await page.getByRole("link", { name: "Address" }).click();
  expect(await page.getByLabel("Setup code").inputValue()).toBe(code);
  await page.getByLabel("Setup code").fill(newCode);
  await next(page);
  await next(page);
  await next(page);
  await page.getByRole("button", { name: "Sign with your key file" }).click();
  await page.locator(".cm-content").waitFor();
  expect((await node.fetch("/ewp/profile")).json).toMatchObject({ title: "Cleo", description: "Half typed" });
  await context.close();
});

test("the node is killed at each step, and the set-up continues after its restart", async () => {
  await using node = await createNodeProcess(fixture.network, { FREEHOLD_OWNER: createWallet(key).address });
  await node.start();
  const code = await readSetupCode({ config: node });
  const { context, page } = await visit(node, { wallet: createWallet(key) });
  await page.goto(linkTo(node, code));
  const crash = async () => {
    await node.kill();
    await node.start();
  };
  await page.getByText(createWallet(key).address).waitFor();
  await node.kill();
  await page.getByLabel("Address of the node").fill(`${node.url}/`);
  await page.getByText("The node does not answer.").waitFor();
  await node.start();
  await next(page);
  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await crash();
  await next(page);
  await page.getByLabel("Name", { exact: true }).fill("Dora");
  await crash();
  await page.reload();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Dora");
  await next(page);
  await page.getByText("Open it again to sign.").waitFor();
  await page.getByRole("button", { name: "Open the key" }).click();
  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await next(page);
  await next(page);
  await node.kill();
  await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await page.getByText("What you signed is saved in this window").waitFor();
  await node.start();
  // The reply is lost: sending again finds the node installed.
  await page.route("**/api/install", (route) =>
    route.request().method() === "POST" ? lose(route) : route.continue(),
  );
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("What you signed is saved in this window").waitFor();
  await page.unroute("**/api/install");
  await crash();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Your node is set up").waitFor();
  await crash();
  await page.getByRole("button", { name: "Sign in and write" }).click();
  await page.locator(".cm-content").waitFor();
  await context.close();
});

async function lose(route: import("playwright-core").Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

test("the owner of a contract address reads that other nodes can't check its signatures", async () => {
  const { node, code } = await openEmptyNode();
  const { context, page } = await visit(node, { wallet: createWallet(key), code: "0x6080" });
  await passAddress(page, code);
  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await page.getByRole("alert").getByText("This address is a contract.").waitFor();
  await context.close();
});

test("a reserved node accepts no other key", async () => {
  const reserved = createWallet(9).address;
  const { node } = await openEmptyNode({ FREEHOLD_OWNER: reserved });
  const { context, page } = await visit(node, { wallet: createWallet(key) });
  await page.getByText(reserved).waitFor();
  await next(page);
  await page.getByRole("button", { name: "Use Test Wallet" }).click();
  await page.getByText("This node is reserved for another key.").waitFor();
  await page.getByLabel("A new key, made here").check();
  await page.getByText("This node is reserved for another key.").waitFor();
  await context.close();
});

test.each(everybody)("every step is for everybody: $size", async ({ width, theme }) => {
  const { node, code } = await openEmptyNode();
  const { context, page } = await visit(node, { width, theme, wallet: createWallet(key) });
  const look = (step: string) => expectForEverybody(page, `install-${step}`);
  await page.getByLabel("Setup code").fill(code);
  await page.getByText("The code is right.").waitFor({ timeout: 60_000 });
  await look("address");
  await next(page);
  await page.getByRole("button", { name: "Use Test Wallet" }).waitFor();
  await look("key");
  await page.getByLabel("A key file I have").check();
  await look("key-file");
  await page.getByLabel("A new key, made here").check();
  await page.getByLabel("A password for the file").fill("tulip wagon 4 sea");
  await look("new-key");
  await makeKey(page);
  await look("saved-key");
  await page.getByLabel("I have stored the file safely").check();
  await next(page);
  await look("owner");
  await next(page);
  await page.getByText("Mail (optional)").click();
  await look("profile");
  await page
    .getByLabel("Name", { exact: true })
    .fill("Ada Donaudampfschifffahrtselektrizitätenhauptbetriebswerk");
  await next(page);
  await look("sign");
  await context.close();
});

test("the installer speaks Chinese", async () => {
  const { node, code } = await openEmptyNode();
  const { context, page } = await visit(node, { language: "zh-CN", width: widths.phone });
  await page.getByRole("heading", { name: "这个节点的地址是什么？" }).waitFor();
  // The node's own finding about an unreachable address is in Chinese too.
  await page.locator("#code").fill(code);
  await page.locator("#url").fill("https://nowhere.invalid");
  const exact = page.locator(".diagnosis li[data-state=failed] details p").first();
  await exact.waitFor();
  expect(await exact.textContent()).toMatch(/\p{Script=Han}/u);
  await takeScreenshot(page, "install-address-zh");
  await expectAccessible(page);
  await context.close();
});
