import { createServer } from "node:https";
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { createPublication } from "../../src/domain/publications/create.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { webhookEventTypes } from "../../src/modules/webhooks/webhook-events.ts";
import { expectAccessible, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { freePort } from "../support/free-port.ts";
import { startMailServer } from "../support/mail-server.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
});

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

test("a mail server is saved once it accepted the login, and its password is never shown", async () => {
  await using server = await startMailServer({
    ...fixture.network.certificate,
    authMethods: ["PLAIN", "LOGIN"],
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      if (username === "ada" && password === "correct horse") callback(null, { user: "ada" });
      else callback(new Error("no"));
    },
  });
  await using ownerConsole = await open("/settings/mail");
  const { page, problems } = ownerConsole;
  await page.getByLabel("Sender").fill("ada@mail.example");
  await page.getByLabel("Mail server").fill("localhost");
  await page.getByLabel("Port").fill(String(server.port));
  await page.getByLabel("Encryption").selectOption({ label: "STARTTLS" });
  await page.getByLabel("User").fill("ada");
  await page.getByLabel("Password").fill("wrong horse");
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByRole("alert").getByText("rejected the user name or the password").waitFor();
  await takeScreenshot(page, "settings-mail-refused");
  await expectAccessible(page);
  expect(await page.getByLabel("Mail server").inputValue()).toBe("localhost");

  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByText("Email is sent from ada@mail.example.").waitFor();
  await page.reload();
  await page.getByText("Email is sent from ada@mail.example.").waitFor();
  expect(await page.content()).not.toMatch(/correct horse|correct%20horse/);
  await takeScreenshot(page, "settings-mail");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Stop sending email" }).click();
  await page.getByLabel("Mail server").fill("localhost");

  await ada.running.context.store.db.deleteFrom("tokens").execute();
  await page.getByLabel("Sender").fill("ada@mail.example");
  await page.getByLabel("Port").fill(String(server.port));
  await page.getByLabel("Encryption").selectOption({ label: "STARTTLS" });
  await page.getByLabel("User").fill("ada");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Check and save" }).click();
  await page.getByRole("alert").getByText("Your session has ended.").waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Sign in" }).waitFor();
  expect(problems.filter((said) => !/status of 400/.test(said))).toEqual([]);
});

test("a webhook is added, called, retried after failures, and removed", async () => {
  const calls: string[] = [];
  let status = 500;
  const { cert, key: certKey } = fixture.network.certificate;
  const receiver = createServer({ cert, key: certKey }, (request, response) => {
    calls.push(String(request.headers["x-freehold-event"]));
    response.writeHead(status).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => receiver.listen(port, "127.0.0.1", resolve));
  try {
    await using ownerConsole = await open("/settings/webhooks");
    const { page, problems } = ownerConsole;
    await page.getByText("No webhooks.").waitFor();
    await page.getByRole("button", { name: "New webhook" }).click();
    expect(await page.getByRole("checkbox").count()).toBe(webhookEventTypes.length);
    await page.getByLabel("URL to call").fill(`https://localhost:${port}/hook`);
    await page.getByLabel("you sign a post or file").check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByRole("heading", { name: "Copy the secret now" }).waitFor();
    const secret = await page.locator(".secret code").textContent();
    expect(secret).toMatch(/^whsec_/);
    await takeScreenshot(page, "settings-webhook-secret");
    await page.getByRole("button", { name: "Done" }).click();
    // It was not copied.
    await page.getByRole("button", { name: "Close anyway" }).click();
    await page.locator(".secret").waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);

    await ada.publish("# Signed");
    await expect.poll(() => calls[0], { timeout: 20_000 }).toBe("publication.signed");
    await page.getByText(/The last call failed\.|Failed \d+ times in a row\./).waitFor();
    await page.getByText(/^Last \d+ calls?$/).click();
    await page.getByText("returned 500, attempt 1").waitFor();
    await takeScreenshot(page, "settings-webhook");
    await expectAccessible(page);
    status = 204;
    await page.getByRole("button", { name: "Try again now" }).click();
    await page.getByText("It works.").waitFor();
    expect(calls.length).toBeGreaterThan(1);

    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No webhooks.").waitFor();
    expect(problems).toEqual([]);
  } finally {
    await new Promise((resolve) => receiver.close(resolve));
  }
});

test("a post goes to the readers by a tick when it is published, and the owner sees how many it reached", async () => {
  await using server = await startMailServer();
  const ctx = ada.running.context;
  await updateSettings(ctx, { mailTransport: server.url(), mailFrom: "ada@mail.example" });
  await using ownerConsole = await open("/settings/newsletter");
  const { page, problems } = ownerConsole;
  await page.getByLabel("Readers can subscribe by email").check();
  await page.getByLabel("Email address").fill("bea@example.org");
  await page.getByRole("button", { name: "Add a subscriber" }).click();
  await page.locator(".row-name", { hasText: "bea@example.org" }).waitFor();
  const source = Readable.from([Buffer.from("# By mail\n\nSome words, and `code`.")]);
  const draft = await createPublication(ctx, { kind: "POST", state: "draft", source });
  await ownerConsole.goTo(`/write/${draft.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("This site only").first().click();
  await page.getByLabel("Email to 1 subscriber").check();
  await takeScreenshot(page, "newsletter-publish");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Publish on this site" }).click();
  await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
  await ownerConsole.goTo("/settings/newsletter");
  await page.getByText("1 of 1 delivered").waitFor();
  expect(problems).toEqual([]);
});

test("all are for everybody", async () => {
  await using ownerConsole = await open("/settings/mail", { language: "zh-CN" });
  for (const path of ["mail", "webhooks", "newsletter"]) {
    if (path !== "mail") await ownerConsole.goTo(`/settings/${path}`);
    await ownerConsole.page.locator("main h1").first().waitFor();
    await ownerConsole.page.locator(".settings button").first().waitFor();
    await expectForEverybody(ownerConsole.page, `settings-${path}`);
  }
  const { page } = ownerConsole;
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: /Preview|预览/ }).click();
  const preview = await opened;
  await preview.getByRole("heading", { name: "By mail" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await preview.emulateMedia({ colorScheme });
    await takeScreenshot(preview, `newsletter-mail-${colorScheme}`);
  }
  await preview.close();
  for (const path of ["/", "/subscribe"]) {
    await page.goto(ada.url + path);
    await expectForEverybody(page, `newsletter${path.replace("/", "-")}`);
  }
});
