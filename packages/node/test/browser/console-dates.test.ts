import { Readable } from "node:stream";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { createPublication, type NewPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { addVersionLink } from "../../src/domain/publications/texts/new-version.ts";
import { updatePublication } from "../../src/domain/publications/update.ts";
import { readSettings } from "../../src/domain/settings/settings.ts";
import { destroyPublication } from "../../src/domain/trash/destroy.ts";
import { openVisit, takeScreenshot, type Visitor } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import type { TestNode } from "../support/test-network.ts";

const longTitle = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const thisYear = new Date().getUTCFullYear();

const fixture = useBrowserFixture();
let ada: TestNode;
beforeAll(async () => {
  ada = await fixture.network.start({
    title: "Ada Lovelace",
    privateKey: Buffer.alloc(32, 7).toString("hex"),
  });
  await post("# Moon\n\nOne small step. #old", { slug: "moon", writtenAt: Date.UTC(1969, 6, 20, 20, 17) });
  // The next day in Shanghai.
  const loom = await post("# The loom\n\nIt weaves. #old", {
    slug: "loom",
    writtenAt: Date.UTC(2014, 0, 2, 16, 8),
  });
  const { id } = await post(`# ${longTitle}\n\nOf the Danube. #old`, { writtenAt: Date.UTC(2014, 0, 5, 9) });
  await sign(id);
  const signed = await sign(loom.id);
  await post("Only a line, written long ago. #old", { writtenAt: Date.UTC(2015, 10, 11) });
  const { context } = ada.running;
  await ada.publish(await addVersionLink(context, "# The loom\n\nIt weaves flowers. #old", signed));
  await ada.publish("# Today\n\nWritten and signed at once.");
});

const post = (text: string, about: Partial<NewPublication> = {}) =>
  createPublication(ada.running.context, {
    kind: "POST",
    state: "local",
    source: Readable.from([Buffer.from(text)]),
    ...about,
  });

async function sign(id: number) {
  const { context } = ada.running;
  const meaning = await prepareSignature(context, id);
  return (await signPublication(context, id, ada.signer.sign("StatementOfSource", meaning))).publication;
}

const open = (path: string, visitor: Visitor = {}) =>
  openOwnerConsole(fixture.browser, ada, 7, { path, ...visitor });

const statusOf = async (path: string) => (await ada.fetch(path)).status;

async function write(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(text);
}

async function publishHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByLabel("This site only").check();
}

test.each([
  ["en", `signed ${thisYear}`, /^corrected /],
  ["zh-CN", `签名于 ${thisYear}`, /^更正于 /],
] as const)(
  "in %s a date of writing stands beside that of the signature or correction",
  async (language, year, corrected) => {
    const visit = await openVisit(fixture.browser, { language });
    const page = await visit.newPage();
    for (const [name, path] of [
      ["home", "/"],
      ["archive", "/archive"],
      ["tag", "/tags/old"],
      ["signed", "/publications/3"],
      ["corrected", "/slug/loom"],
      ["local", "/slug/moon"],
      ["note", "/publications/4"],
    ] as const) {
      await page.goto(`${ada.url}${path}`);
      await expectForEverybody(page, `dates-${language}-${name}`);
    }
    await page.goto(`${ada.url}/`);
    const times = (text: string) => page.locator(".rows li").filter({ hasText: text }).locator("time");
    expect(await times(longTitle).allTextContents()).toContainEqual(expect.stringContaining(year));
    expect(await times("loom").allTextContents()).toContainEqual(expect.stringMatching(corrected));
    await visit.close();
  },
);

test("the list of posts is in the order of the dates that it shows, and is filtered by them", async () => {
  await using ownerConsole = await open("/posts");
  const { page, problems } = ownerConsole;
  const titles = page.locator(".post-table li .row-text > a");
  const seen = ["Today", "Only a line, written long ago. #old", longTitle, "The loom", "Moon"];
  await expect.poll(() => titles.allTextContents()).toEqual(seen);
  await page.getByRole("button", { name: "Any date" }).click();
  await page.getByLabel("From", { exact: true }).fill("2014-01-02");
  await page.getByLabel("To", { exact: true }).fill("2014-01-02");
  await expect.poll(() => titles.allTextContents()).toEqual(["The loom"]);
  await page.getByLabel("To", { exact: true }).fill("2014-12-31");
  await expect.poll(() => titles.allTextContents()).toEqual([longTitle, "The loom"]);
  await page.getByRole("searchbox", { name: "Search your posts" }).fill("flowers");
  await expect.poll(() => titles.allTextContents()).toEqual(["The loom"]);
  await page.getByLabel("From", { exact: true }).fill("2014-01-03");
  await page.getByText("Nothing matches").waitFor();
  expect(problems).toEqual([]);
});

