import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { createPublication, type NewPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { findPublication } from "../../src/domain/publications/visible.ts";
import { expectAccessible, openVisit, takeScreenshot, type Visitor, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { hasSecret, photo } from "../support/tagged-pictures.ts";
import type { TestNode } from "../support/test-network.ts";

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";

const fixture = useBrowserFixture();
let ada: TestNode;
let grace: TestNode;
let picture: Buffer;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  grace = await fixture.network.start({ title: `Grace ${longWord}` });
  picture = await drawPicture("#88a06b");
  await ada.follow(grace);
  const sea = { filename: "sea.png", description: "The sea" };
  const { contentHash } = await grace.publish(await drawPicture("#6b88a0"), sea);
  const pictures = `![a picture](/api/contents/1) of its own, and ![the sea](/ewp/contents/${contentHash})`;
  await grace.publish(`# From the other site\n\nA text with ${pictures}. #sea`);
  await grace.settled();
  await ada.settled();
});

function drawPicture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
}

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

const isSaved = (page: Page) => page.getByText("Saved · only you can see this").waitFor();

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.insertText(text);
}

const openSettings = (page: Page) => page.getByRole("button", { name: "Post settings" }).click();

async function readAsVisitor(path: string): Promise<{ visit: BrowserContext; page: Page }> {
  const visit = await openVisit(fixture.browser, { javaScript: true });
  const page = await visit.newPage();
  await page.goto(new URL(path, ada.url).href);
  return { visit, page };
}

test("a post with a picture is written, survives a reload, is signed, and shows its proof", async () => {
  await using ownerConsole = await open("/write");
  const { page, problems } = ownerConsole;
  await write(page, "# The loom\n\nIt weaves. #engines\n\n");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "loom.png", mimeType: "image/png", buffer: picture });
  await page.getByLabel("What does it show?").fill("A [green] loom");
  await takeScreenshot(page, "console-picture");
  const shown = page.locator('.cm-picture img[alt="A [green] loom"]');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  await openSettings(page);
  await page.getByLabel("Slug").fill("loom");
  await page.getByLabel("Excerpt").fill("On engines, and what they might weave.");
  await page.getByRole("button", { name: "Choose a picture" }).click();
  await page.locator(".cover-choice button").first().click();
  await page.locator(".card-preview img").waitFor();
  await page.locator(".search-preview").getByText("On engines").waitFor();
  await expectForEverybody(page, "console-settings");
  await isSaved(page);
  await page.locator(".post-panel").getByText("#engines", { exact: true }).waitFor();

  await page.reload();
  await page.locator(".cm-content").filter({ hasText: "It weaves." }).waitFor();
  await openSettings(page);
  expect(await page.getByLabel("Slug").inputValue()).toBe("loom");
  await expect.poll(() => page.getByLabel("Excerpt").inputValue()).toMatch(/^On engines/);
  await page.locator(".post-panel img.cover").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator(".post-panel").count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await page.getByText("You have no followers yet").waitFor();
  // Each signature is announced with what it is for, and the next one follows by itself.
  expect(await page.locator(".signatures li").allInnerTexts()).toEqual([
    expect.stringContaining("File: A [green] loom"),
    expect.stringContaining("The loom"),
  ]);
  await takeScreenshot(page, "console-signing");
  await page.keyboard.press("Enter");
  await page.getByText("It is published on your site, with its proof.").waitFor();
  expect(await page.getByRole("link", { name: "View post" }).getAttribute("href")).toBe(
    `${ada.url}/slug/loom`,
  );
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "The loom", exact: true }).waitFor();
  expect(problems).toEqual([]);

  const reader = await readAsVisitor("/slug/loom");
  const image = reader.page.locator('article img[alt="A [green] loom"]');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  // At home the picture is seen in its text, and not once more beside it.
  const home = await reader.visit.newPage();
  await home.goto(ada.url);
  expect(await home.locator("article").count()).toBe(1);
  await home.close();
  await reader.page.locator("details[data-proof] > summary").click();
  await expect.poll(() => reader.page.locator(".checks .good").count(), { timeout: 10_000 }).toBe(2);
  await reader.visit.close();
});

