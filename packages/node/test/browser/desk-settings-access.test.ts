import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopes } from "../../src/domain/access/caller.ts";
import { expectAccessible, keepScreenshot, openBrowser, widths } from "../support/browser.ts";
import { openDesk } from "../support/desk-visit.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

const key = new Uint8Array(32).fill(7);

let network: TestNetwork;
let ada: TestNode;
let browser: Browser;
beforeAll(async () => {
  network = await createTestNetwork();
  ada = await network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await network?.[Symbol.asyncDispose]();
});

const open = (options: Partial<Parameters<typeof openDesk>[2]> = {}) =>
  openDesk(browser, ada, { key, place: "/settings/access", ...options });

/** What the node says of whoever comes with a token. */
async function whoIs(token: string) {
  const { json } = await ada.fetch("/api/graphql", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: { query: "{ viewer { kind scopes } tokens { id } }" },
  });
  return json as { data: { viewer: { kind: string; scopes: string[] } } | null; errors: object[] };
}

test("a session is ended from another one, and is at the door then", async () => {
  const here = await open();
  const there = await open({ place: "/timeline" });
  await here.page.reload();
  await here.page.getByText("This one, now").waitFor();
  await here.page.getByText("Chrome, Linux").first().waitFor();
  const others = here.page.getByRole("button", { name: "Sign out there" });
  expect(await others.count()).toBe(1);
  await others.click();
  await expect.poll(() => others.count()).toBe(0);
  await there.page.reload();
  await there.page.getByRole("heading", { name: "Come in" }).waitFor();
  await here.page.reload();
  await here.page.getByText("This one, now").waitFor();
  expect(here.problems).toEqual([]);
  await Promise.all([here.visit.close(), there.visit.close()]);
});

test("a program gets a token that is shown once, does what was ticked, and is revoked", async () => {
  const { visit, page, problems } = await open();
  await visit.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("Tokens for programs stand here").waitFor();
  await page.getByRole("button", { name: "New token" }).click();
  expect(await page.getByRole("checkbox").count()).toBe(scopes.length);
  await page.getByLabel("What is it for?").fill("Night script");
  await page.getByRole("button", { name: "Make the token" }).click();
  await page.getByRole("alert").getByText("Tick at least one").waitFor();
  await page.getByLabel("look after comments").check();
  await page.getByLabel("It is good for").selectOption({ label: "a year" });
  await keepScreenshot(page, "settings-new-token");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make the token" }).click();
  await page.getByRole("heading", { name: "Copy it now" }).waitFor();
  await keepScreenshot(page, "settings-token");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(await whoIs(token)).toMatchObject({
    data: { viewer: { kind: "INTEGRATION", scopes: ["manage:comments"] } },
    errors: [{ extensions: { code: "FORBIDDEN" } }],
  });
  await page.getByRole("button", { name: "I have it" }).click();
  await page.reload();
  await page.getByText("Night script").waitFor();
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect((await whoIs(token)).data?.viewer.kind).toBe("INTEGRATION");
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Tokens for programs stand here").waitFor();
  expect(await whoIs(token)).toMatchObject({ errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  expect(problems).toEqual([]);
  await visit.close();
});

test("a list that can't be read says so, and is read again", async () => {
  const { visit, page } = await open({ place: "/media" });
  await visit.route("**/api/graphql", (route) => route.abort());
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Access" }).click();
  await page.getByRole("alert").getByText("Your node does not answer.").waitFor();
  await visit.unroute("**/api/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This one, now").waitFor();
  await visit.close();
});

for (const theme of ["light", "dark"] as const) {
  for (const [name, width] of Object.entries(widths)) {
    test(`is for everybody: ${theme}, ${name}`, async () => {
      const { visit, page } = await open({ theme, width, ...(theme === "dark" && { language: "zh-CN" }) });
      await page.locator(".settings-rows li").first().waitFor();
      await keepScreenshot(page, `settings-access-${theme}-${name}`);
      await expectAccessible(page);
      await visit.close();
    });
  }
}
