import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { lightKeyFile } from "../support/light-key-file.ts";
import type { TestNode } from "../support/test-network.ts";

const key = Buffer.alloc(32, 7);
const password = "seven quiet herons";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: key.toString("hex") });
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const chooser = (page: Page) => page.getByLabel("Key file", { exact: true });

/** Everything that this browser stores for the site, as text. */
const readStorage = (page: Page) =>
  page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const opened = Promise.withResolvers<IDBDatabase>();
      const request = indexedDB.open(name);
      request.onsuccess = () => opened.resolve(request.result);
      const db = await opened.promise;
      for (const store of db.objectStoreNames) {
        const all = Promise.withResolvers<unknown[]>();
        const asked = db.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => all.resolve(asked.result);
        stored.push(await all.promise);
      }
      db.close();
    }
    const asHex = (_: string, value: unknown) =>
      value instanceof Uint8Array
        ? Array.from(value, (b) => b.toString(16).padStart(2, "0")).join("")
        : value;
    return JSON.stringify(stored, asHex);
  });

test("a key file is asked for once, then its password or a passkey, until it is forgotten", async () => {
  const visit = await openVisit(fixture.browser, { noWorkers: true });
  const page = await visit.newPage();
  const { problems } = watchPage(page, ada.url);
  await page.goto(`${ada.url}/console/settings/keys`);
  await button(page, "Use a key file").click();
  await chooser(page).setInputFiles({
    name: "a.json",
    mimeType: "application/json",
    buffer: Buffer.from("{}"),
  });
  await page.getByText("This is not a key file.").waitFor();
  await chooser(page).setInputFiles(lightKeyFile(Buffer.alloc(32, 9), password));
  await page.getByText("This file holds another key").waitFor();
  await chooser(page).setInputFiles(lightKeyFile(key, password));
  await page.getByLabel("Password").fill("seven quiet heron");
  const selected = () =>
    page.getByLabel("Password").evaluate((field: HTMLInputElement) => {
      const { selectionStart, selectionEnd } = field;
      return Number(selectionEnd) - Number(selectionStart);
    });
  // Nobody is locked out, and each time the password is selected.
  for (const wrong of ["seven quiet hero", "seven quiet her", "seven quiet herring"]) {
    await page.keyboard.press("Enter");
    await page.getByText("The password does not open this file.").waitFor();
    await expect.poll(selected).toBeGreaterThan(0);
    await page.keyboard.type(wrong);
  }
  await page.keyboard.press("Enter");
  await expect.poll(selected).toBe("seven quiet herring".length);
  // All is as it was typed, and the password is selected.
  await page.getByText("key.json").waitFor();
  await expectForEverybody(page, "key-file-choose");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.getByText(/^Kept since/).waitFor();

  const stored = await readStorage(page);
  expect(stored).toContain("ciphertext");
  expect(stored).not.toContain(key.toString("hex"));
  expect(stored).not.toContain(password);

  const cdp = await visit.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button(page, "Set up").click();
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await button(page, "Create a passkey").click();
  await page.getByText("A passkey unlocks this key in this browser.").waitFor();
  await expectForEverybody(page, "settings-keys");
  expect(await readStorage(page)).not.toContain(key.toString("hex"));

  await button(page, "Sign out").click();
  await button(page, "Use a key file").click();
  await expectForEverybody(page, "key-file-kept");
  await button(page, "Unlock with a passkey").click();
  await page.getByText(/^Kept since/).waitFor();

  await button(page, "Remove").click();
  await button(page, "Set up").waitFor();
  await button(page, "Forget this file").click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget this file" }).click();
  await page.getByText("No key file is kept in this browser.").waitFor();
  await expectAccessible(page);
  expect(await readStorage(page)).not.toContain("ciphertext");
  await button(page, "Sign out").click();
  await button(page, "Use a key file").click();
  await chooser(page).waitFor({ state: "attached" });
  expect(problems).toEqual([]);
  await visit.close();
});

test("nothing is kept in a browser whose user says no, and the answer is remembered", async () => {
  const visit = await openVisit(fixture.browser, { noWorkers: true, language: "zh-CN" });
  const page = await visit.newPage();
  await page.goto(`${ada.url}/console/settings/keys`);
  await button(page, "使用密钥文件").click();
  const keeps = page.getByLabel("在这个浏览器中保存加密的密钥文件");
  await keeps.uncheck();
  await page.getByLabel("密钥文件", { exact: true }).setInputFiles(lightKeyFile(key, password));
  await page.getByLabel("密码", { exact: true }).fill(password);
  await expectForEverybody(page, "key-file-choose-zh");
  await button(page, "解锁").click();
  await page.getByText("这个浏览器没有保存密钥文件。").waitFor();
  await expectForEverybody(page, "settings-keys-zh");
  await button(page, "退出登录").click();
  await button(page, "使用密钥文件").click();
  expect(await keeps.isChecked()).toBe(false);
  await visit.close();
});
