import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { ghostExport, ghostPost } from "../../../../test/support/exports/ghost-export.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { everyNth } from "../../../../test/support/full.ts";
import { openImportFolder } from "../../../../test/support/import-folder.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { countUnsignedImports } from "../../../store/publications/imports.ts";
import type { ImportOptions } from "./import-run.ts";
import { openImport } from "./run-import.ts";

const byPerson = (id: number, creator: string) =>
  wxrItem({ id, name: `p${id}`, title: `P${id}`, content: "Words." }).replace(
    "<![CDATA[ada]]>",
    `<![CDATA[${creator}]]>`,
  );
const atom = (id: number, name: string) =>
  `<entry><id>t:${id}</id><title>P${id}</title><link href="https://a.example/p${id}"/><author><name>${name}</name></author><content type="html">Words</content></entry>`;
const takeout = (id: number, name: string) =>
  atom(id, name).replace(
    "<title>",
    "<blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><title>",
  );
const text = (author: string) => `---\ntitle: T\ndate: 2014-01-02\n${author}\n---\nWords.`;

/** Three entries of Ada, one of them with Bo, and one of Bo alone; a fifth names nobody. */
const sources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wordpress: {
    "in.xml": wxr([...[1, 2, 3].map((id) => byPerson(id, "Ada")), byPerson(4, "Bo"), byPerson(5, "")]),
  },
  ghost: {
    "in.json": ghostExport({
      posts: [1, 2, 3, 4, 5].map((number) => ghostPost(number)),
      users: [
        { id: "a", name: "Ada" },
        { id: "b", name: "Bo" },
      ],
      posts_authors: [
        ...[1, 2, 3].map((number) => ({ post_id: `id-${number}`, author_id: "a" })),
        { post_id: "id-3", author_id: "b" },
        { post_id: "id-4", author_id: "b" },
      ],
    }),
  },
  blogger: {
    "in.atom": `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:blogger="http://schemas.google.com/blogger/2018"><title>B</title>${[1, 2, 3].map((id) => takeout(id, "Ada")).join("")}${takeout(4, "Bo")}${takeout(5, "")}</feed>`,
  },
  feed: {
    "in.xml": `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title>${[1, 2, 3].map((id) => atom(id, "Ada")).join("")}${atom(4, "Bo")}${atom(5, "")}</feed>`,
  },
  jekyll: {
    "_config.yml": "title: x",
    "_posts/2014-01-01-a.md": text("author: Ada"),
    "_posts/2014-01-02-b.md": text("authors: [Ada]"),
    "_posts/2014-01-03-c.md": text("author: {name: Ada}\nauthors: [Bo]"),
    "_posts/2014-01-04-d.md": text("author: Bo"),
    "_posts/2014-01-05-e.md": text("x: y"),
  },
};

forEachDatabase((_name, open) => {
  async function bring(files: Readonly<Record<string, string>>, options: ImportOptions) {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({});
    for (const [name, content] of Object.entries(files)) {
      if (name.includes("/")) continue;
      await writeFile(join(folder.path, name), content);
    }
    await using site = await openImportFolder(files);
    const single =
      Object.keys(files).length === 1 ? join(folder.path, Object.keys(files)[0] ?? "") : site.path;
    const found = await openImport(single);
    if (!found) throw new Error("Nothing was recognised.");
    const problem = await found
      .run({ ...fixture.context, peers: null as never }, options)
      .then((report) => ({ report, message: null }))
      .catch((error: Error) => ({ report: null, message: error.message }));
    await found.close();
    return { ...problem, unsigned: await countUnsignedImports(fixture.context.store.db, fixture.self) };
  }

  it.each(everyNth(Object.keys(sources), 2))(
    "asks which of the authors of %s the owner is, and leaves the others out",
    async (name) => {
      const files = sources[name] ?? {};
      const dry = await bring(files, { dryRun: true });
      expect([...(dry.report?.authors ?? [])].map((one) => one.name)).toEqual(["Ada", "Bo"]);
      const unasked = await bring(files, {});
      expect(unasked.message).toMatch(/^The file has several authors: Ada \(3\), Bo \([12]\)\. Use --author/);
      expect(unasked.unsigned).toBe(0);
      const wrong = await bring(files, { authors: ["Cy"] });
      expect([wrong.message?.slice(0, 36), wrong.unsigned]).toEqual([
        "No author in the file is called “Cy”",
        0,
      ]);
      const { report, unsigned } = await bring(files, { authors: ["ada"] });
      expect(report).toMatchObject({ authors: [], leftOut: 1 });
      expect(report?.taken).toMatchObject({ posts: 4, drafts: 0 });
      expect(report?.notes).toContainEqual({
        what: "Bo",
        why: "Entries of “Bo” were left out: 1.",
      });
      // A post that is not here is never signed.
      expect(unsigned).toBe(4);
      const both = await bring(files, { authors: ["Ada", "Bo"] });
      expect(both.report).toMatchObject({ leftOut: 0, taken: { posts: 5 } });
    },
  );

  it("asks nobody about a file of one author, or a vault whose notes are about books", async () => {
    const one = { "in.xml": wxr([byPerson(1, "Ada"), byPerson(2, "Ada")]) };
    expect((await bring(one, {})).report).toMatchObject({ authors: [], taken: { posts: 2 } });
    const vault = {
      ".obsidian/app.json": "{}",
      "a.md": "---\nauthor: Melville\npublish: true\n---\nA whale.",
      "b.md": "---\nauthor: Austen\npublish: true\n---\nA ball.",
    };
    expect((await bring(vault, {})).report).toMatchObject({ authors: [], taken: { posts: 2 } });
  });
});
