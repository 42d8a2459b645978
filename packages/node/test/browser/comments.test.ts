import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { expectAccessible, openVisit, takeScreenshot, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import type { TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const fixture = useBrowserFixture();
let node: TestNode;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer(fixture.network.certificate);
  node = await fixture.network.start({ title: "Ada Lovelace", privateKey: "07".repeat(32) });
  await updateSettings(node.running.context, { mailTransport: mail.url(), mailFrom: "site@ada.example" });
});
afterAll(() => mail?.[Symbol.asyncDispose]());

let url: string;
beforeEach(async () => {
  const { id } = await node.publish("# Salt\n\nThe sea keeps what it is given, and gives back the salt.");
  url = `${node.url}/publications/${id}`;
});

/** The link in the newest mail. */
async function mailedLink(): Promise<string> {
  await node.settled();
  const text = (mail.received.at(-1)?.source ?? "").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
  const [link = ""] = new RegExp(`${node.url}/comments/\\S+`).exec(text) ?? [];
  return link.replaceAll("&amp;", "&");
}

async function signComment(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your comment" }).fill(words);
  await page.getByRole("button", { name: "Sign with a wallet" }).click();
  await page.getByText("You sign that this comment").waitFor();
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByRole("button", { name: "Sign and send" }).click();
}

test("without a script: a comment by mail, a field that is wrong, and its deletion", async () => {
  const visit = await openVisit(fixture.browser, { javaScript: false });
  const page = await visit.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Your comment" }).fill("Well *said*.\nAnd more.");
  await page.getByLabel("Your name").fill("Bea");
  await page.getByLabel("Your email address").fill("bea@localhost");
  await page.getByRole("button", { name: "Send" }).click();
  expect(await page.getByRole("alert").textContent()).toContain("This is not an email address");
  expect(await page.getByRole("textbox", { name: "Your comment" }).inputValue()).toBe(
    "Well *said*.\nAnd more.",
  );
  await takeScreenshot(page, "comment-refused");
  await page.getByLabel("Your email address").fill("bea@example.org");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await takeScreenshot(page, "comment-mailed");
  await page.goto(await mailedLink());
  await page.getByRole("button", { name: "Confirm the comment" }).click();
  await page.goto(url);
  await page.getByRole("heading", { name: "1 comment" }).waitFor();
  expect(await page.locator(".comment em").textContent()).toBe("said");

  await page.getByRole("link", { name: "Delete my comment (by Bea)" }).click();
  await page.getByLabel("Your email address").fill("bea@example.org");
  await takeScreenshot(page, "comment-own-by-mail");
  await page.getByRole("button", { name: "Send me the link" }).click();
  await page.goto(await mailedLink());
  await page.getByRole("button", { name: "Delete the comment" }).click();
  await page.goto(url);
  await page.getByText("No comments yet.").waitFor();
  await visit.close();
});

test("a visitor comments by mail without leaving the page, and reads what to do next", async () => {
  const visit = await openVisit(fixture.browser);
  const page = await visit.newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Your comment" }).fill("By a mail.");
  await page.getByLabel("Your name").fill("Bea");
  await page.getByLabel("Your email address").fill("cleo@example.org");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("We sent you an email with a link.").waitFor();
  expect(page.url()).toBe(url);
  await page.goto(await mailedLink());
  await page.getByRole("button", { name: "Confirm the comment" }).click();
  await page.goto(url);
  await page.getByText("By a mail.").waitFor();
  await visit.close();
});

test("a visitor signs a comment with a wallet, sees it at once, and deletes it", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(11) });
  const page = await visit.newPage();
  const { problems } = watchPage(page, node.url);
  await page.goto(url);
  await signComment(page, "Signed *words*.");
  await page.getByText("Your comment is published with your signature.").waitFor();
  await page.getByRole("heading", { name: "1 comment" }).waitFor();
  expect(await page.locator(".comment .prose").innerHTML()).toContain("Signed <em>words</em>.");
  expect(await page.getByRole("textbox", { name: "Your comment" }).inputValue()).toBe("");
  await page.getByRole("link", { name: /^Delete my comment \(by 0x/ }).click();
  await page.getByText("You sign that this comment is deleted").waitFor();
  await takeScreenshot(page, "comment-own-by-wallet");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByRole("button", { name: "Sign and delete" }).click();
  await page.getByText("Your comment was deleted.").waitFor();
  await page.goto(url);
  await page.getByText("No comments yet.").waitFor();
  expect(problems).toEqual([]);
  await visit.close();
});

test("another's wallet deletes nothing, and the visitor reads why", async () => {
  const visit = await openVisit(fixture.browser, { wallet: createWallet(11) });
  const page = await visit.newPage();
  await page.goto(url);
  await signComment(page, "Mine.");
  await page.getByText("Your comment is published").waitFor();
  const own = await page.locator(".own").getAttribute("href");
  await visit.close();
  const other = await openVisit(fixture.browser, { wallet: createWallet(12) });
  const otherPage = await other.newPage();
  await otherPage.goto(`${node.url}${own}`);
  await otherPage.getByRole("button", { name: "Open your wallet" }).click();
  await otherPage.getByText("Your wallet has another account open.").waitFor();
  await other.close();
});

test("a comment that waits for approval is saved and not shown; the text stays in the form when the node can't be reached", async () => {
  await updateSettings(node.running.context, { commentsNeedApproval: true });
  const visit = await openVisit(fixture.browser, { wallet: createWallet(13) });
  const page = await visit.newPage();
  await page.goto(url);
  await visit.setOffline(true);
  await page.getByRole("textbox", { name: "Your comment" }).fill("In the dark.");
  await page.getByRole("button", { name: "Sign with a wallet" }).click();
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByText("The server can't be reached.").waitFor();
  expect(await page.getByRole("textbox", { name: "Your comment" }).inputValue()).toBe("In the dark.");
  await visit.setOffline(false);
  await page.getByRole("button", { name: "Open your wallet" }).click();
  await page.getByRole("button", { name: "Sign and send" }).click();
  await page.getByText("appears once the owner approves it").waitFor();
  expect(await page.locator(".comment").count()).toBe(0);
  await updateSettings(node.running.context, { commentsNeedApproval: false });
  await visit.close();
});

test("nothing moves when a wallet is found, and everybody can use the form", async () => {
  const writer = await openVisit(fixture.browser, { wallet: createWallet(14) });
  const first = await writer.newPage();
  await first.goto(url);
  await signComment(first, "The first.\n\n> quoted\n\nand `code`.");
  await first.getByText("Your comment is published").waitFor();
  await writer.close();
  const visit = await openVisit(fixture.browser, { wallet: createWallet(14) });
  const page = await visit.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Sign with a wallet" }).waitFor();
  await expectForEverybody(page, "comments");
  await visit.close();
});
