import { beforeAll, expect, test } from "vitest";
import { scopes } from "../../src/domain/access/scopes.ts";
import { expectAccessible, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { everybody, expectForEverybody, languages } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
});

const open = (visitor: Visitor & { path?: string } = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/access", ...visitor });

/** What the node says about the caller with this token. */
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
  await page.getByRole("alert").getByText("Your node does not answer.").waitFor();
  await visit.unroute("**/api/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This device", { exact: true }).waitFor();
});

test("the API is tried with the owner's rights: completion, an answer, what the schema says", async () => {
  await using ownerConsole = await open({ path: "/settings/api" });
  const { page, problems } = ownerConsole;
  const operation = page.getByRole("textbox", { name: "Operation" });
  await page.getByText("blockToSign").waitFor();
  // A key deletes: Chrome keeps the style of a text that is replaced as an attribute, which the policy forbids.
  const clear = async () => {
    await operation.press("Control+A");
    await operation.press("Delete");
  };
  await clear();
  await operation.pressSequentially("query Q($up: ID) { prof");
  await page.locator("[role=option] .cm-completionLabel", { hasText: /^profile$/ }).waitFor();
  await takeScreenshot(page, "settings-api-completion");
  await operation.press("Escape");
  await clear();
  await page.keyboard.insertText("query Q($id: ID) { viewer { kind } publication(id: $id) { title } }");
  await page.getByLabel("Variables (JSON)").fill("[]");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("alert").getByText("must be a JSON object").waitFor();
  await page.getByLabel("Variables (JSON)").fill('{ "id": "9" }');
  await operation.press("Control+Enter");
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByText('"kind": "CLIENT"').waitFor();
  expect(await answer.getByRole("status").textContent()).toMatch(/^Status 200/);
  await page.getByLabel("Search the schema").fill("createPub");
  await page.getByRole("button", { name: "CreatePublicationInput!" }).click();
  await page.getByRole("heading", { name: "CreatePublicationInput" }).waitFor();
  await page.reload();
  await operation.getByText("publication(id: $id)").waitFor();
  expect(problems).toEqual([]);
});

test.each(everybody)("is for everybody: $size", async ({ size, width, theme }) => {
  await using ownerConsole = await open({ width, theme, language: languages[size] });
  await ownerConsole.page.locator(".settings-rows li").first().waitFor();
  await expectForEverybody(ownerConsole.page, "settings-access");
  await ownerConsole.goTo("/settings/api");
  await ownerConsole.page.locator(".api-docs li").first().waitFor();
  await ownerConsole.page.locator(".api-bench .primary").click();
  await ownerConsole.page.locator(".api-answer pre").waitFor();
  await expectForEverybody(ownerConsole.page, "settings-api");
});