test("typing goes on in the text after a picture, and leads nowhere beside it", async () => {
  await using ownerConsole = await open("/write");
  const { page } = ownerConsole;
  await write(page, "A loom. ");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "loom.png", mimeType: "image/png", buffer: picture });
  await page.locator(".cm-picture").waitFor();
  await page.keyboard.type("gt words");
  await page.locator(".cm-line").filter({ hasText: "gt words" }).waitFor();
  await openSettings(page);
  await page.getByLabel("Slug").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type("gt?");
  expect(new URL(page.url()).pathname).toMatch(/^\/console\/write/);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a picture is pasted and dropped", async () => {
  await using ownerConsole = await open("/write");
  const { page } = ownerConsole;
  await page.locator(".cm-content").waitFor();
  for (const type of ["paste", "drop"] as const) {
    await page.locator(".cm-content").evaluate(
      (editor, { bytes, type }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], `${type}.png`, { type: "image/png" }));
        const init = { bubbles: true, cancelable: true };
        editor.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: data })
            : new DragEvent("drop", { ...init, dataTransfer: data }),
        );
      },
      { bytes: [...picture], type },
    );
    await page.getByLabel("What does it show?").filter({ visible: true }).fill(`By ${type}`);
    await page.locator(`.cm-picture img[alt="By ${type}"]`).waitFor();
    await page.keyboard.press("Enter");
  }
});

