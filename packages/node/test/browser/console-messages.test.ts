import type { Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { openStartupServer } from "../../src/http/startup-server.ts";
import { takeScreenshot } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { startMailServer } from "../support/mail-server.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { pixelGif } from "../support/pixel-gif.ts";
import type { TestNode } from "../support/test-network.ts";

// The dashboard says what is so.

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

const db = () => ada.running.context.store.db;
const open = (path: string) => openOwnerConsole(fixture.browser, ada, 7, { path });

test("publishing says beside each choice what it is for the mail, and after it what became of it", async () => {
  await using server = await startMailServer();
  await updateSettings(ada.running.context, {
    mailTransport: server.url(),
    mailFrom: "ada@mail.example",
    newsletter: true,
  });
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  const dialog = page.getByRole("dialog");
  const begin = async (title: string) => {
    const { id } = await ada.draft(`# ${title}`);
    await ownerConsole.goTo(`/write/${id}`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByText("This site only").first().click();
  };
  await begin("By mail");
  await dialog.getByText("You can change or delete it at any time.").waitFor();
  await dialog.getByLabel(/^Email to/).check();
  await dialog.getByText("You can change or delete it on your site at any time. The email can't").waitFor();
  expect(await dialog.getByText("You can change or delete it at any time.").count()).toBe(0);
  await dialog.getByRole("button", { name: "Publish on this site" }).click();
  await dialog.getByText(/It is being sent to your subscribers|This post was sent by email/).waitFor();

  await begin("Here alone");
  await dialog.getByRole("button", { name: "Publish on this site" }).click();
  await dialog.getByText("It is not sent by email.").waitFor();
  await updateSettings(ada.running.context, { newsletter: false });
});

test("who signs with a key file reads of no wallet, and who signs with a wallet does", async () => {
  const { id } = await ada.draft("# To sign");
  await using ownerConsole = await open(`/write/${id}`);
  const { visit, page } = ownerConsole;
  const dialog = page.getByRole("dialog");
  const begin = async (signer: string) => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByRole("button", { name: `Sign with ${signer}` }).waitFor();
    return await dialog.innerText();
  };
  expect(await begin("Test Wallet")).toContain(
    "Your wallet shows a hash, your address and the time to sign.",
  );
  await visit.addInitScript(() => sessionStorage.setItem("freehold:signs-with", "key-file"));
  await page.reload();
  const text = await begin("your key file");
  expect(text).toContain("Your key signs a hash of the text, your address and the time.");
  expect(text).not.toMatch(/wallet/i);
});

test("the browser is offline, or the node does not answer: each is called by its name", async () => {
  await using ownerConsole = await open("/posts");
  const { visit, page } = ownerConsole;
  await visit.setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await visit.setOffline(false);
  await page.getByText("You're offline.").waitFor({ state: "hidden" });
  await visit.route("**/api/graphql", (route) => route.abort());
  await page.reload();
  await page.getByText("Your node doesn't respond. Your text").waitFor();
  expect(await page.getByText("You're offline").count()).toBe(0);
});

test("a text that came back from this browser is called so until it is saved", async () => {
  await using ownerConsole = await open("/write");
  const { visit, page } = ownerConsole;
  await visit.route("**/api/graphql", (route) => route.abort());
  await page.locator(".cm-content").click();
  await page.keyboard.insertText("Kept here");
  await page.getByText("Your text is kept in this browser").waitFor();
  const url = page.url();
  await page.close();
  const next = await visit.newPage();
  await next.goto(url);
  await next.locator(".cm-content").filter({ hasText: "Kept here" }).waitFor();
  await next.getByText("Restored from this browser").waitFor();
  await visit.unroute("**/api/graphql");
  await next.getByText("Saved · only you can see this").waitFor();
  expect(await next.getByText("Restored from this browser").count()).toBe(0);
});

test("a copied link is said to be copied", async () => {
  const { id } = await ada.draft("# To share", "local");
  await using ownerConsole = await open("/posts");
  const { visit, page } = ownerConsole;
  await visit.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByLabel("More for “To share”").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const post = await ada.running.context.store.db
    .selectFrom("publications")
    .select("slug")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    post.slug === null ? `${ada.url}/publications/${id}` : `${ada.url}/slug/${post.slug}`,
  );
});

