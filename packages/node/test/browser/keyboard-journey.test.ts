import { readFile } from "node:fs/promises";
import { decryptKeystore } from "@freehold/protocol";
import { expect, onTestFinished, test } from "vitest";
import { addressOf } from "../../src/domain/access/signer.ts";
import { readSetupCode } from "../../src/domain/installation/setup-code.ts";
import { openVisit, watchPage } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { commentByWallet } from "../support/commenters.ts";
import { countClicks } from "../support/count-clicks.ts";
import { pressOn, tabTo } from "../support/keyboard-only.ts";

const password = "seven quiet herons under the old bridge";

const fixture = useBrowserFixture();

test("without a mouse: from the printed link to a signed post, its correction, and an answer", async () => {
  const settings = { FREEHOLD_URL: "", FREEHOLD_TLS_CERT: "", FREEHOLD_TLS_KEY: "" };
  const node = await fixture.network.start({ install: false, settings });
  const url = `http://localhost:${node.config.port}`;
  const code = await readSetupCode(node);
  const visit = await openVisit(fixture.browser, { noWorkers: true });
  onTestFinished(() => visit.close());
  const journey = countClicks();
  await journey.watch(visit);
  const page = await visit.newPage();
  const { problems } = watchPage(page, url);
  const { keyboard } = page;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const note = (what: string) => {
    const { clicks, keys, seconds } = journey.take();
    process.stdout.write(`without a mouse: ${what}: ${keys} keys, ${seconds.toFixed(1)} s\n`);
    expect(clicks).toBe(0);
  };

  await page.goto(`${url}/install#code=${code}`);
  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await keyboard.type("Bea");
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your key" }).waitFor();
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await keyboard.type("password1");
  await page.getByText("Too short").waitFor();
  await keyboard.type("234");
  await page.getByText("Easily guessed.").waitFor();
  expect(await button("Create my key").isEnabled()).toBe(false);
  await keyboard.press("Control+a");
  await keyboard.type(password);
  await pressOn(page, button("Create my key"));
  const download = page.waitForEvent("download");
  await pressOn(page, page.getByRole("link", { name: "Save the key file and finish" }));
  const file = await (await download).path();
  await page.getByRole("heading", { name: "Your site is ready" }).waitFor();
  // The encrypted file is a keystore that the command line opens, and the key of the address that is shown.
  const made = await decryptKeystore(await readFile(file, "utf8"), password);
  await pressOn(page, button("Write your first post"));
  await page.locator(".title-field:focus").waitFor();
  await page.locator(".cm-content").waitFor();
  note("set up");

  await keyboard.type("The first");
  await keyboard.press("Enter");
  await keyboard.type("Signed with a key that was made in a browser.");
  await page.getByText("Saved · only you can see this").waitFor();
  await keyboard.press("Control+Enter");
  await pressOn(page, button("Not now"));
  await pressOn(page, button("Sign with your key file"));
  await page.getByText("It is published on your site, with its proof.").waitFor();
  const read = async (path: string) => (await (await fetch(url + path)).json()) as Record<string, unknown>;
  expect(await read("/ewp/profile")).toMatchObject({ address: addressOf(made), url, title: "Bea" });
  expect((await read("/ewp/publications")).data).toMatchObject([{ publisherAddress: addressOf(made) }]);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]));
  const secret = Buffer.from(made).toString("hex");
  for (const one of [secret.slice(0, 16), "herons", code]) expect(stored).not.toContain(one);
  note("first signed post");

  await page.locator("a:focus").filter({ hasText: "View post" }).waitFor();
  await keyboard.press("Escape");
  await page.getByRole("link", { name: "The first", exact: true }).waitFor();
  await keyboard.press("j");
  await pressOn(page, page.getByLabel("More for “The first”"));
  await pressOn(page, button("Write a new version"));
  await page.locator(".cm-content:focus").filter({ hasText: "Replaces the version of" }).waitFor();
  await keyboard.press("Control+Home");
  await keyboard.type("Corrected. ");
  await page.getByText("Saved · only you can see this").waitFor();
  await keyboard.press("Control+Enter");
  await pressOn(page, button("Sign with your key file"));
  await page.locator("a:focus").filter({ hasText: "View post" }).waitFor();
  await keyboard.press("Enter");
  await page.locator("article").getByText("Corrected.").waitFor();
  await pressOn(page, page.getByText("2 versions"));
  await pressOn(page, page.locator(".versions a"));
  await pressOn(page, page.getByRole("link", { name: "Read the newest version" }));
  await page.waitForURL(`${url}/slug/the-first`);
  note("a correction, and the way to it");

  const id = Number(await page.locator("article").getAttribute("data-post"));
  await commentByWallet(node.running.context, {
    key: 21,
    name: "Cleo",
    body: "Well said.",
    publicationId: id,
  });
  await pressOn(page, page.getByRole("link", { name: "Dashboard" }));
  await page.getByText("1 of 4 done").waitFor();
  await keyboard.press("g");
  await keyboard.press("i");
  await page.getByText("Well said.").waitFor();
  await keyboard.press("j");
  await keyboard.press("e");
  await page.locator("textarea:focus").waitFor();
  await keyboard.type("Thank you.");
  await keyboard.press("Control+Enter");
  await page.getByText("Your answer is published.").waitFor();
  note("an answer");
  expect(problems).toEqual([]);

  // Following needs a public address.
  await page.goto(`${url}/console/home/people/follow`);
  await tabTo(page, page.getByLabel("Address of the site"));
  await keyboard.type("https://grace.example");
  await keyboard.press("Enter");
  await page.getByRole("alert").getByText("needs a public https address").waitFor();
}, 120_000);
