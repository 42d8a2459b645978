import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { createArchiveCheck, recoverPublicKey } from "@freehold/protocol";
import { expect, test } from "vitest";
import { readArchive } from "../../../web/src/verifier/read-archive.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { findPublicPost } from "../../src/domain/publications/public-posts.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { writeExport } from "../../src/modules/export/archive/write.ts";
import { readMeta } from "../../src/store/meta.ts";
import { expectAccessible, takeScreenshot, widths } from "../support/browser.ts";
import { useBrowserFixture } from "../support/browser-fixture.ts";
import { expectForEverybody } from "../support/expect-for-everybody.ts";
import { ghostExport, ghostPost } from "../support/exports/ghost-export.ts";
import { makeWordPressSite } from "../support/exports/make-sites.ts";
import { makeZip } from "../support/make-zip.ts";
import { openOwnerConsole } from "../support/owner-console.ts";
import { hasSecret, photo } from "../support/tagged-pictures.ts";

const fixture = useBrowserFixture();
/** Screenshots of a large site: `IMPORT_POSTS=1000`. */
const site = makeWordPressSite(Number(process.env.IMPORT_POSTS ?? 3));

test("a site of WordPress comes in with the dashboard, is signed by a wallet, and goes as a signed export", async () => {
  const ada = await fixture.network.start({ title: "Ada", privateKey: Buffer.alloc(32, 7).toString("hex") });
  const { store } = ada.running.context;
  const follower = await fixture.network.start({ title: "Bo" });
  await follower.follow(ada);
  const folder = await mkdtemp(join(tmpdir(), "freehold-import-"));
  await using cleaning = new AsyncDisposableStack();
  cleaning.defer(() => rm(folder, { recursive: true }));
  const at = { path: "/settings/import", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, ada, 7, at);
  const { page, problems } = ownerConsole;
  const choose = async (name: string, bytes: Uint8Array) => {
    await writeFile(join(folder, name), bytes);
    await page.locator('input[type="file"]').setInputFiles(join(folder, name));
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await takeScreenshot(page, "import-empty");
  await expectAccessible(page);
  await choose("wrong.zip", Buffer.from("no archive at all"));
  await page.getByRole("alert").getByText("This format can't be imported").waitFor();
  await page.getByText("Nothing was changed.").waitFor();
  await takeScreenshot(page, "import-failed");
  await press("Choose another file");
  await choose("site.zip", site.bytes);
  await page.getByText("from WordPress").waitFor();
  await page.getByRole("heading", { name: "To be imported" }).waitFor();
  await page.locator("summary").first().click();
  await takeScreenshot(page, "import-checked");
  await expectAccessible(page);
  expect(await store.db.selectFrom("publications").select("id").execute()).toEqual([]);
  await press("Import");
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  await takeScreenshot(page, "import-done");
  const signing = page.getByRole("region", { name: "Sign imported posts" });
  await signing.getByText(/“Written 2014, signed 20\d\d”/).waitFor();
  // Stopped while a signature is being sent: that one counts, and the rest waits.
  const [departure, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("SignImportedPost")) {
      departure.resolve();
      await arrival.promise;
    }
    await route.continue();
  });
  await signing.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await departure.promise;
  await signing.getByRole("button", { name: "Stop" }).click();
  arrival.resolve();
  await signing.getByText(/^1 of \d+ signed\. You can continue/).waitFor();
  await takeScreenshot(page, "import-signing-stopped");
  await page.unrouteAll({ behavior: "wait" });
  await signing.getByRole("button", { name: "Sign with Test Wallet" }).click();
  await signing.getByText(/^(\d+) of \1 signed\.$/).waitFor();
  await takeScreenshot(page, "import-signed");
  await expectAccessible(page);
  const rows = await store.db
    .selectFrom("publications")
    .select(["state", "writtenAt"])
    .where("kind", "=", "POST")
    .execute();
  expect(rows.filter(({ state }) => state === "signed")).toHaveLength(site.posts + site.pages);
  expect(rows.some(({ writtenAt }) => writtenAt !== null && writtenAt < Date.UTC(2020, 0))).toBe(true);
  // The follower was notified of none of them.
  expect(await store.db.selectFrom("outbox").select("id").execute()).toEqual([]);

  await ownerConsole.goTo("/settings/data");
  await press("Prepare and sign an export");
  await page.getByText("The export is ready").waitFor();
  await takeScreenshot(page, "export-ready");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Sign with Test Wallet" }).click(),
  ]);
  const checker = createArchiveCheck({ recover: recoverPublicKey });
  const { openAsBlob } = await import("node:fs");
  const archive = await openAsBlob(await download.path());
  for await (const { path, bytes } of readArchive(archive)) await checker.add(path, bytes);
  const { faults, signed } = checker.finish();
  expect([faults, signed?.address]).toEqual([[], ada.signer.address]);

  await follower.publish("# Read elsewhere\n\nWords of Bo.");
  await ownerConsole.goTo("/settings/import");
  await press("Choose another file");
  await page.getByLabel("Or the URL of a feed or a site").fill(`${follower.url}/feed.xml`);
  await press("Read the feed");
  await page.getByText("from a feed").waitFor();
  await page.getByRole("heading", { name: "To be imported" }).waitFor();
  await press("Import");
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  expect(await findPublicPost(ada.running.context, { slug: "read-elsewhere" })).toMatchObject({
    post: { state: "local" },
  });
  expect(problems).toEqual([]);
});

