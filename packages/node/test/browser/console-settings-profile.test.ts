import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { findProfile } from "../../src/store/peers/profiles.ts";
import { expectAccessible, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const fixture = useBrowserFixture();
let ada: TestNode;
let grace: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  grace = await fixture.network.start({ title: "Grace" });
  await grace.follow(ada);
});

const open = (visitor: Visitor & { path?: string } = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path: "/settings/profile", ...visitor });

/** The profile as the follower knows it. */
const known = () => findProfile(grace.running.context.store.db, ada.signer.address);

test("a changed profile is signed and sent to the follower", async () => {
  await using ownerConsole = await open();
  const { page, problems } = ownerConsole;
  await page.getByLabel("Name").fill("Ada, Countess of Lovelace");
  await page.getByLabel("About you").fill("Notes on an engine.");
  await page.getByText("1 site is notified").waitFor();
  await page.getByRole("button", { name: "Sign the changes" }).click();
  await page.getByText("You sign these values").waitFor();
  expect((await known())?.title).toBe("Ada Lovelace");
  await takeScreenshot(page, "settings-profile-signing");
  await expectAccessible(page);
  await ownerConsole.sign();
  await page.getByText("being sent to 1 site.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await ada.settled();
  expect(await known()).toMatchObject({
    title: "Ada, Countess of Lovelace",
    description: "Notes on an engine.",
  });
  await page.getByRole("button", { name: "Send again" }).waitFor();
  expect(await page.locator(".console-title").textContent()).toBe("Ada, Countess of Lovelace");
  expect(problems).toEqual([]);
});

test("a picture is cropped by keyboard, saved, and undone", async () => {
  await using ownerConsole = await open();
  const { page, problems } = ownerConsole;
  const blue = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#2040c0" } })
    .png()
    .toBuffer();
  const wide = await sharp({ create: { width: 1200, height: 400, channels: 3, background: "#c02020" } })
    .composite([{ input: blue, left: 800, top: 0 }])
    .png()
    .toBuffer();
  const file = { name: "wide.png", mimeType: "image/png", buffer: wide };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByLabel("Left and right").press("End");
  await takeScreenshot(page, "settings-crop");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Saved. Your site now shows it").waitFor();
  const kept = await ada.fetch("/ewp/avatar");
  // At the very edge a browser blends with what stood beside it.
  const { data, info } = await sharp(kept.body)
    .extract({ left: 8, top: 8, width: 496, height: 496 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([496, 496, 0x20, 0x40, 0xc0]);

  await page.locator("img.portrait").waitFor();
  await takeScreenshot(page, "settings-picture");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await ada.fetch("/ewp/avatar")).status).toBe(404);
  await page.locator("svg.portrait").waitFor();
  expect(problems.filter((said) => !/404/.test(said))).toEqual([]);
});

test("a file that is no picture is rejected, and changes nothing", async () => {
  await using ownerConsole = await open();
  const { page } = ownerConsole;
  const file = { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText("This browser can't read that picture.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("when the node does not answer, the input stays and nothing is signed twice", async () => {
  await using ownerConsole = await open();
  const { visit, page } = ownerConsole;
  await page.getByLabel("About you").fill("Said once.");
  await page.getByRole("button", { name: "Sign the changes" }).click();
  const sign = page.getByRole("button", { name: "Sign with Test Wallet" });
  await expect.poll(() => sign.isEnabled()).toBe(true);
  await visit.route("**/api/graphql", (route) => route.abort());
  await sign.click();
  await page.getByRole("alert").getByText("Your node doesn't respond.").waitFor();
  await visit.unroute("**/api/graphql");
  await sign.click();
  await page.getByText("being sent to 1 site.").waitFor();
  await ada.settled();
  expect((await known())?.description).toBe("Said once.");
});

test("is for everybody", async () => {
  await using ownerConsole = await open({});
  await ownerConsole.page.locator(".form").first().waitFor();
  await expectForEverybody(ownerConsole.page, "settings-profile");
});
