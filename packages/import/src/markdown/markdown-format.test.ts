import { expect, test } from "vitest";
import { openImportFolder, pixel } from "../../../node/test/support/import-folder.ts";
import { openArchive } from "../archives/archive.ts";
import type { ImportedPost } from "../source.ts";
import { dateOfText } from "./front-matter.ts";
import { earlierNames, openMarkdown } from "./markdown-format.ts";

/** The posts of a folder by the names of their files. */
async function read(
  files: Readonly<Record<string, string>>,
  timeZone?: string,
): Promise<Readonly<Record<string, ImportedPost>>> {
  await using folder = await openImportFolder(files);
  const archive = await openArchive(folder.path);
  const source = archive && (await openMarkdown(folder.path, archive));
  const entries = await Array.fromAsync(source?.entries(undefined, timeZone) ?? []);
  await source?.close();
  const posts = entries.filter((one): one is ImportedPost => "markdown" in one);
  return Object.fromEntries(posts.map((post) => [post.key, post]));
}

const page = (fields = "", body = "Words.") => `---\n${fields}\n---\n${body}\n`;

test("pages of Hugo have the addresses that its configuration gives them, by language", async () => {
  const posts = await read({
    "hugo.toml":
      "defaultContentLanguage = 'en'\n[languages.en]\n[languages.fr]\n[permalinks]\nposts = '/:year/:month/:slug/'\n[permalinks.page]\nnotes = '/:sections/:yearday/:filename/'\n",
    "content/posts/My First Post.md": page("title: Hello, World\ndate: 2014-02-03"),
    "content/posts/trip.fr.md": page("title: Voyage\ndate: 2014-02-03\nslug: rome"),
    "content/posts/node.js.md": page("title: Node\naliases: [old-name, /x/]"),
    "content/notes/a/one.en.md": page("title: One\ndate: 2014-02-03"),
  });
  expect(posts["content/posts/My First Post.md"]?.oldPaths).toEqual([
    "/2014/02/hello-world/",
    "/posts/My First Post",
    "/posts/my-first-post",
  ]);
  expect(posts["content/posts/trip.fr.md"]).toMatchObject({
    language: "fr",
    slug: "rome",
    oldPaths: ["/fr/2014/02/rome/", "/fr/posts/trip", "/fr/posts/rome"],
  });
  // Without a date the pattern says nothing.
  expect(posts["content/posts/node.js.md"]).toMatchObject({
    language: null,
    slug: "node.js",
    oldPaths: ["/posts/node.js", "/posts/old-name", "/x/"],
  });
  expect(posts["content/notes/a/one.en.md"]?.oldPaths).toEqual([
    "/notes/a/34/one/",
    "/notes/a/one",
    "/en/notes/a/34/one/",
    "/en/notes/a/one",
  ]);
});

test("settings of Hugo are read in every form and place, and broken ones say nothing", async () => {
  const post = { "content/posts/a.md": page("title: B\ndate: 2014-02-03") };
  const pathsWith = async (files: Readonly<Record<string, string>>) =>
    (await read({ ...files, ...post }))["content/posts/a.md"]?.oldPaths;
  const found = ["/b/", "/posts/a"];
  expect(await pathsWith({ "config.json": `{"Permalinks":{"posts":"/:title/"}}` })).toEqual(found);
  expect(await pathsWith({ "config/_default/permalinks.yaml": "posts: /:title/\n" })).toEqual(found);
  expect(await pathsWith({ "hugo.yaml": "uglyURLs: true\n" })).toEqual(["/posts/a.html", "/posts/a"]);
  expect(await pathsWith({ "hugo.toml": "permalinks = [" })).toEqual(["/posts/a"]);
});

test("posts of Jekyll have the address of their own pattern", async () => {
  const posts = await read({
    "_config.yml": "permalink: ordinal\n",
    "_posts/2014-02-03-one.md": page("categories: [Cats, big dogs]"),
    "_posts/2014-02-03-two.md": page("permalink: /:short_year/:slug"),
    "about.md": page("title: About\npermalink: me/"),
  });
  expect(posts["_posts/2014-02-03-one.md"]?.oldPaths).toEqual([
    "/cats/big dogs/2014/034/one.html",
    "/_posts/2014-02-03-one.md",
  ]);
  expect(posts["_posts/2014-02-03-two.md"]?.oldPaths).toContain("/14/two");
  expect(posts["about.md"]).toMatchObject({ isPage: true, oldPaths: ["/me/", "/about"] });
});

