import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { countClicks } from "../support/count-clicks.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type OwnerConsole, openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const keys = { ada: 7, grace: 9, visitor: 11 } as const;

const drawPicture = (background: string) =>
  sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .png()
    .toBuffer();

/**
 * Everything that people do with a node, in order and by clicking alone, from its set-up on. Each step stands on the
 * one before it.
 */
describe.each([
  { size: "phone", theme: "dark", other: "light" },
  { size: "desktop", theme: "light", other: "dark" },
] as const)("on a $size, in $theme", ({ size, theme, other }) => {
  const look = { width: widths[size], theme };
  const fixture = useBrowserFixture();
  let mail: MailServer;
  let ada: TestNode;
  let grace: TestNode;
  /** Ada's own browser: what she made open there stays open. */
  let visit: BrowserContext;
  let page: Page;
  let problems: string[];
  const journey = countClicks();
  beforeEach(() => void journey.take());
  afterEach(({ task }) => {
    const { clicks, seconds } = journey.take();
    process.stdout.write(`journey (${size}): ${task.name}: ${clicks} clicks, ${seconds.toFixed(1)} s\n`);
  });

  beforeAll(async () => {
    mail = await startMailServer(fixture.network.certificate);
    ada = await fixture.network.start({ install: false });
    grace = await fixture.network.start({ title: "Grace Hopper", privateKey: "09".repeat(32) });
    visit = await openVisit(fixture.browser, { ...look, wallet: createWallet(keys.ada) });
    await journey.watch(visit);
    page = await visit.newPage();
    problems = watchPage(page, ada.url).problems;
  });
  afterAll(() => mail?.[Symbol.asyncDispose]());

  /** Keeps what a page looks like, in both themes; a program finds nothing wrong with it, where scripts run. */
  async function keep(shown: Page, name: string, runs = true): Promise<void> {
    await takeScreenshot(shown, `journey-${name}-${theme}-${size}`);
    await shown.emulateMedia({ colorScheme: other });
    await takeScreenshot(shown, `journey-${name}-${other}-${size}`);
    await shown.emulateMedia({ colorScheme: theme });
    if (runs) await expectAccessible(shown);
  }

  /** Somebody else's browser, for the time of a test. */
  async function open(url: string, visitor: Visitor = {}) {
    const context = await openVisit(fixture.browser, { ...look, ...visitor });
    if (visitor.javaScript !== false) await journey.watch(context);
    const shown = await context.newPage();
    const watched = watchPage(shown, new URL(url).origin);
    await shown.goto(url);
    return {
      page: shown,
      problems: watched.problems,
      [Symbol.asyncDispose]: () => context.close(),
    };
  }

  const navigate = (name: string) =>
    page.locator(".console-side").getByRole("link", { name }).first().click();

  /** One click connects the wallet and signs. */
  const sign = (shown: Page) => shown.getByRole("button", { name: "Sign with Test Wallet" }).click();

  test("Ada sets up her node", async () => {
    await page.goto(ada.url);
    await keep(page, "welcome");
    await page.goto(`${ada.url}/install#code=${await readSetupCode(ada)}`);
    await page.getByText("Others reach your site there.").waitFor({ timeout: 60_000 });
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await keep(page, "install");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Use Test Wallet" }).click();
    await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
    await page.getByRole("button", { name: "Sign in with Test Wallet" }).click();
    await page.locator(".cm-content").waitFor();
    await page.goto(`${ada.url}/console/settings/mail`);
    await page.getByLabel("Sender").fill("site@ada.example");
    await page.locator('[name="host"]').fill("localhost");
    await page.locator('[name="port"]').fill(String(mail.port));
    await page.locator('[name="secure"]').selectOption({ index: 1 });
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("site@ada.example").waitFor();
    await page.goto(`${ada.url}/console/write`);
    await page.locator(".cm-content").waitFor();
  });

  test("she writes a text with a picture, and signs it", async () => {
    await page.locator(".cm-content").click();
    await page.keyboard.insertText("# Of the loom\n\nIt weaves algebraic patterns. #engines\n\n");
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "loom.png",
        mimeType: "image/png",
        buffer: await drawPicture("#88a06b"),
      });
    await page.getByLabel("What does it show?").fill("A green loom");
    await page.locator('.cm-picture img[alt="A green loom"]').waitFor();
    await page.getByRole("button", { name: "Post settings" }).click();
    await page.getByLabel("Address").fill("loom");
    await keep(page, "settings");
    await page.keyboard.press("Escape");
    await page.getByText("Saved · only you can see this").waitFor();
    await keep(page, "sheet");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Enter");
    await page.getByText("You have no followers yet").waitFor();
    await keep(page, "signing");
    await sign(page);
    await page.getByText("It is published on your site, with its proof.").waitFor();
    await keep(page, "published");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("link", { name: "Of the loom", exact: true }).waitFor();
  });

  test("a visitor reads it without JavaScript", async () => {
    await using visitor = await open(ada.url, { javaScript: false });
    await keep(visitor.page, "home", false);
    await visitor.page.getByRole("link", { name: "Of the loom" }).first().click();
    const picture = visitor.page.locator('article img[alt="A green loom"]');
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await visitor.page.getByText("Signed by Ada Lovelace").click();
    await keep(visitor.page, "post", false);
  });

  test("Grace follows Ada on Ada's page, Ada follows Grace in her console, and what is signed comes over", async () => {
    await using visitor = await open(ada.url, { wallet: createWallet(keys.grace) });
    await visitor.page.getByRole("link", { name: "Follow", exact: true }).click();
    await visitor.page.getByLabel("The address of your node").fill(grace.url);
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByRole("button", { name: "Open your wallet" }).click();
    await visitor.page.getByRole("button", { name: "Sign and follow" }).click();
    await visitor.page.getByText("Your node follows this site now.").waitFor();
    expect(visitor.problems).toEqual([]);

    await grace.publish("# Of the sea\n\nA ship in port is safe. #sea");
    await page.goto(`${ada.url}/console/people`);
    await page.getByRole("link", { name: "Follow a site" }).click();
    await page.getByLabel("Address of the site").fill(grace.url);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Follow Grace Hopper" }).click();
    await sign(page);
    await page.getByText("You follow Grace Hopper.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await keep(page, "people");
    await ada.settled();
    await grace.settled();
    await navigate("Home");
    await page.getByRole("heading", { name: "Of the sea" }).waitFor();
    await keep(page, "timeline");

    await using ownerConsole = await openOwnerConsole(fixture.browser, grace, keys.grace, {
      ...look,
      path: "/timeline",
    });
    await ownerConsole.page.getByRole("heading", { name: "Of the loom" }).waitFor();
    await keep(ownerConsole.page, "timeline-of-follower");
  });

  test("visitors comment, with a wallet and by mail", async () => {
    await using signer = await open(`${ada.url}/slug/loom`, { wallet: createWallet(keys.visitor) });
    await signer.page.getByRole("textbox", { name: "Your comment" }).fill("Signed *words*.");
    await signer.page.getByRole("button", { name: "Sign with a wallet" }).click();
    await signer.page.getByRole("button", { name: "Open your wallet" }).click();
    await signer.page.getByRole("button", { name: "Sign and send" }).click();
    await signer.page.getByText("Your comment is published, signed with your key.").waitFor();
    expect(signer.problems).toEqual([]);

    await using writer = await open(`${ada.url}/slug/loom`, { javaScript: false });
    await writer.page.getByRole("textbox", { name: "Your comment" }).fill("Words by mail.");
    await writer.page.getByLabel("Your name").fill("Bea");
    await writer.page.getByLabel("Your mail address").fill("bea@example.org");
    await writer.page.getByRole("button", { name: "Send" }).click();
    await writer.page.getByRole("heading", { name: "Check your mail" }).waitFor();
    await writer.page.goto(await mailedLink());
    await writer.page.getByRole("button", { name: "Confirm the comment" }).click();
    await writer.page.goto(`${ada.url}/slug/loom`);
    await writer.page.getByRole("heading", { name: "2 comments" }).waitFor();
    await keep(writer.page, "comments", false);
  });

  /** The link in the newest mail. */
  async function mailedLink(): Promise<string> {
    await ada.settled();
    const text = (mail.received.at(-1)?.source ?? "").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
    const [link = ""] = new RegExp(`${ada.url}/comments/\\S+`).exec(text) ?? [];
    return link.replaceAll("&amp;", "&");
  }

  test("Ada hides one of them, and readers see the other", async () => {
    await navigate("Inbox");
    await page.getByRole("link", { name: "Comments", exact: true }).click();
    await page.getByRole("link", { name: "Published" }).click();
    await keep(page, "moderation");
    const row = page.locator(".comment").filter({ hasText: "Words by mail." });
    await row.getByRole("button", { name: "Hide", exact: true }).click();
    await page.getByText("The comment is hidden.").waitFor();
    await using visitor = await open(`${ada.url}/slug/loom`, { javaScript: false });
    await visitor.page.getByRole("heading", { name: "1 comment" }).waitFor();
    expect(await visitor.page.getByText("Words by mail.").count()).toBe(0);
  });

  test("a visitor searches and finds", async () => {
    await using visitor = await open(ada.url, { javaScript: false });
    await visitor.page.getByRole("link", { name: "Search", exact: true }).click();
    await visitor.page.getByRole("searchbox").last().fill("algebraic");
    await visitor.page.getByRole("button", { name: "Search" }).last().click();
    await visitor.page.getByRole("link", { name: "Of the loom" }).first().waitFor();
    await keep(visitor.page, "search", false);
  });

  test("Ada changes her name, and the follower sees it", async () => {
    await page.goto(`${ada.url}/console/settings/profile`);
    await page.getByLabel("Name").fill("Ada, Countess of Lovelace");
    await page.getByText("1 site is notified").waitFor();
    await page.getByRole("button", { name: "Sign the changes" }).click();
    await sign(page);
    await page.getByText("being sent to 1 site.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await keep(page, "profile");
    await ada.settled();
    await using ownerConsole = await openOwnerConsole(fixture.browser, grace, keys.grace, {
      ...look,
      path: "/people",
    });
    await ownerConsole.page.getByRole("button", { name: "Ada, Countess of Lovelace" }).waitFor();
  });

  test("she ends a session that began elsewhere", async () => {
    await using there: OwnerConsole = await openOwnerConsole(fixture.browser, ada, keys.ada, look);
    await page.goto(`${ada.url}/console/settings/access`);
    await page.getByText("This device", { exact: true }).waitFor();
    await keep(page, "access");
    await page.getByRole("button", { name: "Sign out this device" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Sign out this device" }).count()).toBe(0);
    await there.page.reload();
    await there.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(problems).toEqual([]);
  });
});
