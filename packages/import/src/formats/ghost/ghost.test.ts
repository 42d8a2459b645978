import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ghostExport, ghostPost } from "../../../../node/test/support/exports/ghost-export.ts";
import { readExport } from "../../../../node/test/support/exports/read-export.ts";
import { openImportFolder } from "../../../../node/test/support/import-folder.ts";
import { makeZip } from "../../../../node/test/support/make-zip.ts";
import { lexicalToHtml } from "./lexical.ts";
import { mobiledocToHtml } from "./mobiledoc.ts";

const lexical = (...children: object[]) =>
  lexicalToHtml(JSON.stringify({ root: { type: "root", children } }));
const text = (words: string, format = 0) => ({ type: "extended-text", text: words, format });

test.each([
  [
    [{ type: "paragraph", children: [text("a<b", 1), { type: "linebreak" }, text("c", 18)] }],
    "<p><b>a&lt;b</b><br><code><i>c</i></code></p>",
  ],
  [
    [{ type: "extended-heading", tag: "h2", children: [{ type: "link", url: "/a", children: [text("x")] }] }],
    `<h2><a href="/a">x</a></h2>`,
  ],
  [
    [
      { type: "list", tag: "ol", children: [{ type: "listitem", children: [text("x")] }] },
      { type: "aside", children: [text("y")] },
    ],
    "<ol><li>x</li></ol><blockquote>y</blockquote>",
  ],
  [
    [{ type: "image", src: "a.png", alt: `"x"`, caption: "<b>c</b>" }],
    `<figure><img src="a.png" alt="&quot;x&quot;"><figcaption><b>c</b></figcaption></figure>`,
  ],
  [
    [{ type: "codeblock", language: "js", code: "a<b" }, { type: "horizontalrule" }],
    `<figure><pre><code class="language-js">a&lt;b</code></pre></figure><hr>`,
  ],
  [
    [{ type: "bookmark", url: "https://a.example", metadata: { title: "T" } }, { type: "paywall" }],
    `<figure><a class="kg-bookmark-container" href="https://a.example"><div class="kg-bookmark-title">T</div></a></figure>`,
  ],
  [
    [
      { type: "markdown", markdown: "*x*" },
      { type: "toggle", heading: "h", content: "<p>c</p>" },
    ],
    "<p><em>x</em></p>\n<div><h4>h</h4><div><p>c</p></div></div>",
  ],
])("lexical %#", (nodes, html) => expect(lexical(...nodes)).toBe(html));

const corpus = join(import.meta.dirname, "../../../corpus");

test.each(readdirSync(corpus).filter((name) => name.startsWith("ghost-")))(
  "%s: a post that the editor saved reads as one that Ghost rendered",
  async (name) => {
    const { posts, close } = await readExport(join(corpus, name, "in.json"));
    await close();
    const [rendered, saved] = posts;
    expect(posts).toHaveLength(2);
    expect(saved).toMatchObject({
      markdown: rendered?.markdown,
      visibility: rendered?.visibility,
      notes: rendered?.notes,
      balance: { missing: 0, missingCode: 0 },
    });
    expect(rendered?.balance).toMatchObject({ missing: 0, missingCode: 0 });
    expect(saved?.markdown).not.toMatch(/secret/i);
  },
);

test("mobiledoc", () => {
  const document = {
    version: "0.3.1",
    atoms: [["soft-return", "", {}]],
    markups: [["strong"], ["a", ["href", "/b"]]],
    cards: [
      ["image", { src: "a.png" }],
      ["hr", {}],
    ],
    sections: [
      [1, "h2", [[0, [], 0, "T"]]],
      [
        1,
        "p",
        [
          [0, [0], 0, "x"],
          [0, [1], 2, "y"],
          [1, [], 0, 0],
          [0, [], 0, "<z"],
        ],
      ],
      [3, "ul", [[[0, [], 0, "i"]]]],
      [10, 0],
      [10, 1],
      [2, "b.png"],
    ],
  };
  const html = `<h2>T</h2>\n<p><strong>x<a href="/b">y</a></strong><br>&lt;z</p>\n<ul><li>i</li></ul>\n<figure><img src="a.png" alt=""></figure>\n<hr>\n<img src="b.png">`;
  expect(mobiledocToHtml(JSON.stringify(document))).toBe(html);
  for (const odd of ["{", "null", '{"sections":[[10,9],[1,"p",[[0,[9],3,"x"]]]]}']) {
    try {
      mobiledocToHtml(odd);
    } catch (error) {
      expect(error).toMatchObject({ code: "IMPORT_INVALID" });
    }
  }
});