test("an export that nothing shows to be the owner's says so, and is taken as it is after a tick", async () => {
  const privateKey = Buffer.alloc(32, 9).toString("hex");
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-import-"));
  cleaning.defer(() => rm(folder, { recursive: true }));
  const earlier = await fixture.network.start({ title: "Cy", privateKey });
  const { context } = earlier.running;
  const source = Readable.from([Buffer.from("# Unsigned words\n")]);
  await createPublication(context, { kind: "POST", state: "local", slug: "unsigned", source });
  const kept = { kind: "FILE", state: "local", filename: "sea.jpg", keepMetadata: true } as const;
  await createPublication(context, { ...kept, source: Readable.from([await photo()]) });
  await updateSettings(context, { stylesheet: "p { color: teal }" });
  await writeExport(context, { folder: join(folder, "export"), withPrivate: false, verifier: [] });
  const found = await readdir(join(folder, "export"), { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const zip = makeZip(
    await Promise.all(
      files.map(async (path) => ({ name: relative(folder, path), bytes: await readFile(path) })),
    ),
  );
  await writeFile(join(folder, "export.zip"), zip);
  await earlier.stop();

  const cy = await fixture.network.start({ title: "Cy again", privateKey });
  const { store } = cy.running.context;
  const states = async () =>
    (await store.db.selectFrom("publications").select("state").execute()).map(({ state }) => state);
  const at = { path: "/settings/import", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, cy, 9, at);
  const { page, problems } = ownerConsole;
  await page.locator('input[type="file"]').setInputFiles(join(folder, "export.zip"));
  const origin = page.getByRole("region", { name: "Is this export yours?" });
  await origin.getByText("no signature of its list of files").waitFor();
  await origin.getByText("unsigned posts become drafts").waitFor();
  await expectForEverybody(page, "import-unproven");
  await origin.getByRole("checkbox", { name: "All of it is mine" }).check();
  await origin.getByText("become public as they were").waitFor();
  await page.getByRole("checkbox", { name: "Keep location and camera data of pictures" }).check();
  await takeScreenshot(page, "import-confirmed");
  expect(await states()).toEqual([]);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  expect(await states()).toEqual(["local", "local"]);
  const pictures = store.db.selectFrom("publications").select("contentHash").where("kind", "=", "FILE");
  const { contentHash } = await pictures.executeTakeFirstOrThrow();
  expect(hasSecret(await cy.running.context.blobs.readAll(contentHash, 1_000_000))).toBe(true);
  expect(await readMeta(store.db, "setting.stylesheet")).toContain("p { color: teal }");
  expect(problems).toEqual([]);
});

test("entries that lost words are named worst first, and stay public after a tick", async () => {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-import-"));
  cleaning.defer(() => rm(folder, { recursive: true }));
  const withCard = (number: number, heading: string) => {
    const text = { type: "paragraph", children: [{ type: "text", text: "Words of a paragraph." }] };
    const root = { children: [text, { type: "card-of-a-plugin", heading }] };
    return ghostPost(number, { title: `Rivers ${number}`, html: null, lexical: JSON.stringify({ root }) });
  };
  const long = "Which river is longer, the Danube or the Rhine, and through how many countries does it flow?";
  const posts = [ghostPost(1), withCard(2, "Two lost"), withCard(3, long)];
  await writeFile(join(folder, "ghost.json"), ghostExport({ posts }));
  const di = await fixture.network.start({ title: "Di", privateKey: Buffer.alloc(32, 11).toString("hex") });
  const { store } = di.running.context;
  const at = { path: "/settings/import", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, di, 11, at);
  const { page, problems } = ownerConsole;
  await page.locator('input[type="file"]').setInputFiles(join(folder, "ghost.json"));
  const losses = page.locator("details", { hasText: "2 entries lost words or code" });
  await losses.waitFor();
  expect(await losses.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Rivers 3\s4 of 21 words arrived · missing: “which river is longer/),
    expect.stringMatching(/^Rivers 2\s4 of 6 words arrived · missing: “two lost”/),
  ]);
  await page.getByText("1 will be public, 2 drafts.").waitFor();
  await expectForEverybody(page, "import-incomplete");
  await page.getByRole("checkbox", { name: "Publish posts that were public" }).check();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  const rows = await store.db.selectFrom("publications").select("state").execute();
  expect(rows.map(({ state }) => state)).toEqual(["local", "local", "local"]);
  expect(problems).toEqual([]);
});