test("a wallet that declines or has another account open, and refused uploads, say what is so; nothing typed is lost", async () => {
  const { id } = await ada.draft("# Kept");
  await using ownerConsole = await open(`/write/${id}`);
  const { visit, page } = ownerConsole;
  const dialog = page.getByRole("dialog");
  const content = page.locator(".cm-content");
  await page.evaluate(changeWallet);
  const setWallet = (manner: string) =>
    page.evaluate((as) => sessionStorage.setItem("wallet-is", as), manner);
  const stateOfPost = () =>
    db().selectFrom("publications").select("state").where("id", "=", Number(id)).executeTakeFirstOrThrow();

  let answer: (route: Route) => Promise<void> = (route) => route.continue();
  await visit.route("**/api/**", (route) => answer(route));
  const isUpload = (route: Route) => /multipart/.test(route.request().headers()["content-type"] ?? "");
  for (const [status, body, said] of [
    [413, "<h1>413 Request Entity Too Large</h1>", "a proxy in front of it, accepts"],
    [429, '{"error":"RATE_LIMITED"}', "Too many requests. Try again in a minute."],
    [507, '{"errors":[{"message":"No space.","extensions":{"code":"NO_SPACE"}}]}', "No space."],
  ] as const) {
    answer = (route) => (isUpload(route) ? route.fulfill({ status, body }) : route.continue());
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "dot.gif", mimeType: "image/gif", buffer: pixelGif() });
    await page.locator(".cm-upload").getByRole("alert").getByText(said).first().waitFor();
    await content.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText(` After ${status}.`);
    await page.locator(".cm-upload").getByRole("button", { name: "Remove" }).first().click();
  }

  // The node starts again after a crash, and reads its database.
  await using starting = await openStartupServer(
    { ...ada.running.context.config, port: 0, tls: null, host: "localhost" },
    "It starts.",
  );
  answer = async (route) => {
    const { pathname } = new URL(route.request().url());
    const response = await route.fetch({ url: `http://localhost:${starting.port}${pathname}` });
    await route.fulfill({ response });
  };
  await content.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText(" While it starts.");
  await page.getByText("Your node is starting.").first().waitFor();
  await page.getByText("kept in this browser").first().waitFor();
  await takeScreenshot(page, "console-node-starts");
  answer = (route) => route.continue();
  await page.getByText("Saved · only you can see this").waitFor({ timeout: 60_000 });

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  for (const [manner, said] of [
    ["other", "Your wallet has another account open."],
    ["declines", "You declined in your wallet. Nothing was signed."],
  ] as const) {
    await setWallet(manner);
    await ownerConsole.sign();
    await dialog.getByText(said).waitFor();
    await takeScreenshot(page, `console-wallet-${manner}`);
    expect(await stateOfPost()).toEqual({ state: "draft" });
  }
  await setWallet("right");
  await ownerConsole.sign();
  await expect.poll(stateOfPost).toEqual({ state: "signed" });
  const { body } = await ada.fetch(`/publications/${id}`);
  expect(String(body)).toContain("After 413. After 429. After 507. While it starts.");
}, 150_000);

/** Runs in the page: a wallet whose owner declines, or has another account open. */
function changeWallet(): void {
  type Ask = (method: string, params: unknown) => Promise<unknown>;
  const page = globalThis as unknown as { askTestWallet: Ask };
  const ask = page.askTestWallet;
  page.askTestWallet = async (method, params) => {
    const manner = sessionStorage.getItem("wallet-is");
    if (manner === "other" && method.endsWith("ccounts")) return [`0x${"11".repeat(20)}`];
    if (manner === "declines" && method.startsWith("eth_sign"))
      throw Object.assign(new Error("no"), { code: 4001 });
    return await ask(method, params);
  };
}