test("two drafts are signed together, one is published locally, one is deleted and restored", async () => {
  for (const text of ["# First of two", "# Second of two", "# To be shown", "# Not to be lost"]) {
    await ada.draft(text, "draft");
  }
  await using ownerConsole = await open("/posts");
  const { page, problems } = ownerConsole;
  await page.getByRole("checkbox", { name: "First of two" }).check();
  await page.getByRole("checkbox", { name: "Second of two" }).check();
  await page.getByRole("button", { name: "Sign 2 posts" }).click();
  await page.getByRole("button", { name: "Sign with Test Wallet" }).waitFor();
  await expectForEverybody(page, "console-sign-many");
  await ownerConsole.sign();
  await page.getByRole("heading", { name: "2 posts are signed" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("More for “Not to be lost”").click();
  await page.getByRole("button", { name: "Delete “Not to be lost”" }).click();
  await page.getByRole("link", { name: "Not to be lost" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Not to be lost" }).waitFor();
  // Found among all posts, and by the palette; many are published together, and taken back together.
  await page.getByRole("searchbox", { name: "Search your posts" }).fill("shown");
  await page.getByRole("link", { name: "Not to be lost" }).waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Search your posts" }).fill("");
  await page.getByRole("link", { name: "Not to be lost" }).waitFor();
  await page.getByRole("button", { name: "Any date" }).click();
  await page.getByLabel("To", { exact: true }).fill("2001-01-31");
  await page.getByText("Nothing matches").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Any date" }).click();
  await page.getByRole("checkbox", { name: "To be shown" }).check();
  await page.getByRole("checkbox", { name: "Not to be lost" }).check();
  await page.getByRole("button", { name: "Publish 2 on this site only" }).click();
  await page.getByText("2 posts are published on this site.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator('.post-state[data-state="DRAFT"]').count()).toBeGreaterThan(1);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("to be sho");
  await page.getByRole("option", { name: "To be shown" }).waitFor();
  await takeScreenshot(page, "console-palette");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByLabel("This site only").check();
  await page.keyboard.press("Enter");
  await page.getByText("It is on your site.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await write(page, " Changed.");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("It is on your site.").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("Published · on this site").waitFor();
  await openSettings(page);
  await page.getByRole("button", { name: "Version history" }).click();
  await page.locator(".text-diff ins").filter({ hasText: "Changed." }).waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, "console-history");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.locator(".cm-content").filter({ hasNotText: "Changed." }).waitFor();
  await page.getByText("Changes saved").waitFor();
  await page.getByRole("link", { name: "Posts", exact: true }).click();
  await page.getByRole("link", { name: "This site only" }).click();
  await page.getByRole("link", { name: "To be shown" }).waitFor();
  await page.getByRole("link", { name: "Signed", exact: true }).click();
  await page.getByRole("link", { name: "First of two", exact: true }).waitFor();
  await page.getByLabel("More for “First of two”").click();
  await page.getByRole("button", { name: "Version history" }).click();
  await page.getByText("No other versions.").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("li:focus").textContent()).toContain("First of two");
  expect(problems).toEqual([]);
});

test("the timeline shows both sites, moves by keyboard, checks a proof and compares versions", async () => {
  await using ownerConsole = await open("/timeline");
  const { page, problems } = ownerConsole;
  await page.getByText("From the other site").waitFor();
  // The path of a picture there leads there, and not to a picture here.
  await expect
    .poll(() => page.getByRole("link", { name: "a picture" }).getAttribute("href"))
    .toBe(`${grace.url}/api/contents/1`);
  // A picture that is named by what it is, and has come here, is shown from here, and does not stand alone beside its text.
  const sea = page.getByAltText("the sea");
  await expect.poll(() => sea.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  expect(await page.getByAltText("The sea", { exact: true }).count()).toBe(0);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("j");
  const first = await focused();
  await page.keyboard.press("j");
  expect(await focused()).not.toBe(first);
  await page.keyboard.press("k");
  expect(await focused()).toBe(first);
  for (let step = 0; step < 20 && !(await focused()).includes("From the other site"); step += 1) {
    await page.keyboard.press("j");
  }
  await page.keyboard.press("o");
  await expect.poll(() => page.locator(".proof-check .good").count(), { timeout: 10_000 }).toBe(2);
  await expectForEverybody(page, "console-details");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Files" }).check();
  await page.getByAltText("The sea", { exact: true }).waitFor();
  await page.getByText("From the other site").waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "All" }).check();
  // A post that is signed elsewhere is announced here, and shown when its reader asks for it.
  await grace.publish("# Just now\n\nStraight from the garden.");
  await grace.settled();
  const news = page.getByRole("button", { name: "1 new post" });
  await news.waitFor();
  expect(await page.getByRole("heading", { name: "Just now" }).count()).toBe(0);
  await news.focus();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Just now" }).waitFor();
  const { contentHash } = await ada.publish("# Yarn\n\nIt is spun.");
  const before = `[Replaces it](${ada.url}/publications/${contentHash} "ewp:replaces ${contentHash}")`;
  await ada.publish(`# Yarn\n\nIt is spun twice.\n\n${before}\n`);
  await page.reload();
  await page.locator("article").filter({ hasText: "It is spun twice." }).focus();
  await page.keyboard.press("o");
  await page.getByRole("button", { name: "1 version" }).click();
  await page.locator(".text-diff ins").filter({ hasText: "twice" }).waitFor();
  expect(await page.locator(".text-diff").textContent()).not.toContain("Replaces");
  await takeScreenshot(page, "console-versions");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  expect(problems).toEqual([]);
});

test("a file is added, described and copied as Markdown", async () => {
  await using ownerConsole = await open("/media");
  const { visit, page } = ownerConsole;
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "kite.png", mimeType: "image/png", buffer: await drawPicture("#a06b88") });
  const caption = page.getByLabel("Description of kite.png");
  await caption.fill("A kite");
  await caption.press("Enter");
  await visit.grantPermissions(["clipboard-read", "clipboard-write"]);
  const item = page.locator(".media-item").filter({ hasText: "kite.png" });
  await item.getByRole("button", { name: "Delete “A kite”" }).waitFor();
  await item.getByRole("button", { name: "Copy as Markdown" }).click();
  await item.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^!\[A kite\]\(https:\/\/localhost:\d+\/ewp\/contents\/0x[0-9a-f]{64}\)$/,
  );
});

test("a photo loses its location, in the text and under Media, and the page says so", async () => {
  const buffer = await photo(640, 400);
  const files = () => readdir(join(ada.config.dataDir, "contents"), { recursive: true, withFileTypes: true });
  const secrets = async () => {
    const found = (await files()).filter((one) => one.isFile());
    const bytes = await Promise.all(found.map(({ parentPath, name }) => readFile(join(parentPath, name))));
    return bytes.filter(hasSecret).length;
  };
  {
    await using ownerConsole = await open("/write");
    const { page, problems } = ownerConsole;
    await write(page, "# By the sea\n\n");
    const input = page.locator('input[type="file"]');
    await input.setInputFiles({ name: "sea.jpg", mimeType: "image/jpeg", buffer });
    const note = page.getByText("Removed from sea.jpg: the location, camera data");
    await note.waitFor();
    await page.locator(".cm-picture").waitFor();
    await expectForEverybody(page, "console-photo");
    await page.getByRole("button", { name: "OK" }).click();
    await note.waitFor({ state: "detached" });
    await page.locator(".cm-picture").waitFor();
    expect(problems).toEqual([]);
  }
  await using ownerConsole = await open("/media");
  const { page } = ownerConsole;
  const input = page.locator('input[type="file"]');
  await input.setInputFiles({ name: "cape.jpg", mimeType: "image/jpeg", buffer: await photo(320, 200) });
  await page.getByText("Removed from cape.jpg: the location").waitFor();
  await takeScreenshot(page, "console-media-photo");
  await page.getByRole("button", { name: "OK" }).click();
  expect(await secrets()).toBe(0);
  await page.getByLabel("Keep location and camera data of pictures").check();
  await input.setInputFiles({ name: "kept.jpg", mimeType: "image/jpeg", buffer: await photo(160, 100) });
  await page.locator(".media-item").filter({ hasText: "kept.jpg" }).waitFor();
  expect(await page.getByText("Removed from kept.jpg").count()).toBe(0);
  expect(await secrets()).toBe(1);
});