test("a file of several authors asks which of them the owner is", async () => {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-import-"));
  cleaning.defer(() => rm(folder, { recursive: true }));
  const people = ["Edda Example", "A guest"];
  const byPerson = people.map((_, index) => ({ post_id: `id-${index + 1}`, author_id: `${index}` }));
  const users = people.map((name, id) => ({ id: `${id}`, name }));
  const posts = [ghostPost(1), ghostPost(2)];
  await writeFile(join(folder, "ghost.json"), ghostExport({ posts, users, posts_authors: byPerson }));
  const privateKey = Buffer.alloc(32, 12).toString("hex");
  const edda = await fixture.network.start({ title: "Edda", privateKey });
  const at = { path: "/settings/import", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, edda, 12, at);
  const { page, problems } = ownerConsole;
  await page.locator('input[type="file"]').setInputFiles(join(folder, "ghost.json"));
  const question = page.getByRole("group", { name: "Which of the authors are you?" });
  await question.waitFor();
  const start = page.getByRole("button", { name: "Import", exact: true });
  expect(await start.isDisabled()).toBe(true);
  await expectForEverybody(page, "import-authors");
  await question.getByRole("checkbox", { name: "Edda Example (1 entry)" }).check();
  await start.click();
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  const rows = edda.running.context.store.db.selectFrom("publications").select(["slug", "state"]);
  expect(await rows.execute()).toEqual([{ slug: "post-1", state: "local" }]);
  expect(problems).toEqual([]);
});

test("a file whose pictures stayed behind asks for the old site, and one without a status whether to publish", async () => {
  await using cleaning = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-import-"));
  cleaning.defer(() => rm(folder, { recursive: true }));
  const html = `<p>Words.</p><img src="__GHOST_URL__/content/images/a.gif">`;
  const posts = [ghostPost(1), ghostPost(2, { html, type: "podcast" })];
  await writeFile(join(folder, "plain.json"), ghostExport({ posts: [ghostPost(3)] }));
  await writeFile(join(folder, "ghost.json"), ghostExport({ posts }));
  const old = await fixture.network.start({ title: "The old site" });
  const flo = await fixture.network.start({ title: "Flo", privateKey: Buffer.alloc(32, 13).toString("hex") });
  const at = { path: "/settings/import", width: widths.phone };
  await using ownerConsole = await openOwnerConsole(fixture.browser, flo, 13, at);
  const { page, problems } = ownerConsole;
  const choose = (name: string) => page.locator('input[type="file"]').setInputFiles(join(folder, name));
  const site = page.getByLabel("Address of the old site");
  const publish = page.getByRole("checkbox", { name: "Publish posts whose visibility is unknown" });
  // A file that needs no answers gets no questions.
  await choose("plain.json");
  await page.getByRole("heading", { name: "To be imported" }).waitFor();
  expect([await site.count(), await publish.count()]).toEqual([0, 0]);
  await page.getByRole("button", { name: "Choose another file" }).click();

  await choose("ghost.json");
  await site.waitFor();
  await expectForEverybody(page, "import-site");
  await publish.check();
  await site.fill("ftp://old.example");
  await page.reload();
  await site.waitFor();
  expect([await site.inputValue(), await publish.isChecked()]).toEqual(["ftp://old.example", true]);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("alert").waitFor();
  const rows = () =>
    flo.running.context.store.db.selectFrom("publications").select(["slug", "state"]).execute();
  expect(await rows()).toEqual([]);
  await site.fill(old.url);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
  await page.getByText("0 pictures and files fetched. 1 could not be fetched, and stays a link.").waitFor();
  await expectForEverybody(page, "import-site-done");
  expect((await rows()).map(({ state }) => state)).toEqual(["local", "local"]);
  expect(problems).toEqual([]);
});
