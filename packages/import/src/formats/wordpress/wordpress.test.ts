import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readExport } from "../../../../node/test/support/exports/read-export.ts";
import {
  wxr,
  wxrAttachment,
  wxrItem,
  wxrMeta,
} from "../../../../node/test/support/exports/wordpress-export.ts";
import { openImportFolder } from "../../../../node/test/support/import-folder.ts";
import { makeZip } from "../../../../node/test/support/make-zip.ts";
import { addParagraphs } from "./paragraphs.ts";
import { replaceShortcodes } from "./shortcodes.ts";

const shortcodes = (text: string, notes = new Set<string>()) =>
  replaceShortcodes(text, {
    attachment: (id) => ({ url: `u/${id}.jpg`, alt: `a${id}`, caption: `c${id}` }),
    own: () => ["8", "9"],
    notes,
  });

const shownInGallery = (id: string) =>
  `<figure><img src="u/${id}.jpg" alt="a${id}"><figcaption>c${id}</figcaption></figure>`;

test.each([
  ["a\n\nb\nc", "a\n\n<p>b<br>\nc"],
  ["a\r\n\r\n\r\nb", "a\n\n<p>b"],
  ["<h2>x</h2>\ny\n<ul>\n<li>z</li>\n</ul>\nw", "<h2>x</h2>\ny\n<ul>\n<li>z</li>\n</ul>\nw"],
  ["a\n<pre>b\n\nc</pre>\nd", "a\n<pre>b\n\nc</pre>\nd"],
  ["a\n<!--more-->\nb", "a\n\n<p>b"],
])("paragraphs of %j", (text, html) =>
  expect(addParagraphs(text).replaceAll("<br>\n<pre", "\n<pre")).toBe(html),
);

test.each([
  [
    `[caption width="3" caption="C"]<img src="a">[/caption]`,
    `<figure><img src="a"><figcaption>C</figcaption></figure>`,
  ],
  [
    `[caption]<a href="b"><img src="a"></a> C <b>d</b>[/caption]`,
    `<figure><a href="b"><img src="a"></a><figcaption>C <b>d</b></figcaption></figure>`,
  ],
  [`[gallery ids="1,2"]`, `<figure>${["1", "2"].map(shownInGallery).join("")}</figure>`],
  ["[gallery]", `<figure>${["8", "9"].map(shownInGallery).join("")}</figure>`],
  [
    "[embed width=3]https://a.example/?b&c[/embed]",
    `<p><a href="https://a.example/?b&amp;c">https://a.example/?b&amp;c</a></p>`,
  ],
  [
    "[youtube=http://www.youtube.com/watch?v=x]",
    `<p><a href="http://www.youtube.com/watch?v=x">http://www.youtube.com/watch?v=x</a></p>`,
  ],
  [
    `[audio mp3="https://a.example/b.mp3"][/audio]`,
    `<p><a href="https://a.example/b.mp3">https://a.example/b.mp3</a></p>`,
  ],
  ["[code lang='js']a<b>[/code]", `<pre class="language-js">a&lt;b&gt;</pre>`],
  ["$latex x^2$ [latex]y[/latex]", `<code class="formula">x^2</code> <code class="formula">y</code>`],
  [`[row][col size="1"]words[/col][/row]`, "words"],
  ["[1] [sic] [a b] arr[i] <pre>[gallery]</pre>", "[1] [sic] [a b] arr[i] <pre>[gallery]</pre>"],
])("the shortcode %s", (text, html) => expect(shortcodes(text).trim()).toBe(html));

const items = [
  wxrItem({
    id: 1,
    title: "Ben &amp; <em>Jerry</em>&#8217;s",
    content: `Hello\n\n<img src="https://i0.wp.com/old.example/wp-content/uploads/2014/05/a-300x200.jpg?w=3" alt="A"> [gallery]`,
    name: "%e5%ad%97",
    more: `<category domain="category" nicename="c"><![CDATA[Cats & dogs]]></category><category domain="post_tag" nicename="t"><![CDATA[Tag]]></category><category domain="category" nicename="u"><![CDATA[Uncategorized]]></category>${wxrMeta("_thumbnail_id", "8")}${wxrMeta("_wp_old_slug", "old-name")}<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[x]]></wp:comment_content></wp:comment><wp:comment><wp:comment_type>pingback</wp:comment_type></wp:comment>`,
  }),
  wxrItem({
    id: 2,
    title: "Draft",
    status: "draft",
    gmt: "0000-00-00 00:00:00",
    link: "https://old.example/?p=2",
    name: "",
  }),
  wxrItem({ id: 3, title: "Private", status: "private" }),
  wxrItem({ id: 4, title: "Page", type: "page", name: "about", link: "https://old.example/about/" }),
  wxrItem({ id: 5, title: "Gone", status: "trash" }),
  wxrItem({ id: 6, title: "Shop", type: "product" }),
  wxrItem({ id: 7, type: "nav_menu_item" }),
  wxrAttachment(8, "2014/05/a.jpg", "A cat"),
  wxrAttachment(9, "2014/05/b.png"),
];

