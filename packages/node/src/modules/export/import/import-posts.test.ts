import { join } from "node:path";
import { Readable } from "node:stream";
import { dayInZone } from "@freehold/protocol/internal";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { openImportFolder, pixel } from "../../../../test/support/import-folder.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../../test/support/pixel-gif.ts";
import { findRedirect } from "../../../domain/publications/old-addresses.ts";
import { updatePublication } from "../../../domain/publications/update.ts";
import { findPublication } from "../../../domain/publications/visible.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import type { Peers } from "../../../peers/peers.ts";
import { readByDate } from "../../../store/publications/dated-publications.ts";
import { countUnsignedImports } from "../../../store/publications/imports.ts";
import type { ImportOptions } from "./import-run.ts";
import { ImportReport } from "./report.ts";
import { openImport } from "./run-import.ts";

/** No network: these tests call nobody. */
const peers = {
  send: async () => ({ status: 200, headers: {}, body: Readable.from([pixel]) }),
} as unknown as Peers;

const hugo = {
  "content/posts/first/index.md":
    "---\ntitle: First *words*\ndate: 2014-01-02T10:00:00+02:00\ntags: [Trains, two words, '2014']\naliases: [/old/first/, /?p=1]\nsummary: In short\ncover: {image: top.gif}\n---\nHello ![a train](train.gif) and [more](/posts/second/).\n",
  "content/posts/first/train.gif": pixel,
  "content/posts/first/top.gif": pixelGif(9),
  "content/posts/second.md": "+++\ntitle = 'Second'\ndate = 2015-03-04\ndraft = true\n+++\nNot yet.\n",
  "content/later.md": "---\ntitle: Later\ndate: 2014-01-02\npublishDate: 2999-01-01\n---\nSoon.\n",
  "content/over.md": "---\ntitle: Over\ndate: 1952-01-02\nexpiryDate: 2015-01-01\n---\nGone.\n",
  "content/about.md": "---\ntitle: About\n---\nMe. ![gone](gone.png)\n",
  "content/broken.md": "---\ntitle: [\n---\nx\n",
  "content/bytes.md": Buffer.from([0xff, 0xfe, 0x41]),
  "hugo.toml": "title = 'Mine'\n",
};