test("a location that was kept is removed under Media, and the post follows; a signed photo is deleted there", async () => {
  const { context } = ada.running;
  const add = async (bytes: Buffer | string, about: Partial<NewPublication>) =>
    await createPublication(context, {
      kind: "FILE",
      state: "local",
      keepMetadata: true,
      source: Readable.from([Buffer.from(bytes)]),
      ...about,
    });
  const picture = await add(await photo(640, 400), { filename: "harbour.jpg" });
  const text = `# The harbour\n\n![boats](${ada.url}/ewp/contents/${picture.contentHash})\n`;
  await add(text, { kind: "POST", slug: "the-harbour" });
  const signed = await add(await photo(320, 240), { filename: "signed.jpg" });
  const meaning = await prepareSignature(context, signed.id);
  await signPublication(context, signed.id, ada.signer.sign("StatementOfSource", meaning));

  await using ownerConsole = await open("/media");
  const { page, problems } = ownerConsole;
  const itemOf = (name: string) => page.locator(".media-item").filter({ hasText: name });
  const harbour = itemOf("harbour.jpg");
  await harbour.getByText("It contains the location where it was taken.").waitFor();
  await itemOf("signed.jpg").getByText("It is signed and can't be changed.").waitFor();
  await expectForEverybody(page, "console-media-location");
  await harbour.getByRole("button", { name: "Remove location and camera data of harbour.jpg" }).click();
  await harbour.getByText("Removed from the picture: the location, camera data").waitFor();
  await expectForEverybody(page, "console-media-cleaned");
  const { status, body } = await ada.fetch(`/api/contents/${picture.id}`);
  expect([status, hasSecret(body)]).toEqual([200, false]);
  const reader = await readAsVisitor("/slug/the-harbour");
  const image = reader.page.locator('article img[alt="boats"]');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await reader.visit.close();

  await itemOf("signed.jpg").getByRole("button", { name: "Delete “signed.jpg”" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete “signed.jpg”?" });
  await dialog.getByText("Copies on other sites stay").waitFor();
  await takeScreenshot(page, "console-media-delete-signed");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("“signed.jpg” is in the trash.").waitFor();
  await expect.poll(() => findPublication(context, { id: signed.id }), { timeout: 20_000 }).toBe(null);
  expect(problems).toEqual([]);
});

const paths = ["timeline", "write", "posts", "posts/signed", "media"] as const;

test("everybody can use every view", async () => {
  await using ownerConsole = await open("/timeline");
  const { page, problems } = ownerConsole;
  for (const path of paths) {
    if (path !== "timeline") await ownerConsole.goTo(`/${path}`);
    await page.locator(".cm-content, .posts > li, .row, .media-item").first().waitFor();
    if (path === "write") {
      await write(
        page,
        `# A heading\n\nSome *words* and ${longWord}${longWord}.\n\n> said\n\n\`code\` and [a link](/x)`,
      );
      await isSaved(page);
    }
    await expectForEverybody(page, `console-${path.replace("/", "-")}`);
  }
  expect(problems).toEqual([]);
});

test("the console speaks Chinese", async () => {
  await using ownerConsole = await open("/write", { language: "zh-CN", width: widths.phone });
  const { page } = ownerConsole;
  await page.getByRole("button", { name: /^发布/ }).waitFor();
  await takeScreenshot(page, "console-write-zh-phone");
});