test("the time zone is set, and site and list show its days", async () => {
  await using ownerConsole = await open("/posts");
  const { page, problems } = ownerConsole;
  const row = page.locator(".post-table li").filter({ hasText: "The loom" });
  await row.getByText("2 Jan 2014").waitFor();
  await row.getByText(/^signed /).waitFor();
  await expectForEverybody(page, "dates-posts");
  await ownerConsole.goTo("/settings/site");
  const zone = page.getByLabel("Time zone");
  expect(await zone.inputValue()).toBe("UTC");
  await expectForEverybody(page, "dates-settings");
  await zone.selectOption("Asia/Shanghai");
  await page.getByText("Saved.").waitFor();
  expect((await readSettings(ada.running.context)).timeZone).toBe("Asia/Shanghai");
  expect(String((await ada.fetch("/slug/loom")).body)).toContain(">3 January 2014<");
  await page.getByRole("link", { name: "Posts", exact: true }).click();
  await row.getByText("3 Jan 2014").waitFor();
  await ownerConsole.goTo("/settings/site");
  expect(await zone.inputValue()).toBe("Asia/Shanghai");
  expect(problems).toEqual([]);
});

test("a post on this site keeps its address when it is edited where it was written", async () => {
  await using ownerConsole = await open("/write");
  const { page, problems } = ownerConsole;
  await write(page, "# Harbour lights\n\nThey shine.");
  await publishHere(page);
  await page.getByRole("button", { name: "Publish on this site" }).click();
  await page.getByText("It is on your site.").waitFor();
  const link = await page.getByRole("link", { name: "View post" }).getAttribute("href");
  expect(link).toBe(`${ada.url}/slug/harbour-lights`);
  await page.getByRole("button", { name: "Close" }).click();
  await write(page, " Always.");
  await page.getByRole("button", { name: "Update" }).click();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByText("It is on your site.").waitFor();
  const reply = await ada.fetch("/slug/harbour-lights");
  expect([reply.status, String(reply.body)]).toEqual([200, expect.stringContaining("They shine. Always.")]);
  expect(problems).toEqual([]);
});

test("an address of an earlier post is taken over by a button alone, in the settings and when publishing", async () => {
  const { context } = ada.running;
  const renamed = await post("# Quay\n\nOne.", { slug: "quay" });
  await updatePublication(context, renamed.id, { slug: "pier" });
  const deleted = await post("# Gone\n\nTwo.", { slug: "gone" });
  await destroyPublication(context, deleted.id);
  await using ownerConsole = await open("/write");
  const { page } = ownerConsole;
  await write(page, "# Another quay\n\nThree.");
  await page.getByRole("button", { name: "Post settings" }).click();
  const address = page.getByLabel("Slug");
  await address.fill("quay");
  await page.getByText("Another of your posts had this slug").waitFor();
  await expectForEverybody(page, "slug-taken-settings");
  expect(await statusOf("/slug/quay")).toBe(301);
  await page.getByRole("button", { name: "Use /slug/quay for this post" }).click();
  await page.getByText("Another of your posts had this slug").waitFor({ state: "detached" });
  await page.getByText("Saved · only you can see this").waitFor();
  // A draft takes nothing from readers.
  expect((await ada.fetch("/slug/quay")).headers.location).toBe("/slug/pier");

  await address.fill("gone");
  await page.getByText("Another of your posts had this slug").waitFor();
  await page.keyboard.press("Escape");
  await publishHere(page);
  const publish = page.getByRole("button", { name: "Publish on this site" });
  await publish.click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await expectForEverybody(page, "slug-taken-dialog");
  expect(await statusOf("/slug/gone")).toBe(410);
  await page.getByRole("dialog").getByRole("button", { name: "Use /slug/gone for this post" }).click();
  await page.getByText("It is on your site.").waitFor();
  const reply = await ada.fetch("/slug/gone");
  expect([reply.status, String(reply.body)]).toEqual([200, expect.stringContaining("Three.")]);
});

test("a deleted post says which files stay, and takes them along", async () => {
  const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
  const { id } = await createPublication(ada.running.context, {
    kind: "FILE",
    state: "local",
    filename: "dot.gif",
    source: Readable.from([gif]),
  });
  await post(`# With a dot\n\n![dot](/api/contents/${id})`);
  await using ownerConsole = await open("/posts");
  const { page } = ownerConsole;
  await page.getByLabel("More for “With a dot”").click();
  await page.getByRole("button", { name: "Delete “With a dot”" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  const note = page.locator(".undo");
  await note.getByText("A picture or file in it stays public.").waitFor();
  await takeScreenshot(page, "deleted-with-files");
  await note.getByRole("button", { name: "Delete it too" }).click();
  await note.getByText("Its pictures and files are deleted too.").waitFor();
  expect(await statusOf(`/api/contents/${id}`)).toBe(410);
  await note.getByRole("button", { name: "Undo" }).click();
  await page.getByLabel("More for “With a dot”").waitFor();
  expect(await statusOf(`/api/contents/${id}`)).toBe(200);
});