const picture = `<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/2020/01/a.jpg" alt="A"></figure><p><a href="__GHOST_URL__/other/">x</a></p>`;
const data = {
  posts: [
    ghostPost(1, {
      html: picture,
      feature_image: "__GHOST_URL__/content/images/2020/01/top.jpg",
      custom_excerpt: "In short",
    }),
    ghostPost(2, { status: "draft", published_at: null, title: "(Untitled)" }),
    ghostPost(3, { visibility: "paid" }),
    ghostPost(4, { type: "page", slug: "about" }),
    ghostPost(5, {
      html: null,
      lexical: JSON.stringify({ root: { children: [{ type: "paragraph", children: [text("Lexical")] }] } }),
    }),
    ghostPost(6, { html: null, lexical: "{" }),
    ghostPost(7, {
      html: `<img src="https://elsewhere.example/b.png">`,
      feature_image: "/content/images/missing.png",
    }),
  ],
  tags: [
    { id: "t1", name: "Trains", slug: "trains" },
    { id: "t2", name: "#internal" },
    { id: "t3", name: "First" },
  ],
  posts_tags: [
    { post_id: "id-1", tag_id: "t1", sort_order: 1 },
    { post_id: "id-1", tag_id: "t2", sort_order: 2 },
    { post_id: "id-1", tag_id: "t3", sort_order: 0 },
  ],
  posts_meta: [{ post_id: "id-1", feature_image_alt: "The top" }],
  settings: [{ key: "locale", value: "de" }],
  members: [{ id: "m1", email: "secret@example.org" }],
};

test("posts, pages, drafts and tags, with pictures of the zip", async () => {
  await using folder = await openImportFolder({});
  const names = ["content/images/2020/01/a.jpg", "content/images/2020/01/top.jpg"];
  const path = join(folder.path, "x");
  await writeFile(
    path,
    makeZip([
      { name: "ghost.json", bytes: ghostExport(data) },
      ...names.map((name) => ({ name, bytes: name })),
    ]),
  );
  const { format, count, posts, refusals, close } = await readExport(path);
  expect([format, count]).toEqual(["ghost", 7]);
  expect(posts[0]).toMatchObject({
    key: "uuid-1",
    title: "Post 1",
    slug: "post-1",
    tags: ["First", "Trains"],
    language: "de",
    excerpt: "In short",
    visibility: { public: true },
    markdown: "![A](/content/images/size/w600/2020/01/a.jpg)\n\n[x](/other/)",
    cover: "/content/images/2020/01/top.jpg",
    oldPaths: ["/post-1/"],
    writtenAt: Date.UTC(2014, 4, 7, 7, 8, 9),
    files: [
      { address: "/content/images/size/w600/2020/01/a.jpg", name: "a.jpg", description: "A" },
      { address: "/content/images/2020/01/top.jpg", description: "The top" },
    ],
  });
  const bytes = await Promise.all(
    (posts[0]?.files ?? []).map(async ({ open }) =>
      Buffer.concat(await Array.fromAsync((await open?.()) ?? [])).toString(),
    ),
  );
  expect(bytes).toEqual(names);
  expect(posts.slice(1)).toMatchObject([
    { title: "", visibility: { public: false }, writtenAt: Date.UTC(2014, 4, 6, 7, 8, 9) },
    { visibility: { public: false }, notes: ["It was for members there, so it is a draft here."] },
    { isPage: true, oldPaths: ["/about/"] },
    { markdown: "Lexical" },
    {
      files: [
        { address: "https://elsewhere.example/b.png", open: null },
        { address: "/content/images/missing.png", open: null },
      ],
    },
  ]);
  expect(refusals).toEqual([{ key: "uuid-6", title: "Post 6", why: "Its text (lexical) is damaged." }]);
  await close();
});

test("cards of players and files", async () => {
  const video = `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/v.mp4"></video><div class="kg-video-overlay">x</div><div class="kg-video-player-container"><span>0:00</span><button>1×</button></div></div></figure>`;
  const file = `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/f.pdf" title="Download"><div class="kg-file-card-contents"><div class="kg-file-card-title">A file</div></div></a></div>`;
  await using folder = await openImportFolder({
    "x.json": ghostExport({ posts: [ghostPost(1, { html: video + file })] }),
    "content/files/f.pdf": "pdf",
  });
  const { posts } = await readExport(folder.path);
  expect(posts[0]?.markdown).toBe("[v.mp4](/content/media/v.mp4)\n\n[A file](/content/files/f.pdf)");
  expect(posts[0]?.files).toMatchObject([
    { address: "/content/media/v.mp4", open: null },
    { address: "/content/files/f.pdf", open: expect.any(Function) },
  ]);
});

test("bad files", async () => {
  await using folder = await openImportFolder({});
  const whole = ghostExport(data);
  const read = async (content: string | Uint8Array) => {
    await writeFile(join(folder.path, "x"), content);
    return readExport(join(folder.path, "x"));
  };
  for (const bad of [
    whole.slice(0, -40),
    whole.replace('"slug":"post-2"', '"slug":post'),
    whole.slice(0, 900),
    `{"db":[${"[".repeat(100_000)}`,
  ])
    await expect(read(bad), bad.slice(-40)).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  await expect(
    read(Buffer.concat([Buffer.from(whole.slice(0, 500)), Buffer.from([0xff, 0xfe, 0])])),
  ).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  await expect(read("{}")).rejects.toThrow("No format");
});
