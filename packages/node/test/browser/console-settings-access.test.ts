import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accessLimits } from "../../src/domain/access/access-limits.ts";
import { scopes } from "../../src/domain/access/scopes.ts";
import { expectAccessible, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
});

const open = (visitor: Visitor & { path?: string } = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/access", ...visitor });

/** The node's answer about the caller with this token. */
async function whoIs(token: string) {
  const { json } = await ada.fetch("/api/graphql", {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: { query: "{ viewer { kind scopes } tokens { id } }" },
  });
  return json as { data: { viewer: { kind: string; scopes: string[] } } | null; errors: object[] };
}

test("a session is ended from another one, and has to sign in again", async () => {
  const here = await open();
  const there = await open({ path: "/timeline" });
  await here.page.reload();
  await here.page.getByText("This device", { exact: true }).waitFor();
  await here.page.getByText("Chrome, Linux").first().waitFor();
  const others = here.page.getByRole("button", { name: "Sign out this device" });
  expect(await others.count()).toBe(1);
  await others.click();
  await expect.poll(() => others.count()).toBe(0);
  await there.page.reload();
  await there.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await here.page.reload();
  await here.page.getByText("This device", { exact: true }).waitFor();
  expect(here.problems).toEqual([]);
  await Promise.all([here.visit.close(), there.visit.close()]);
});

test("a token is shown once, does what was allowed, and is revoked", async () => {
  await using ownerConsole = await open();
  const { visit, page, problems } = ownerConsole;
  await visit.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByText("No access tokens.").waitFor();
  await page.getByRole("button", { name: "New token" }).click();
  expect(await page.getByRole("checkbox").count()).toBe(scopes.length);
  await page.getByLabel("Name", { exact: true }).fill("Night script");
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("alert").getByText("Select at least one").waitFor();
  await page.getByLabel("moderate comments").check();
  await page.getByLabel("Valid for").selectOption({ label: "one year" });
  await takeScreenshot(page, "settings-new-token");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create token" }).click();
  await page.getByRole("heading", { name: "Copy this token now" }).waitFor();
  await takeScreenshot(page, "settings-token");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(await whoIs(token)).toMatchObject({
    data: { viewer: { kind: "INTEGRATION", scopes: ["manage:comments"] } },
    errors: [{ extensions: { code: "FORBIDDEN" } }],
  });
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await page.getByText("Night script").waitFor();
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect((await whoIs(token)).data?.viewer.kind).toBe("INTEGRATION");
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No access tokens.").waitFor();
  expect(await whoIs(token)).toMatchObject({ errors: [{ extensions: { code: "UNAUTHENTICATED" } }] });
  expect(problems).toEqual([]);
});

/** Lets all sign-ins so far be too old for what outlives a session. */
const age = () =>
  ada.running.context.store.transaction(async (tx) => {
    const createdAt = ada.running.context.clock.now() - accessLimits.freshSessionMs;
    await tx.updateTable("tokens").set({ createdAt }).where("kind", "=", "client").execute();
  });

test("after an old sign-in the owner signs in again for a token, and what was typed goes on", async () => {
  await using ownerConsole = await open();
  const { page, problems } = ownerConsole;
  await age();
  await page.getByRole("button", { name: "New token" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A later script");
  await page.getByLabel("moderate comments").check();
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByRole("button", { name: "Test Wallet" }).waitFor();
  await takeScreenshot(page, "settings-sign-in-again");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").getByText("Sign in again to do this. Nothing was changed.").waitFor();
  await page.getByRole("button", { name: "Create token" }).click();
  await dialog.getByRole("button", { name: "Test Wallet" }).click();
  await dialog.getByRole("button", { name: "Sign in with Test Wallet" }).click();
  const box = page.getByRole("region", { name: "Copy this token now" });
  await box.waitFor();
  const token = await box.getByRole("code").textContent();

  // A token that was not copied is still there after another view, and its box asks before it closes.
  await page.getByRole("link", { name: "Posts", exact: true }).click();
  await page.getByRole("heading", { name: "Posts" }).waitFor();
  await page.goBack();
  await box.getByText(String(token)).waitFor();
  const question = page.getByRole("dialog", { name: "Close without a copy?" });
  await box.getByRole("button", { name: "Done" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await box.getByText(String(token)).waitFor();
  await box.getByRole("button", { name: "Done" }).click();
  await question.getByRole("button", { name: "Close anyway" }).click();
  await box.waitFor({ state: "detached" });
  await page.getByText("A later script").waitFor();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No access tokens.").waitFor();
  // The browser says each refusal on its own.
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
});

test("a passkey is added after signing in, signs in without a wallet, and is removed", async () => {
  await using ownerConsole = await open();
  const { visit, page, problems } = ownerConsole;
  const cdp = await visit.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const add = async (name: string) => {
    await page.getByRole("button", { name: "Add a passkey" }).press("Enter");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  };
  await add("My phone");
  const row = page.getByRole("listitem").filter({ hasText: "My phone" });
  await row.getByText("Not used yet.").waitFor();
  await add("My phone again");
  await page.getByRole("alert").getByText("already has a passkey").waitFor();
  await takeScreenshot(page, "settings-passkeys");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  const use = page.getByRole("button", { name: "Use a passkey" });
  await use.waitFor();
  await takeScreenshot(page, "sign-in-passkey");
  await expectAccessible(page);
  await use.press("Enter");
  await row.getByText(/^Last used/).waitFor();

  const moved = { rpId: "old.example" };
  await ada.running.context.store.transaction((tx) => tx.updateTable("passkeys").set(moved).execute());
  await page.reload();
  await row.getByText("Works at old.example only").waitFor();
  await row.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No passkeys.").waitFor();
  await page.locator("h2:focus", { hasText: "Passkeys" }).waitFor();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("button", { name: "Test Wallet" }).waitFor();
  expect(await use.count()).toBe(0);
  expect(problems).toEqual([]);
});

test("a list that can't be loaded says so, and is loaded again", async () => {
  await using ownerConsole = await open({ path: "/media" });
  const { visit, page } = ownerConsole;
  await visit.route("**/api/graphql", (route) => route.abort());
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Access" }).click();
  await page.getByRole("alert").getByText("Your node doesn't respond.").waitFor();
  await visit.unroute("**/api/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This device", { exact: true }).waitFor();
});

test("the GraphQL editor completes, checks and runs operations with the owner's rights, and keeps them in its tab", async () => {
  await using ownerConsole = await open({ path: "/settings/api" });
  const { page, problems } = ownerConsole;
  await page.getByRole("link", { name: "Open the GraphQL editor" }).click();
  const operation = page.getByRole("textbox", { name: "Operation" });
  const variables = page.getByRole("textbox", { name: "Variables" });
  const answer = page.getByRole("textbox", { name: "Answer" });
  const write = async (editor: Locator, text: string) => {
    await editor.click();
    await page.keyboard.press("Control+A");
    // Chromium gives letters that replace others their colour, in a style that the policy refuses.
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(text);
  };
  await operation.getByText("hasNextPage").waitFor();
  // The schema is there when a mistake is marked.
  await write(operation, "query Q($id: ID!) { publication(id: $id) { titel } }");
  await page.locator(".cm-lintRange-error", { hasText: "titel" }).waitFor();
  await write(variables, '{ "wrong": 1 }');
  await page.locator(".cm-lintRange-warning", { hasText: "wrong" }).waitFor();
  await write(variables, '{ "');
  await page.keyboard.press("Control+Space");
  await page.getByRole("option", { name: '"id"' }).click();
  await page.keyboard.type("99 }");
  await write(operation, "query Q($id: ID!) { publication(id: $id) { title } view");
  await page.keyboard.press("Control+Space");
  await page.getByRole("option", { name: "viewer" }).click();
  await page.keyboard.type(" { kind } }");
  await page.keyboard.press("Control+Enter");
  await answer.getByText('"CLIENT"').waitFor();
  await write(variables, "1");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("The variables must be an object").waitFor();

  await page.reload();
  await operation.getByText("viewer").waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("checkbox", { name: "Keep at the top" }).check();
  await page.getByRole("button", { name: /^Q query/ }).click();
  await variables.getByText("99").waitFor();
  await expectForEverybody(page, "graphql-history");
  await page.getByRole("button", { name: "Schema" }).click();
  await page.getByRole("searchbox").fill("hasNextP");
  await page.getByRole("button", { name: "PageInfo.hasNextPage" }).click();
  await page.getByRole("button", { name: "← Start" }).click();
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await page.getByRole("button", { name: "publication", exact: true }).waitFor();
  await expectForEverybody(page, "graphql-schema");
  await page.getByRole("button", { name: "Close" }).click();
  await expectForEverybody(page, "graphql-editor");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.getByRole("link", { name: "Open the GraphQL editor" }).waitFor();
  expect(problems).toEqual([]);
});

test("the GraphQL editor runs operations without the schema, and speaks Chinese", async () => {
  await using ownerConsole = await open({ language: "zh-CN", path: "/settings/api" });
  const { page } = ownerConsole;
  await page.getByRole("link", { name: "打开 GraphQL 编辑器" }).click();
  await page.getByRole("button", { name: "模式" }).click();
  await page.getByRole("button", { name: "Query", exact: true }).waitFor();
  await expectForEverybody(page, "graphql-zh");
  await page.route("**/api/graphql", (route) => route.abort());
  await page.reload();
  await page.getByText("无法读取模式，因此没有补全和检查。").waitFor();
  await page.getByRole("button", { name: "运行" }).click();
  await page.getByText("本站没有响应").waitFor();
  await page.unroute("**/api/graphql");
  await page.getByRole("button", { name: "运行" }).click();
  await page.getByRole("textbox", { name: "结果" }).getByText("publications").waitFor();
  await page.getByRole("button", { name: "重试" }).click();
  await page.getByText("无法读取模式").waitFor({ state: "detached" });
});

test("is for everybody", async () => {
  await using ownerConsole = await open({});
  await ownerConsole.page.locator(".settings-rows li").first().waitFor();
  await expectForEverybody(ownerConsole.page, "settings-access");
  await ownerConsole.goTo("/settings/api");
  await expectForEverybody(ownerConsole.page, "settings-api");
});
