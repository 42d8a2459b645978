import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { Link, makeRepository } from "../../../node/test/support/exports/make-car.ts";
import { readExport } from "../../../node/test/support/exports/read-export.ts";
import { openImportFolder } from "../../../node/test/support/import-folder.ts";
import { ThreadIndex } from "./threads.ts";

const me = "https://m.example/users/ada";
const everybody = "https://www.w3.org/ns/activitystreams#Public";
const note = (id: string, more: object = {}) => ({
  id: `${me}/statuses/${id}/activity`,
  type: "Create",
  actor: me,
  object: {
    id: `${me}/statuses/${id}`,
    type: "Note",
    url: `https://m.example/@ada/${id}`,
    attributedTo: me,
    inReplyTo: null,
    published: `2020-01-01T00:00:${id.padStart(2, "0")}Z`,
    to: [everybody],
    cc: [],
    summary: null,
    content: `<p>${id}</p>`,
    ...more,
  },
});
const answer = (id: string, to: string, more: object = {}) =>
  note(id, { inReplyTo: to.startsWith("http") ? to : `${me}/statuses/${to}`, ...more });

const outbox = {
  "@context": [{ toot: "http://joinmastodon.org/ns#" }],
  id: "outbox.json",
  type: "OrderedCollection",
  totalItems: 12,
  orderedItems: [
    note("1", {
      content: `<p>Hi <span class="h-card"><a href="https://b.example/@ben" class="u-url mention">@<span>ben</span></a></span> <a href="https://m.example/tags/cats" class="mention hashtag" rel="tag">#<span>cats</span></a> <a href="https://a.example/long/path"><span class="invisible">https://</span><span class="ellipsis">a.example/long</span><span class="invisible">/path</span></a> :blob:<br>next</p>`,
      summary: "Food",
      contentMap: { "de-AT": "x" },
      tag: [
        { type: "Hashtag", name: "#cats" },
        { type: "Mention", name: "@ben" },
      ],
      attachment: [
        {
          type: "Document",
          mediaType: "image/jpeg",
          url: "/media_attachments/files/1/original/a.jpg",
          name: "A *cat*",
        },
        { type: "Document", mediaType: "video/mp4", url: "https://files.m.example/v.mp4", name: null },
      ],
    }),
    note("2", { to: [`${me}/followers`] }),
    { type: "Announce", id: "a", object: "https://b.example/1" },
    answer("3", "https://b.example/users/ben/statuses/9"),
    answer("4", "3"),
    answer("7", "1"),
    answer("5", "1", { to: [], cc: [everybody] }),
    answer("6", "5"),
    answer("8", "gone"),
    note("9", { type: "Question", oneOf: [{ name: "Yes_", replies: { totalItems: 3 } }, { name: "No" }] }),
  ],
};

test("an archive of Mastodon: threads are joined, what is not public stays behind", async () => {
  await using folder = await openImportFolder({});
  const tar = pack();
  tar.entry({ name: "./outbox.json" }, JSON.stringify(outbox));
  tar.entry({ name: "./media_attachments/files/1/original/a.jpg" }, "jpeg");
  tar.finalize();
  await writeFile(
    join(folder.path, "x"),
    gzipSync(Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>))),
  );
  const { format, count, posts, refusals, close } = await readExport(join(folder.path, "x"));
  expect([format, count]).toEqual(["mastodon", 3]);
  const byKey = new Map(posts.map((post) => [post.key.split("/").at(-1), post]));
  expect(byKey.get("1")).toMatchObject({
    title: "",
    visibility: { public: false, because: "sensitive" },
    isPage: false,
    tags: ["cats"],
    language: "de-AT",
    writtenAt: Date.UTC(2020, 0, 1, 0, 0, 1),
    oldPaths: ["1", "5", "6", "7"].flatMap((id) => [`/@ada/${id}`, `/users/ada/statuses/${id}`]),
    files: [
      { address: "media_attachments/files/1/original/a.jpg", name: "a.jpg", description: "A *cat*" },
      { address: "https://files.m.example/v.mp4", open: null },
    ],
  });
  expect(byKey.get("1")?.markdown).toBe(
    "**⚠️ Food**\n\nHi [@ben](https://b.example/@ben) #cats <https://a.example/long/path> :blob:  \nnext\n\n![A \\*cat\\*](media_attachments/files/1/original/a.jpg)\n\n[v.mp4](https://files.m.example/v.mp4)\n\n5\n\n6\n\n7",
  );
  const [file] = byKey.get("1")?.files ?? [];
  expect(Buffer.concat(await Array.fromAsync((await file?.open?.()) ?? [])).toString()).toBe("jpeg");
  expect(byKey.get("8")).toMatchObject({ markdown: "8", visibility: { public: true } });
  expect(byKey.get("9")?.markdown).toBe("9\n\n- Yes\\_ (3)\n- No (0)");
  expect(refusals.map(({ key, why }) => [key, why.split(" ")[0]])).toEqual([
    ["boosts", "1"],
    ["replies", "2"],
    ["not public", "1"],
  ]);
  await close();
  await writeFile(join(folder.path, "outbox.json"), JSON.stringify(outbox).slice(0, -20));
  await expect(readExport(join(folder.path, "outbox.json"))).rejects.toMatchObject({
    code: "IMPORT_INVALID",
  });
});