forEachDatabase((_name, open) => {
  async function imported(fixture: OwnerFixture, path: string, options: ImportOptions = {}) {
    const found = await openImport(path);
    if (!found) throw new Error("Nothing was recognised.");
    try {
      return await found.run({ ...fixture.context, peers }, options);
    } finally {
      await found.close();
    }
  }

  const textOf = async ({ context }: OwnerFixture, slug: string) => {
    const post = await findPublication(context, { slug });
    return post && Buffer.from(await context.blobs.readAll(post.contentHash, 10_000)).toString();
  };

  const counted = ({ taken, known, refused }: ImportReport) => ({ taken, known, refused });

  it("brings a site of Hugo: what is public unsigned, drafts as drafts, pictures, dates and old addresses", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder(hugo);
    const dry = await imported(fixture, folder.path, { dryRun: true });
    expect(await countUnsignedImports(fixture.context.store.db, fixture.self)).toBe(0);
    const report = await imported(fixture, folder.path);
    expect(counted(report)).toEqual(counted(dry));
    expect(report.taken).toMatchObject({ posts: 1, drafts: 3, pages: 1, files: 2 });
    expect(report.refusals.map(({ what }) => what.split("/").slice(1).join("/"))).toEqual([
      "content/broken.md",
      "content/bytes.md",
    ]);
    expect(report.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      "About: gone.png is not among the files, and its source is unknown, so only its text is kept. With the URL of the old site (--site) it can be fetched.",
      "Later: It was to appear at 2999-01-01T00:00:00.000Z; it is a draft here.",
      "Over: It was no longer shown since 2015-01-01T00:00:00.000Z; it is a draft here.",
      expect.stringMatching(/^First \*words\*: A link in it leads to a draft/),
    ]);
    const shown = (slug: string) => findPublication(fixture.context, { slug });
    expect(await shown("later")).toMatchObject({ state: "draft", writtenAt: Date.UTC(2014, 0, 2) });
    expect(await shown("over")).toMatchObject({ state: "draft", writtenAt: Date.UTC(1952, 0, 2) });

    const post = await findPublication(fixture.context, { slug: "first" });
    const writtenAt = Date.UTC(2014, 0, 2, 8);
    expect(post).toMatchObject({
      state: "local",
      writtenAt,
      createdAt: writtenAt,
      excerpt: "In short",
      signature: null,
    });
    expect(await textOf(fixture, "first")).toMatch(
      /^# First \\\*words\\\*\n\nHello !\[a train\]\(https:\/\/node1\.example\/ewp\/contents\/0x[0-9a-f]{64}\) and more\.\n\n#Trains #two_words\n$/,
    );
    expect(post?.coverHash).toMatch(/^0x/);
    const redirect = (path: string) => findRedirect(fixture.context, path);
    for (const path of ["/old/first", "/posts/first/?utm=1", "/?p=1", "/posts/first/index.html"]) {
      expect(await redirect(path)).toBe("/slug/first");
    }
    for (const path of ["/", "/posts/second/", "/%ff", "/nothing"]) expect(await redirect(path)).toBeNull();
    expect(await countUnsignedImports(fixture.context.store.db, fixture.self)).toBe(4);
  });

  it("puts drafts without a date behind the owner's own, until the owner works on them", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    const own = await fixture.post("# Own", "draft");
    context.clock.advance(60_000);
    await using folder = await openImportFolder({
      "config.toml": "title = 'Site'\n",
      "content/posts/undated.md": "---\ntitle: Undated\ndraft: true\n---\nWords of it.\n",
      "content/posts/dated.md": "---\ntitle: Dated\ndate: 2014-01-02\ndraft: true\n---\nMore words.\n",
    });
    await imported(fixture, folder.path);
    const order = async () =>
      (await readByDate(context.store.db, { publisher: fixture.self, states: ["draft"], limit: 10 })).map(
        ({ id, slug }) => slug ?? id,
      );
    expect(await order()).toEqual([own.id, "dated", "undated"]);
    const post = await findPublication(context, { slug: "undated" });
    const changed = await updatePublication(context, post?.id ?? 0, { body: "# Undated\n\nOther words." });
    expect(changed.createdAt).toBe(context.clock.now());
    expect(await order()).toEqual(["undated", own.id, "dated"]);
  });

  it("changes nothing the second time, also of what was deleted here", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder(hugo);
    const first = await imported(fixture, folder.path);
    const post = await findPublication(fixture.context, { slug: "first" });
    await destroyPublication(fixture.context, post?.id ?? 0);
    const second = await imported(fixture, folder.path);
    expect(second.taken).toEqual({ ...first.taken, posts: 0, drafts: 0, pages: 0, files: 0, redirects: 0 });
    expect(second.known).toMatchObject({ posts: 1, drafts: 3, pages: 1 });
    expect(await findRedirect(fixture.context, "/old/first")).toBeNull();
  });

  it("goes on where it was stopped", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({
      "a.md": "---\n---\none",
      "b.md": "---\n---\ntwo",
      "c.md": "---\n---\nthree",
    });
    const stop = new AbortController();
    const onProgress = (done: number) => done === 1 && stop.abort(new Error("stopped"));
    await expect(imported(fixture, folder.path, { signal: stop.signal, onProgress })).rejects.toThrow(
      "stopped",
    );
    const { taken, known } = await imported(fixture, folder.path);
    expect([taken.drafts, known.drafts].sort()).toEqual([1, 2]);
  });

  it("reports an import that was killed as one, whatever its last report said", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using folder = await openImportFolder({
      "config.toml": 'title = "Cats"',
      "content/posts/a.md":
        "---\ndate: 2014-01-01\ntitle: A\naliases: [/old-a]\n---\none ![](a.gif) ![](ab.gif)",
      "content/posts/a.gif": pixelGif(1),
      "content/posts/ab.gif": pixelGif(2),
      "content/posts/c.gif": pixelGif(3),
      "content/posts/b.md": "---\ndate: 2014-01-01\ntitle: B\n---\ntwo ![](ab.gif)",
      "content/posts/c.md": "---\ndate: 2014-01-01\ntitle: C\ndraft: true\n---\nthree ![](c.gif)",
    });
    const whole = await imported(fixture, folder.path, { dryRun: true });
    fixture.context.clock.advance(1_000);
    const since = fixture.context.clock.now();
    const report = new ImportReport("markdown", false);
    const stop = new AbortController();
    const onProgress = (done: number) => done === 2 && stop.abort(new Error("killed"));
    await expect(
      imported(fixture, folder.path, { signal: stop.signal, onProgress, since, report }),
    ).rejects.toThrow("killed");
    // The report that was saved last may have nothing of it, or all.
    for (const saved of [new ImportReport("markdown", false).joinedWith(null), report.joinedWith(null)]) {
      const joined = new ImportReport("markdown", false);
      await imported(fixture, folder.path, { since, report: joined });
      const { taken, known, reasons, entries } = joined.joinedWith(saved);
      expect(taken).toMatchObject({ posts: 2, drafts: 1, files: 3, redirects: whole.taken.redirects });
      expect([known.posts, known.drafts, known.files]).toEqual([0, 0, 0]);
      expect(reasons).toEqual(whole.reasons);
      expect(entries.map(({ title }) => title)).toEqual(whole.entries.map(({ title }) => title));
    }
    fixture.context.clock.advance(1_000);
    const next = await imported(fixture, folder.path, { since: fixture.context.clock.now() });
    expect([next.taken.posts, next.known.posts, next.known.drafts]).toEqual([0, 2, 1]);
    expect(next.taken.files).toBe(0);
  });

  it("brings a vault as drafts, with its links and pictures, and a site of Jekyll with its addresses", async () => {
    await using fixture = await openOwnerFixture(await open());
    await using vault = await openImportFolder({
      ".obsidian/app.json": "{}",
      "Trips/Rome.md":
        "---\npublish: true\n---\nSee [[Paris|there]], [[Nowhere]] and ![[pic.gif|200]] `[[code]]`.",
      "Paris.md": "Private. ![[pic.gif]]",
      "files/pic.gif": pixel,
    });
    // A picture of two posts counts once, and was not here before.
    for (const dryRun of [true, false]) {
      const { taken, known } = await imported(fixture, vault.path, { dryRun });
      expect([taken, known.files]).toEqual([expect.objectContaining({ posts: 1, drafts: 1, files: 1 }), 0]);
    }
    expect(await textOf(fixture, "Rome")).toMatch(
      /^# Rome\n\nSee there, Nowhere and !\[\]\(https:\/\/node1\.example\/ewp\/contents\/0x[0-9a-f]{64}\) `\[\[code\]\]`\.\n$/,
    );
    await using site = await openImportFolder({
      "_config.yml": "permalink: pretty\n",
      "_posts/2014-01-02-old-name.md":
        "---\ntitle: Old\ncategories: trains\n---\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n![far](https://far.example/x.gif)\n",
      "_drafts/later.md": "---\ntitle: Later\n---\nSoon.",
      "README.md": "About the folder.",
    });
    const report = await imported(fixture, site.path, { fetchPictures: true });
    expect(report.taken).toMatchObject({ posts: 1, drafts: 1 });
    expect(report.notes).toEqual([]);
    expect(await findRedirect(fixture.context, "/trains/2014/01/02/old-name/")).toBe("/slug/old-name");
    expect(await textOf(fixture, "old-name")).toMatch(
      /^# Old\n\n```ruby\nputs 1\n```\n!\[far\]\(https:\/\/node1\.example\/ewp\/contents\/0x[0-9a-f]{64}\)\n\n#trains\n$/,
    );
  });

  it.each(["Asia/Shanghai", "UTC", "America/New_York"])(
    "keeps the days that an author in Shanghai saw, also before 1970, on a site in %s",
    async (timeZone) => {
      await using fixture = await openOwnerFixture(await open());
      const dates = {
        midnight: ["2014-11-26 16:08:00", "2014-11-27 00:08:00"],
        noon: ["2014-11-27 04:00:00", "2014-11-27 12:00:00"],
        moon: ["1969-07-20 20:17:00", "1969-07-21 04:17:00"],
        // Drafts that were published by other programs have no time in UTC.
        bare: ["0000-00-00 00:00:00", "1969-12-31 23:30:00"],
      } as const;
      const items = Object.entries(dates).map(([name, [gmt, local]], id) =>
        wxrItem({ id: id + 1, name, title: name, content: "Words.", gmt, local }).replace(
          /<pubDate>.*?<\/pubDate>/,
          "",
        ),
      );
      await using folder = await openImportFolder({ "site.xml": wxr(items) });
      const report = await imported(fixture, join(folder.path, "site.xml"), { timeZone });
      expect(report.taken.posts).toBe(items.length);
      for (const [name, [, local]] of Object.entries(dates)) {
        const post = await findPublication(fixture.context, { slug: name });
        expect([name, dayInZone(post?.publishedAt ?? 0, timeZone)]).toEqual([name, local.slice(0, 10)]);
      }
    },
  );

  it.each([
    ["Asia/Shanghai", "", ["gone", "soon"]],
    ["UTC", "", []],
    ["UTC", "timeZone = 'Asia/Shanghai'\n", ["gone", "soon"]],
  ])(
    "takes dates of Hugo without a zone for those of a site in %s, or of its configuration %j",
    async (zone, line, changed) => {
      await using fixture = await openOwnerFixture(await open());
      const now = fixture.context.clock.now();
      const inHours = (hours: number) =>
        new Date(now + hours * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
      await using site = await openImportFolder({
        "hugo.toml": `title = 'Mine'\n${line}`,
        // In Shanghai it is eight hours later.
        "content/posts/soon.md": `---\ntitle: Soon\ndate: 2014-01-02\npublishDate: ${inHours(4)}\n---\nWords.\n`,
        "content/posts/gone.md": `---\ntitle: Gone\ndate: 2014-01-02\nexpiryDate: ${inHours(4)}\n---\nWords.\n`,
        "content/posts/exact.md": `---\ntitle: Exact\ndate: 2014-01-02\npublishDate: ${inHours(4).replace(" ", "T")}:00-00:00\n---\nWords.\n`,
      });
      await imported(fixture, site.path, { timeZone: zone });
      const rows = await fixture.context.store.db
        .selectFrom("publications")
        .select(["slug", "state"])
        .execute();
      const stateOf = (slug: string) => rows.find((row) => row.slug === slug)?.state;
      const isChanged = (slug: string) => changed.includes(slug);
      expect(["soon", "gone", "exact"].map(stateOf)).toEqual([
        isChanged("soon") ? "local" : "draft",
        isChanged("gone") ? "draft" : "local",
        "draft",
      ]);
    },
  );
});