test("the day in an address is the one that the program of the old site showed", async () => {
  const late = page("date: 2014-02-03 23:30:00 -0800");
  const jekyll = { "_config.yml": "", "_posts/2014-02-03-one.md": late };
  const pathOf = async (files: Readonly<Record<string, string>>, timeZone?: string) =>
    Object.values(await read(files, timeZone))[0]?.oldPaths.filter((path) => !path.startsWith("/_posts/"));
  expect(await pathOf(jekyll)).toEqual(["/2014/02/04/one.html"]);
  expect(await pathOf(jekyll, "America/Los_Angeles")).toEqual(["/2014/02/03/one.html"]);
  const own = { ...jekyll, "_config.yml": "timezone: Asia/Tokyo\n" };
  expect(await pathOf(own, "America/Los_Angeles")).toEqual(["/2014/02/04/one.html"]);
  const unzoned = { ...jekyll, "_posts/2014-02-03-one.md": page("date: 2014-02-03 23:30:00") };
  expect(await pathOf(unzoned, "Asia/Tokyo")).toEqual(["/2014/02/03/one.html"]);
  const hugo = {
    "hugo.toml": "[permalinks]\nposts = '/:year/:month/:day/:slug/'\n",
    "content/posts/one.md": page("title: One\ndate: 2014-02-03T23:30:00-08:00"),
  };
  expect(await pathOf(hugo, "Asia/Tokyo")).toContain("/2014/02/03/one/");
});

test("posts of Jekyll in HTML become Markdown, and other forms are set aside", async () => {
  const folder = await openImportFolder({
    "_config.yml": "",
    "_posts/2014-02-03-one.html": page("title: One", '<p>Words <em>here</em> <img src="/i.gif" alt="I"></p>'),
    "_posts/2014-02-04-two.textile": page("title: Two"),
    "_posts/part.html": "<p>Of a layout.</p>",
    "index.html": page("title: Start"),
    "i.gif": pixel,
  });
  await using _ = folder;
  const archive = await openArchive(folder.path);
  const entries = await Array.fromAsync(
    (archive && (await openMarkdown(folder.path, archive)))?.entries() ?? [],
  );
  await archive?.close();
  expect(entries).toMatchObject([
    {
      title: "One",
      markdown: "Words *here* ![I](i.gif)",
      oldPaths: ["/2014/02/03/one.html", "/_posts/2014-02-03-one.html"],
    },
    { key: expect.stringMatching(/two\.textile$/), why: "it is neither Markdown nor HTML" },
  ]);
});

test("notes of Obsidian link to each other from tables, and a day's note was written on that day", async () => {
  const posts = await read({
    ".obsidian/app.json": "{}",
    "a.md": "| x |\n|---|\n| [[2014-02-03\\|a day]] [[2014-02-03#Noon\\|noon]] |\n",
    "2014-02-03.md": "Words.",
  });
  expect(posts["a.md"]?.markdown).toContain("[a day](/2014-02-03) [noon](/2014-02-03#noon)");
  expect(posts["2014-02-03.md"]).toMatchObject({
    title: "2014-02-03",
    slug: "2014-02-03",
    writtenAt: Date.UTC(2014, 1, 3),
    visibility: { public: false, because: "unsaid" },
  });
});

test("what Hugo writes no page of is a draft", async () => {
  const posts = await read({
    "hugo.toml": "",
    "content/a.md": page("headless: true"),
    "content/b.md": page("build:\n  render: never"),
    "content/c.md": page("draft: false"),
  });
  expect(Object.values(posts).map(({ visibility }) => visibility.because)).toEqual([
    "unbuilt",
    "unbuilt",
    "built",
  ]);
});

test.each([
  ["2014-02-03", Date.UTC(2014, 1, 3)],
  ["2014-02-03 04:05:06 -0500", Date.UTC(2014, 1, 3, 9, 5, 6)],
  ["2014-02-30", null],
  ["2014-13-01", null],
  ["February 3, 2014", Date.UTC(2014, 1, 3)],
  ["3 Feb 2014 4:05 PM", Date.UTC(2014, 1, 3, 16, 5)],
  ["Mon, 03 Feb 2014 04:05:06 +0100", Date.UTC(2014, 1, 3, 3, 5, 6)],
  ["yesterday", null],
  ["maybe", null],
  ["1969-07-20 20:17", Date.UTC(1969, 6, 20, 20, 17)],
  ["0800-12-25", Date.parse("0800-12-25")],
  ["0050-01-01T00:00:00Z", Date.parse("0050-01-01")],
])("the time %s", (text, time) => expect(dateOfText(text)?.writtenAt ?? null).toBe(time));

test.each([
  ["date: 2014-02-03", "2014-02-03T00:00:00.000Z"],
  ["date: 2014-02-03T23:30:00-08:00", "2014-02-03T23:30:00.000Z"],
  ["date: 2014-02-03T23:30:00Z", null],
  ["date: 3 Feb 2014 4:05 PM", "2014-02-03T16:05:00.000Z"],
])("%s: the author's clock showed %s", async (front, local) => {
  const { writtenLocal = null } = Object.values(await read({ "content/a.md": page(front) }))[0] ?? {};
  expect(writtenLocal === null ? null : new Date(writtenLocal).toISOString()).toBe(local);
});

test("a text is known by the names of earlier versions, also with accents as macOS stores them", () => {
  expect(earlierNames("a/b.md", "site/a/b.md")).toEqual(["site/a/b.md"]);
  const [composed, decomposed] = ["caf\u00e9.md", "cafe\u0301.md"];
  expect(earlierNames(composed, `site/${composed}`)).toEqual([
    `site/${composed}`,
    decomposed,
    `site/${decomposed}`,
  ]);
});