const did = "did:plc:ada";
const post = (text: string, more: object = {}) => ({
  $type: "app.bsky.feed.post",
  text,
  createdAt: "2024-01-01T00:00:00.000Z",
  ...more,
});
const uri = (key: string, by = did) => ({ uri: `at://${by}/app.bsky.feed.post/${key}`, cid: "x" });
const picture = Buffer.from("jpeg");
const image = { $type: "blob", ref: new Link(picture), mimeType: "image/jpeg", size: 4 };
const link = { $type: "app.bsky.richtext.facet#link", uri: "https://a.example/x_y" };
const records = {
  "app.bsky.feed.post/1": post("Grüße 🙂 a.example… @ben #cats\n\n1. x", {
    langs: ["de"],
    facets: [
      { index: { byteStart: 13, byteEnd: 25 }, features: [link] },
      {
        index: { byteStart: 26, byteEnd: 30 },
        features: [{ $type: "app.bsky.richtext.facet#mention", did: "did:plc:ben" }],
      },
      {
        index: { byteStart: 31, byteEnd: 36 },
        features: [{ $type: "app.bsky.richtext.facet#tag", tag: "cats" }],
      },
      { index: { byteStart: 30, byteEnd: 9_999 }, features: [link] },
      { index: { byteStart: 14, byteEnd: 20 }, features: [link] },
    ],
    embed: {
      $type: "app.bsky.embed.recordWithMedia",
      record: { record: uri("9", "did:plc:ben") },
      media: { $type: "app.bsky.embed.images", images: [{ alt: "A cat", image }] },
    },
  }),
  "app.bsky.feed.post/2": post("second", {
    createdAt: "2024-01-02T00:00:00Z",
    reply: { root: uri("1"), parent: uri("1") },
  }),
  "app.bsky.feed.post/3": post("to Ben", {
    reply: { root: uri("9", "did:plc:ben"), parent: uri("9", "did:plc:ben") },
  }),
  "app.bsky.feed.post/4": post("a link", {
    embed: {
      $type: "app.bsky.embed.external",
      external: { uri: "https://a.example/(1)", title: "T [x]", description: "" },
    },
  }),
  "app.bsky.feed.repost/1": { $type: "app.bsky.feed.repost", subject: uri("9") },
  "app.bsky.feed.like/1": { $type: "app.bsky.feed.like", subject: uri("9") },
};

test("a repository of Bluesky, with its blobs beside it", async () => {
  const car = makeRepository(did, records);
  await using folder = await openImportFolder({
    "repo.car": car,
    [`blobs/${new Link(picture).cid}`]: picture,
  });
  const { format, count, posts, refusals } = await readExport(folder.path);
  expect([format, count]).toEqual(["bluesky", 2]);
  const first = posts.find(({ key }) => key === uri("1").uri);
  const name = `${new Link(picture).cid}.jpg`;
  expect(first?.markdown).toBe(
    `Grüße 🙂 [a.example…](https://a.example/x_y) [@ben](https://bsky.app/profile/did:plc:ben) #cats\n\n1\\. x\n\n![A cat](${name})\n\n<https://bsky.app/profile/did:plc:ben/post/9>\n\nsecond`,
  );
  expect(first).toMatchObject({
    language: "de",
    tags: ["cats"],
    writtenAt: Date.UTC(2024, 0, 1),
    files: [{ address: name, description: "A cat" }],
  });
  expect(posts.find(({ key }) => key === uri("4").uri)?.markdown).toBe(
    "a link\n\n[T \\[x\\]](https://a.example/%281%29)",
  );
  expect(refusals.map(({ key, why }) => [key, why.split(" ")[0]])).toEqual([
    ["reposts", "1"],
    ["replies", "1"],
  ]);

  await writeFile(join(folder.path, "x"), car);
  const [alone] = (await readExport(join(folder.path, "x"))).posts.filter(({ files }) => files.length > 0);
  expect(alone?.files).toMatchObject([
    {
      address: `https://cdn.bsky.app/img/feed_fullsize/plain/${did}/${new Link(picture).cid}@jpeg`,
      open: null,
    },
  ]);
  const flipped = Buffer.from(car);
  flipped[car.length - 5] = (flipped.at(-5) ?? 0) ^ 1;
  for (const bad of [car.subarray(0, -7), flipped]) {
    await writeFile(join(folder.path, "x"), bad);
    await expect(readExport(join(folder.path, "x"))).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  }
});

