import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import { openVisit, takeScreenshot, type Visitor, watchPage, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { countClicks } from "../support/count-clicks.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type OwnerConsole, openOwnerConsole } from "../support/owner-console.ts";
import { startProxiedNode } from "../support/proxied-node.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const keys = { ada: 7, grace: 9, visitor: 11 } as const;

const drawPicture = async (name: string, background: string) => ({
  name: `${name}.png`,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 800, height: 500, channels: 3, background } })
    .png()
    .toBuffer(),
});

/** Runs in the page. @returns whether a picture is as wide as there is room, and in its own proportions */
function isFitted(picture: HTMLElement | SVGElement): boolean {
  const { width, height, left, right } = picture.getBoundingClientRect();
  return left >= 0 && right <= innerWidth && Math.abs(width / height - 800 / 500) < 0.02;
}

/**
 * Everything that people do with a node, in order and by clicking alone, from its set-up on. Each step stands on the
 * one before it.
 */
describe("on a phone, where each step is looked at on a desktop too", () => {
  const look = { width: widths.phone };
  const fixture = useBrowserFixture();
  const resources = new AsyncDisposableStack();
  let mail: MailServer;
  let ada: TestNode;
  let grace: TestNode;
  /** Where Ada begins, and where others reach her site later. */
  let localUrl: string;
  let url: string;
  /** Ada's own browser: what she made open there stays open. */
  let page: Page;
  let problems: string[];
  const journey = countClicks();
  beforeEach(() => void journey.take());
  afterEach(({ task }) => {
    const { clicks, seconds } = journey.take();
    process.stdout.write(`journey: ${task.name}: ${clicks} clicks, ${seconds.toFixed(1)} s\n`);
  });

  beforeAll(async () => {
    const options = { install: false, settings: { FREEHOLD_URL: "" } };
    const proxied = await startProxiedNode(fixture.network, resources, options);
    ({ node: ada, url } = proxied);
    localUrl = `http://localhost:${ada.config.port}`;
    mail = resources.use(await startMailServer(fixture.network.certificate));
    const settings = { FREEHOLD_PEER_CA: proxied.authorityFile };
    grace = await fixture.network.start({ title: "Grace Hopper", privateKey: "09".repeat(32), settings });
    const visit = await openVisit(fixture.browser, { ...look, wallet: createWallet(keys.ada) });
    await journey.watch(visit);
    page = await visit.newPage();
    problems = watchPage(page, localUrl, url).problems;
  });
  afterAll(() => resources.disposeAsync());

  /** Checks a page for everybody, where scripts run, because axe is a script. */
  const keep = (shown: Page, name: string, runs = true): Promise<void> => {
    const look = runs ? expectForEverybody : takeScreenshot;
    return journey.leaveOut(() => look(shown, `journey-${name}`));
  };

  /** Somebody else's browser, for the time of a test. */
  async function open(at: string, visitor: Visitor = {}) {
    const context = await openVisit(fixture.browser, { ...look, ...visitor });
    if (visitor.javaScript !== false) await journey.watch(context);
    const shown = await context.newPage();
    const watched = watchPage(shown, new URL(at).origin);
    await shown.goto(at);
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

  test("Ada sets up her node on her own machine", async () => {
    await page.goto(localUrl);
    await keep(page, "welcome");
    await page.goto(`${localUrl}/install#code=${await readSetupCode(ada)}`);
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await page.getByText("Only this computer can open it.").waitFor();
    await keep(page, "install");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Use Test Wallet" }).click();
    await page.getByRole("button", { name: "Sign with Test Wallet" }).click();
    await page.getByRole("button", { name: "Sign in with Test Wallet" }).click();
    await page.locator(".cm-content").waitFor();
  });

  test("she writes a text with two pictures and a formula, signs it, and looks at it", async () => {
    await page.locator(".title-field:focus").waitFor();
    await page.keyboard.type("Of the loom\nIt weaves algebraic patterns, as $E = mc^2$ says. #engines");
    const files = [await drawPicture("loom", "#88a06b"), await drawPicture("cards", "#a0886b")];
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add a picture or file" }).click();
    await (await choosing).setFiles(files);
    const alts = page.getByLabel("What does it show?");
    await alts.first().fill("A green loom");
    await alts.nth(1).fill("Brown cards");
    for (const alt of ["A green loom", "Brown cards"]) {
      const picture = page.locator(`.cm-picture img[alt="${alt}"]`);
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800);
      expect(await picture.evaluate(isFitted)).toBe(true);
    }
    await page.locator(".cm-formula math").waitFor();
    await page.getByText("Saved · only you can see this").waitFor();
    await keep(page, "publish-dialog");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("You have no followers yet").waitFor();
    await keep(page, "signing");
    await sign(page);
    await page.getByText("It is published on your site, with its proof.").waitFor();
    await keep(page, "published");
    await page.getByRole("link", { name: "View post" }).click();
    await page.waitForURL(`${localUrl}/slug/of-the-loom`);
    await page.getByRole("heading", { name: "Of the loom" }).waitFor();
    await page.locator("article math").waitFor();
    for (const alt of ["A green loom", "Brown cards"]) {
      const picture = page.locator(`article img[alt="${alt}"]`);
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      expect(await picture.evaluate(isFitted)).toBe(true);
    }
    await keep(page, "viewed");
  });

  test("she gives her site a public address, and lets people comment by mail", async () => {
    await page.goto(`${localUrl}/console`);
    await page.getByText("1 of 4 done").waitFor();
    await keep(page, "checklist");
    await page.getByRole("link", { name: "Get a public address" }).click();
    await page.getByLabel("New address").fill("nonsense");
    await page.getByLabel("New address").blur();
    await page.getByText("This is not a web address.").waitFor();
    await keep(page, "address");
    await page.getByLabel("New address").fill(url);
    await page.getByRole("button", { name: "Check this address" }).click();
    await page.getByRole("button", { name: "Use this address" }).click({ timeout: 60_000 });
    await keep(page, "address-signing");
    await sign(page);
    await page.getByText(/^Your site is updated\./).waitFor();
    await page.goto(`${url}/console/settings/mail`);
    // One name is one place to a browser, whatever the port: she is still signed in.
    await page.getByLabel("Sender").fill("site@ada.example");
    await page.locator('[name="host"]').fill("localhost");
    await page.locator('[name="port"]').fill(String(mail.port));
    await page.locator('[name="secure"]').selectOption({ index: 1 });
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.getByText("site@ada.example").waitFor();
  });

  test("a visitor reads it without JavaScript", async () => {
    await using visitor = await open(url, { javaScript: false });
    await keep(visitor.page, "home", false);
    await visitor.page.getByRole("link", { name: "Of the loom" }).first().click();
    await visitor.page.locator('article img[alt="A green loom"]').waitFor();
    await visitor.page.getByText("Signed by Ada Lovelace", { exact: true }).click();
    await keep(visitor.page, "post", false);
  });

  test("Grace follows Ada on Ada's page, Ada follows Grace in her console, and what is signed comes over", async () => {
    await using visitor = await open(url, { wallet: createWallet(keys.grace) });
    await visitor.page.getByRole("link", { name: "Follow", exact: true }).click();
    await visitor.page.getByLabel("The address of your site").fill(grace.url);
    await visitor.page.getByRole("button", { name: "Continue" }).click();
    await visitor.page.getByRole("button", { name: "Open your wallet" }).click();
    await visitor.page.getByRole("button", { name: "Sign and follow" }).click();
    await visitor.page.getByText("Your site now follows this one").waitFor();
    expect(visitor.problems).toEqual([]);

    await grace.publish("# Of the sea\n\nA ship in port is safe. #sea");
    await page.goto(`${url}/console/people`);
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
  });

  test("she corrects it by a new version, to which readers and followers are led", async () => {
    await navigate("Posts");
    await page.getByLabel("More for “Of the loom”").click();
    await page.getByRole("button", { name: "Write a new version" }).click();
    await page.locator(".cm-content").filter({ hasText: "Replaces the version of" }).waitFor();
    await page.locator(".cm-content").press("Control+Home");
    await page.keyboard.type("Corrected. ");
    await page.getByText("Saved · only you can see this").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("It is sent to 1 follower").waitFor();
    await sign(page);
    await page.getByText("It is being sent to 1 follower.").waitFor();
    await page.getByRole("link", { name: "View post" }).click();
    await page.locator("article").getByText("Corrected.").waitFor();
    await page.getByText("2 versions").click();
    await keep(page, "versions");
    await page.locator(".versions a").click();
    await page.getByText("A newer version of this post is from").waitFor();
    expect(await page.locator("article").getByText("Corrected.").count()).toBe(0);
    await keep(page, "replaced");
    await page.getByRole("link", { name: "Read the newest version" }).click();
    await page.waitForURL(`${url}/slug/of-the-loom`);
    await ada.settled();
    await grace.settled();
    await using follower = await openOwnerConsole(fixture.browser, grace, keys.grace, look);
    await follower.page.getByText("Corrected.").waitFor();
    await keep(follower.page, "timeline-of-follower");
  });

  test("a visitor comments with a wallet", async () => {
    await using signer = await open(`${url}/slug/of-the-loom`, { wallet: createWallet(keys.visitor) });
    await signer.page.getByRole("textbox", { name: "Your comment" }).fill("Signed *words*.");
    await signer.page.getByRole("button", { name: "Sign with a wallet" }).click();
    await signer.page.getByRole("button", { name: "Open your wallet" }).click();
    await signer.page.getByRole("button", { name: "Sign and send" }).click();
    await signer.page.getByText("Your comment is published with your signature.").waitFor();
    expect(signer.problems).toEqual([]);
  });

  test("a visitor comments by mail, without JavaScript", async () => {
    await using writer = await open(`${url}/slug/of-the-loom`, { javaScript: false });
    await writer.page.getByRole("textbox", { name: "Your comment" }).fill("Words by mail.");
    await writer.page.getByLabel("Your name").fill("Bea");
    await writer.page.getByLabel("Your email address").fill("bea@example.org");
    await writer.page.getByRole("button", { name: "Send" }).click();
    await writer.page.getByRole("heading", { name: "Check your email" }).waitFor();
    await writer.page.goto(await mailedLink());
    await writer.page.getByRole("button", { name: "Confirm the comment" }).click();
    await writer.page.goto(`${url}/slug/of-the-loom`);
    await writer.page.getByRole("heading", { name: "2 comments" }).waitFor();
    await keep(writer.page, "comments", false);
  });

  /** The link in the newest mail. */
  async function mailedLink(): Promise<string> {
    await ada.settled();
    const text = (mail.received.at(-1)?.source ?? "").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
    const [link = ""] = new RegExp(`${url}/comments/\\S+`).exec(text) ?? [];
    return link.replaceAll("&amp;", "&");
  }

  test("Ada answers in her Inbox", async () => {
    await page.goto(`${url}/console`);
    await navigate("Inbox");
    const comment = page.locator("article").filter({ hasText: "Signed words." });
    await comment.getByRole("button", { name: "Answer" }).click();
    await page.keyboard.type("An answer.");
    await keep(page, "inbox");
    await comment.getByRole("button", { name: "Publish answer" }).click();
    await page.getByText("Your answer is published.").waitFor();
    await using visitor = await open(`${url}/slug/of-the-loom`, { javaScript: false });
    await visitor.page.getByRole("heading", { name: "3 comments" }).waitFor();
    await visitor.page.getByText("An answer.").waitFor();
  });

  test("Ada hides one of them, and readers see the others", async () => {
    await page.getByRole("link", { name: "Comments", exact: true }).click();
    await page.getByRole("link", { name: "Published" }).click();
    await keep(page, "moderation");
    const row = page.locator(".comment").filter({ hasText: "Words by mail." });
    await row.getByRole("button", { name: "Hide", exact: true }).click();
    await page.getByText("The comment is hidden.").waitFor();
    await using visitor = await open(`${url}/slug/of-the-loom`, { javaScript: false });
    await visitor.page.getByRole("heading", { name: "2 comments" }).waitFor();
    expect(await visitor.page.getByText("Words by mail.").count()).toBe(0);
  });

  test("a visitor searches and finds", async () => {
    await using visitor = await open(url, { javaScript: false });
    await visitor.page.getByRole("link", { name: "Search", exact: true }).click();
    await visitor.page.getByRole("searchbox").last().fill("algebraic");
    await visitor.page.getByRole("button", { name: "Search" }).last().click();
    await visitor.page.getByRole("link", { name: "Of the loom" }).first().waitFor();
    await keep(visitor.page, "search", false);
  });

  test("she has a note published at a date", async () => {
    await navigate("Write");
    await page.locator(".title-field:focus").waitFor();
    await page.keyboard.type("Of tomorrow\nNot yet.");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved. Only you can see it.").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByLabel("This site only").check();
    await page.getByLabel("At a date").check();
    expect(await page.getByRole("button", { name: "Schedule" }).isEnabled()).toBe(false);
    await page.getByLabel("Date and time").fill("2099-12-31T08:30");
    await keep(page, "schedule");
    await page.getByRole("button", { name: "Schedule" }).click();
    await page.getByText("It is published on your site on 31 Dec 2099, 08:30.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".editor-head").getByText("Scheduled for 31 Dec 2099, 08:30").waitFor();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Cancel schedule" }).click();
    await page.locator(".editor-head").getByText("Scheduled").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("Ada changes her name, and the follower sees it", async () => {
    await page.goto(`${url}/console/settings/profile`);
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
    await using there: OwnerConsole = await openOwnerConsole(fixture.browser, { url }, keys.ada, look);
    await page.goto(`${url}/console/settings/access`);
    await page.getByText("This device", { exact: true }).waitFor();
    await keep(page, "access");
    await page.getByRole("button", { name: "Sign out this device" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Sign out this device" }).count()).toBe(0);
    await there.page.reload();
    await there.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(problems).toEqual([]);
  });
});
