import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { makeZip } from "../../../../test/support/make-zip.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { countUnsignedImports } from "../../../store/publications/imports.ts";
import { writeExport } from "../archive/write.ts";
import { openImport } from "./run-import.ts";

const site = wxr([1, 2].map((id) => wxrItem({ id, name: `p${id}`, title: `P${id}`, content: "Words." })));
const secure = site.replaceAll("http://", "https://");
const text = "---\ntitle: One\npublish: true\n---\nWords.";

forEachDatabase((_name, open) => {
  async function bring({ context }: OwnerFixture, path: string) {
    const found = await openImport(path);
    if (!found) throw new Error("Nothing was recognised.");
    try {
      const { taken, known } = await found.run({ ...context, peers: null as never }, {});
      return [taken.posts + taken.pages + taken.drafts, known.posts + known.pages + known.drafts];
    } finally {
      await found.close();
    }
  }
  const keysIn = async ({ context }: OwnerFixture) =>
    (await context.store.db.selectFrom("imports").select("key").orderBy("key").execute()).map(
      ({ key }) => key,
    );

  it("knows the posts of a site that changes between http and https", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const path = join(folder.path, "a.xml");
    const plain = secure.replaceAll("https://old.example", "http://old.example");
    await writeFile(path, plain);
    expect(await bring(fixture, path)).toEqual([2, 0]);
    await writeFile(path, secure);
    expect(await bring(fixture, path)).toEqual([0, 2]);
    expect(await keysIn(fixture)).toEqual(["old.example#1", "old.example#2"]);
  });

  it("knows the texts of a folder under another name, and in a zip", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const zip = makeZip([{ name: "notes/one.md", bytes: text }]);
    await writeFile(join(folder.path, "first.zip"), zip);
    expect(await bring(fixture, join(folder.path, "first.zip"))).toEqual([1, 0]);
    await rename(join(folder.path, "first.zip"), join(folder.path, "second (1).zip"));
    expect(await bring(fixture, join(folder.path, "second (1).zip"))).toEqual([0, 1]);
    for (const key of await keysIn(fixture)) expect(key).not.toMatch(/first|second/);
  });

  it("knows the names that earlier versions gave, and writes the present ones", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const [path, zip] = [join(folder.path, "a.xml"), join(folder.path, "notes.zip")];
    await writeFile(path, secure);
    await writeFile(zip, makeZip([{ name: "x/one.md", bytes: text }]));
    await bring(fixture, path);
    await bring(fixture, zip);
    const present = await keysIn(fixture);
    const { db } = fixture.context.store;
    const rename = (from: string, to: string) =>
      db.updateTable("imports").set({ key: to }).where("key", "=", from).execute();
    await rename("old.example#1", "http://old.example#1");
    await rename("old.example#2", "https://old.example/#2");
    await rename("one.md", "notes/one.md");
    expect(await keysIn(fixture)).not.toEqual(present);
    expect([await bring(fixture, path), await bring(fixture, zip)]).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect(await keysIn(fixture)).toEqual(present);
  });

  it("knows the posts after an export and its import into another node", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const path = join(folder.path, "a.xml");
    await writeFile(path, secure);
    await bring(fixture, path);
    const { context, self } = fixture;
    await writeExport(context, { folder: join(folder.path, "export"), withPrivate: true, verifier: [] });
    await using other = await openOwnerFixture(await open());
    const exported = await openImport(join(folder.path, "export"));
    const report = await exported?.run({ ...other.context, peers: null as never }, { isConfirmed: true });
    await exported?.close();
    expect(report?.taken.posts).toBe(2);
    expect(await keysIn(other)).toEqual(await keysIn(fixture));
    expect(await countUnsignedImports(other.context.store.db, self)).toBe(2);
    expect(await bring(other, path)).toEqual([0, 2]);
  });

  it("leaves a post as an earlier version wrote it, with its caption below the picture", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const path = join(folder.path, "notes.zip");
    const caption = "The loom of Lyon in the year 1804, as its owner saw it";
    const picture = "https://a.example/a.png";
    const forms = [
      `![](${picture})\n\n_${caption}_`,
      `<figure><img src="${picture}"><figcaption>${caption}</figcaption></figure>`,
    ];
    const taken: number[][] = [];
    for (const form of forms) {
      await writeFile(path, makeZip([{ name: "x/one.md", bytes: `---\npublish: true\n---\n${form}\n` }]));
      taken.push(await bring(fixture, path));
    }
    expect(taken).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const { blobs, store } = fixture.context;
    const posts = await store.db.selectFrom("publications").select("contentHash").execute();
    const texts = await Promise.all(posts.map(({ contentHash }) => blobs.readAll(contentHash, 999)));
    expect(texts.map((bytes) => Buffer.from(bytes).toString())).toEqual([`# One\n\n${forms[0]}\n`]);
  });

  it("takes the texts of two folders at one path for two, and an edited text for the same", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    const day = (words: string) => `---\ntitle: 2024-05-06\npublish: true\n---\n${words}`;
    const zip = async (name: string, words: string) => {
      const path = join(folder.path, name);
      await writeFile(path, makeZip([{ name: "x/2024-05-06.md", bytes: day(words) }]));
      return path;
    };
    const work =
      "We discussed the new bridge over the river, its cost and who is going to build it next year.";
    const home = "Cooked lentils with Ada today, then a long walk through the forest until it rained hard.";
    expect(await bring(fixture, await zip("work.zip", work))).toEqual([1, 0]);
    expect(await bring(fixture, await zip("home.zip", home))).toEqual([1, 0]);
    expect(await bring(fixture, await zip("home again.zip", `${home} We were wet.`))).toEqual([0, 1]);
    expect(await bring(fixture, await zip("work (1).zip", work))).toEqual([0, 1]);
    expect(await keysIn(fixture)).toEqual(["2024-05-06.md", "2024-05-06.md (2)"]);
  });
});