test("posts of Bluesky's first months name their pictures, links and mentions in another form", async () => {
  const cid = new Link(picture).cid;
  const early = {
    "app.bsky.feed.post/1": post("🙂 @ben a.example", {
      entities: [
        { type: "mention", index: { start: 3, end: 7 }, value: "did:plc:ben" },
        { type: "link", index: { start: 8, end: 17 }, value: "https://a.example/" },
        { type: "link", index: { start: 12, end: 99 }, value: "https://b.example/" },
      ],
      embed: { images: [{ alt: "A cat", image: { cid, mimeType: "image/jpeg" } }] },
    }),
  };
  await using folder = await openImportFolder({
    "repo.car": makeRepository(did, early),
    [`blobs/${cid}`]: picture,
  });
  const [first] = (await readExport(folder.path)).posts;
  expect(first?.markdown).toBe(
    `🙂 [@ben](https://bsky.app/profile/did:plc:ben) [a.example](https://a.example/)\n\n![A cat](${cid}.jpg)`,
  );
  expect(first?.balance).toMatchObject({ missing: 0 });
});

test("a post of Bluesky with a label of its author becomes a draft, one without is public", async () => {
  await using folder = await openImportFolder({});
  const labels = { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "graphic-media" }] };
  const none = { ...labels, values: [] };
  const labelled = {
    "app.bsky.feed.post/1": post("a wound", { labels }),
    "app.bsky.feed.post/2": post("words", { labels: none }),
  };
  await writeFile(join(folder.path, "x"), makeRepository(did, labelled));
  const { posts } = await readExport(join(folder.path, "x"));
  expect(Object.fromEntries(posts.map(({ markdown, visibility }) => [markdown, visibility.because]))).toEqual(
    {
      "a wound": "sensitive",
      words: "repository",
    },
  );
});

test("a feed", async () => {
  await using folder = await openImportFolder({});
  const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><language>fr</language>
    <item><title>Two</title><link>https://old.example/2?a=b</link><pubDate>Tue, 03 Jun 2014 09:39:21 GMT</pubDate><description>Short</description>
    <content:encoded><![CDATA[<p>Long <img src="/i.png" alt="I"></p>]]></content:encoded><category>x</category><enclosure url="https://old.example/a.mp3" type="audio/mpeg"/></item>
    <item><title>One</title><guid>1</guid></item></channel></rss>`;
  const elsewhere = feed.replace("<title>T</title>", "<title>T</title><link>https://me.example</link>");
  await writeFile(join(folder.path, "x"), feed);
  const { format, posts } = await readExport(join(folder.path, "x"));
  expect(format).toBe("feed");
  expect(posts).toMatchObject([
    { key: "1", title: "One", markdown: "", writtenAt: null, oldPaths: [] },
    {
      title: "Two",
      markdown: "Long ![I](https://old.example/i.png)\n\n[a.mp3](https://old.example/a.mp3)",
      language: "fr",
      tags: ["x"],
      excerpt: "Short",
      writtenAt: Date.UTC(2014, 5, 3, 9, 39, 21),
      oldPaths: ["/2?a=b"],
      visibility: { public: true },
    },
  ]);
  await writeFile(join(folder.path, "x"), elsewhere);
  // A link to somebody else's page is no old address.
  expect((await readExport(join(folder.path, "x"))).posts[1]?.oldPaths).toEqual([]);
});

test("threads end, also where posts answer each other", () => {
  const index = new ThreadIndex();
  index.add("a", "b");
  index.add("b", "a");
  index.seal();
  expect(index.rootOf("a")).not.toBeNull();
  expect(index.rootOf("c")).toBeNull();
});
