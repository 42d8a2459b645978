import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openArchive } from "../archives/archive.ts";
import { openSource } from "../open-source.ts";

const folder = await mkdtemp(join(tmpdir(), "other-programs-"));
afterAll(() => rm(folder, { recursive: true }));

let count = 0;

/** @param files texts by their names; one without a name is a file by itself */
async function open(files: Readonly<Record<string, string>>) {
  count += 1;
  const top = join(folder, String(count));
  for (const [name, text] of Object.entries(files)) {
    const path = join(top, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const [only = "", ...others] = Object.keys(files);
  const path = others.length === 0 && !only.includes("/") ? join(top, only) : top;
  return openSource(path, await openArchive(path));
}

const id = "0123456789abcdef0123456789abcdef";
const refused: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["Joplin", { [`${id}.md`]: "Title\n\nText\n\nid: x\ntype_: 1", "resources/a.png": "x" }],
  [
    "Evernote",
    {
      "Notes.enex": '<?xml version="1.0"?>\n<!DOCTYPE en-export SYSTEM "x">\n<en-export><note/></en-export>',
    },
  ],
  ["Evernote", { "a/One.enex": "<en-export/>", "a/Two.enex": "<en-export/>" }],
  ["Roam Research", { "graph.json": '[{"title":"A","edit-time":1,"children":[{"string":"x"}]}]' }],
  ["Day One", { "Journal.json": '{"metadata":{"version":"1.0"},"entries":[{"text":"x"}]}' }],
  ["Google Keep", { "Takeout/Keep/a.json": "{}", "Takeout/Keep/a.html": "x" }],
  ["Simplenote", { "source/notes.json": '{"activeNotes":[]}', "note.txt": "x" }],
  ["X (Twitter)", { "data/tweets.js": "window.YTD.tweets.part0 = []", "Your archive.html": "x" }],
  ["X (Twitter)", { "t/data/tweets-part1.js": "x", "t/data/account.js": "x" }],
  ["Instagram", { "your_instagram_activity/media/posts_1.json": "[]", "media/posts/a.jpg": "x" }],
  ["Facebook", { "your_facebook_activity/posts/your_posts_1.html": "x", "index.html": "x" }],
  ["LinkedIn", { "Articles/Articles/a.html": "x", "Shares.csv": "Date\n" }],
  ["Reddit", { "posts_headers.csv": "id\n", "comments.csv": "id\n" }],
  [
    "Telegram",
    { "result.json": '{\n "name": "A",\n "type": "public_channel",\n "id": 1,\n "messages": []}' },
  ],
  [
    "Misskey",
    { "notes.json": '[{"id":"9","text":"x","createdAt":"2023-01-01","fileIds":[],"renoteId":null}]' },
  ],
  ["Tumblr", { "posts/html/123.html": "x", "media/123.jpg": "x" }],
  ["LiveJournal", { "2004-01.xml": '<?xml version="1.0"?>\n<livejournal><entry/></livejournal>' }],
  [
    "Movable Type",
    { "export.txt": "AUTHOR: A\nTITLE: B\nSTATUS: Publish\nDATE: 01/02/2004 03:04:05 PM\n-----\nBODY:\nx\n" },
  ],
  ["Word", { "word/document.xml": "<x/>", "[Content_Types].xml": "<x/>" }],
  ["OpenDocument", { "META-INF/manifest.xml": "<x/>", "content.xml": "<x/>" }],
  ["EPUB", { "META-INF/container.xml": "<x/>", "OEBPS/a.xhtml": "<x/>" }],
  ["PDF", { "a.pdf": "%PDF-1.7\n" }],
  ["RTF", { "a.rtf": "{\\rtf1 x}" }],
];

test.each(refused)("files of %s are refused with the way to bring them: %o", async (name, files) => {
  const message = await open(files).then(
    () => "It was opened.",
    (error: Error) => error.message,
  );
  expect(message).toContain(` ${name}`);
  expect(message).toMatch(/can't be imported|Save it as/);
  expect(message).toMatch(/Markdown|WordPress/);
});

test.each([
  { "a.md": "A", "data/tweets.js": "x" },
  { "TITLE.txt": "TITLE: of a text\n\nand words" },
  { "notes/a.md": "[[b]]", "old.enex": "<en-export/>" },
  { "a.json.md": '[{"title":"A","edit-time":1}]' },
])("Markdown beside files of others is read: %o", async (files) => {
  expect((await open(files))?.format).toBe("markdown");
});