test("posts, pages and drafts with their pictures, tags and addresses", async () => {
  await using folder = await openImportFolder({});
  await mkdir(join(folder.path, "uploads/2014/05"), { recursive: true });
  await writeFile(join(folder.path, "uploads/2014/05/a.jpg"), "jpeg");
  await writeFile(join(folder.path, "any-name"), wxr(items));
  const { format, count, posts, refusals } = await readExport(join(folder.path, "any-name"));
  expect([format, count]).toEqual(["wordpress", 6]);
  const cover = "https://old.example/wp-content/uploads/2014/05/a.jpg";
  expect(posts[0]).toMatchObject({
    key: "old.example#1",
    title: "Ben & Jerry’s",
    markdown: `Hello\n\n![A](${cover})`,
    slug: "字",
    writtenAt: Date.UTC(2014, 4, 6, 7, 8, 9),
    visibility: { public: true },
    isPage: false,
    tags: ["Cats & dogs", "Tag"],
    language: "en-GB",
    excerpt: null,
    cover,
    oldPaths: ["/2014/05/%e5%ad%97/", "/2014/05/old-name/", "/?p=1"],
    notes: ["Comments not imported because they were not approved: 1."],
  });
  expect(posts[0]?.files).toMatchObject([{ address: cover, name: "a.jpg", description: "A" }]);
  expect(await posts[0]?.files[0]?.open?.().then((bytes) => Array.fromAsync(bytes))).toEqual([
    Buffer.from("jpeg"),
  ]);
  expect(posts.slice(1)).toMatchObject([
    { title: "Draft", visibility: { public: false }, slug: null, oldPaths: ["/?p=2"] },
    {
      title: "Private",
      visibility: { public: false },
      notes: ["It was private there, so it is a draft here."],
    },
    {
      title: "Page",
      visibility: { public: true },
      isPage: true,
      oldPaths: ["/about/", "/?p=4", "/?page_id=4"],
    },
  ]);
  expect(refusals.map(({ title, why }) => `${title}: ${why}`)).toEqual([
    "Gone: It was in the trash.",
    expect.stringContaining("type “product”"),
  ]);
});

test("an old name leads here where the name of now stands in the host, too", async () => {
  await using folder = await openImportFolder({});
  const more = wxrMeta("_wp_old_slug", "older$&");
  const post = wxrItem({ id: 1, name: "old", link: "https://old.example/old/old/", more });
  await writeFile(join(folder.path, "x"), wxr([post]));
  const { posts } = await readExport(join(folder.path, "x"));
  expect(posts[0]?.oldPaths).toEqual(["/old/old/", "/old/older$&/", "/?p=1"]);
});

test("a zip with the folder of uploads, and with files that are not there", async () => {
  await using folder = await openImportFolder({});
  const content = `<img src="http://old.example/wp-content/uploads/2014/05/b-10x10.png"><img src="http://old.example/wp-content/uploads/c.gif">`;
  const files = [
    { name: "site/export.xml", bytes: wxr([...items, wxrItem({ id: 10, content })]) },
    { name: "site/uploads/2014/05/b.png", bytes: "png" },
  ];
  await writeFile(join(folder.path, "x"), makeZip(files));
  const { posts } = await readExport(join(folder.path, "x"));
  const last = posts.at(-1);
  expect(last?.files.map(({ address, open }) => [address, open !== null])).toEqual([
    ["https://old.example/wp-content/uploads/2014/05/b.png", true],
    ["https://old.example/wp-content/uploads/c.gif", false],
  ]);
  expect(last?.markdown).toContain("](https://old.example/wp-content/uploads/c.gif)");
});

test("bad files", async () => {
  await using folder = await openImportFolder({});
  const read = async (text: string | Buffer) => {
    await writeFile(join(folder.path, "x"), text);
    return readExport(join(folder.path, "x"));
  };
  const whole = wxr([
    wxrItem({ id: 1, title: "One", content: "a\u0000\u0007b &unknown; <p>" }),
    wxrItem({ id: 2, content: "<b>".repeat(30_000) }),
  ]);
  const { posts, refusals } = await read(whole);
  expect([posts.length, refusals.length, refusals[0]?.why]).toEqual([
    1,
    1,
    "Its HTML has too many elements.",
  ]);
  await expect(read(whole.slice(0, -300))).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  const [before = "", behind = ""] = wxr([wxrItem({ id: 1, content: `${"\u00e9".repeat(30)}HERE` })]).split(
    "HERE",
  );
  const damaged = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(behind)]);
  const [post] = (await read(damaged)).posts;
  expect(post?.notes).toEqual(["Some characters were damaged in the export."]);
  expect(post?.markdown).toBe(`${"\u00e9".repeat(30)}\ufffd`);
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>`;
  const title = `<title>&b;</title>`;
  const laughing = (
    await read(whole.replace("<rss", `${bomb}<rss`).replace(/<title>.*One.*<\/title>/, title))
  ).posts[0];
  expect(laughing?.title).toBe("&b;");
  await expect(read(wxr(["<a>".repeat(1_000)]))).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});
