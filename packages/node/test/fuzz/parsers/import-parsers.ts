import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImportError } from "@freehold/import";
import { openArchive } from "../../../../import/src/archives/archive.ts";
import { parseEntryName } from "../../../../import/src/archives/archive-entries.ts";
import { weigh } from "../../../../import/src/balance/balance.ts";
import { postText } from "../../../../import/src/formats/bluesky/post-text.ts";
import { readCar } from "../../../../import/src/formats/bluesky/read-car.ts";
import { lexicalToHtml } from "../../../../import/src/formats/ghost/lexical.ts";
import { mobiledocToHtml } from "../../../../import/src/formats/ghost/mobiledoc.ts";
import { openExport } from "../../../../import/src/formats/open-export.ts";
import { addParagraphs } from "../../../../import/src/formats/wordpress/paragraphs.ts";
import { replaceShortcodes } from "../../../../import/src/formats/wordpress/shortcodes.ts";
import { htmlToMarkdown } from "../../../../import/src/html/html-to-markdown.ts";
import { AppError } from "../../../src/errors/errors.ts";
import { ghostExport, ghostPost } from "../../support/exports/ghost-export.ts";
import { wxr, wxrAttachment, wxrItem } from "../../support/exports/wordpress-export.ts";
import { makeZip } from "../../support/make-zip.ts";
import { onBytes, onJson, onText, type ParserTarget, promise } from "./parser-target.ts";

const refusals = { refusals: [AppError, ImportError] };

/** Calls with a file of these bytes. */
async function withFile(bytes: Uint8Array, use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-fuzz-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readAll(path: string): Promise<void> {
  const archive = await openArchive(path);
  if (archive === null) return;
  try {
    for (const [name, entry] of archive.entries) {
      promise(!name.startsWith("/") && !name.split("/").includes(".."), "A path leads out.");
      for await (const chunk of await entry.open()) promise(chunk.length > 0, "A chunk is empty.");
    }
  } finally {
    await archive.close();
  }
}

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}

/** Reads an export to its end. */
async function readEntries(path: string): Promise<void> {
  const archive = await openArchive(path);
  try {
    const source = await openExport(path, archive);
    for await (const entry of source?.entries() ?? []) promise(entry.key.length < 100_000, "A key is long.");
  } finally {
    await archive?.close();
  }
}

const outbox = JSON.stringify({
  orderedItems: [
    {
      type: "Create",
      object: {
        id: "https://a.example/u/1",
        type: "Note",
        attributedTo: "https://a.example/u",
        to: ["as:Public"],
        content: "<p>a</p>",
        inReplyTo: "https://a.example/u/0",
        published: "2020-01-01T00:00:00Z",
        tag: [{ type: "Hashtag", name: "#b" }],
        oneOf: [{ name: "c", replies: { totalItems: 1 } }],
        attachment: [{ mediaType: "image/png", url: "/media_attachments/d.png", name: "e" }],
      },
    },
    { type: "Announce" },
  ],
});
const archives = [
  makeZip([{ name: "outbox.json", bytes: outbox, stored: true }]).toString("latin1"),
  wxr([wxrItem({ id: 1, title: "a", content: "b [gallery]" }), wxrAttachment(2, "2014/05/c.jpg")]),
  ghostExport({
    posts: [ghostPost(1)],
    tags: [{ id: 1, name: "a" }],
    posts_tags: [{ post_id: "id-1", tag_id: 1 }],
  }),
  `<rss version="2.0"><channel><item><title>a</title><link>https://a.example/b</link></item></channel></rss>`,
];
const zip = makeZip([{ name: "a/b.md", bytes: "words", stored: true }]).toString("latin1");

const html = [
  `<p>a <b>b</b> <a href="/c" title="d">e</a><br><img src="f-300x200.jpg" alt="g"></p><pre class="brush: js">h</pre>`,
  `<ul><li><input type=checkbox checked>a<ol start=2><li>b</li></ol></li></ul><table><tr><th>a</th><td colspan=3>b|c</td></tr></table>`,
  `<iframe src="//www.youtube.com/embed/a"></iframe><sup><a href="#n">1</a></sup><p id=n>b</p><img src="data:image/png;base64,AAAA">`,
  `<span style="font-weight:bold">a</span><svg><script>b</script></svg><!-- c --><![CDATA[d]]>&amp;&nbsp;$x$`,
];

/** Reads an export of these files to its end, as a zip. */
const readZip = (files: Readonly<Record<string, string>>): Promise<void> =>
  withFile(
    makeZip(Object.entries(files).map(([name, text]) => ({ name, bytes: text, stored: true }))),
    readEntries,
  );

const substack = `post_id,post_date,is_published,type,audience,title,subtitle,podcast_url
1.a,2024-03-10T12:00:00.000Z,true,newsletter,everyone,"A, ""b""",c,
2.d,,false,podcast,only_paid,,,https://e.example/f.mp3`;
const substackText = `<p>a<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a></p><div class="paywall-jump"></div><div class="footnote"><a id="footnote-1" class="footnote-number" href="#footnote-anchor-1">1</a><div class="footnote-content"><p>b</p></div></div>`;
const medium = `<!DOCTYPE html><html><body><article class="h-entry"><header><h1 class="p-name">A</h1></header><section data-field="subtitle" class="p-summary">b</section><section data-field="body" class="e-content"><h3 name="a" class="graf--title">A</h3><p>c</p><figure><img data-image-id="1*d.png" src="https://cdn-images-1.medium.com/1*d.png"></figure></section><footer><p>By <a href="https://medium.com/@e" class="p-author h-card">E</a> on <a href="https://medium.com/p/f"><time class="dt-published" datetime="2018-01-02T00:00:00.000Z">x</time></a>.</p><p><a href="https://medium.com/@e/a-f" class="p-canonical">g</a></p></footer></article></body></html>`;

/** The parsers of files that the owner brings from other programs. */
export const importParsers: readonly ParserTarget[] = [
  onText(
    "parseEntryName",
    (text) => promise(!parseEntryName(text)?.split("/").includes(".."), "A path leads out."),
    { ...refusals, seeds: ["a/b.md", "./a//b", "..\\a"] },
  ),
  onText(
    "htmlToMarkdown",
    async (text) => {
      const { markdown } = await htmlToMarkdown(text, { base: "https://old.example/" });
      promise(!/\]\(\s*(?:javascript|data|vbscript):/i.test(markdown), "A link runs a program.");
    },
    { ...refusals, seeds: html },
  ),
  onText(
    "weigh",
    (text) => {
      const result = { title: "", markdown: text, tags: [], excerpt: null, files: [], notes: [] };
      const kinds = ["html", "shortcodes", "markdown", "blocks"] as const;
      for (const kind of kinds) {
        const { words, missing } = weigh([{ kind, text }], result);
        promise(missing >= 0 && missing <= words, "More is missing than there was.");
      }
    },
    {
      seeds: [...html, '[php]a[/php] [[a|b]] {{< figure caption="b" >}}', `{"root":{"text":"a","code":"b"}}`],
    },
  ),
  onText("addParagraphs", addParagraphs, { seeds: ["a\n\nb\nc<pre>\n</pre>\n<p>"] }),
  onText(
    "replaceShortcodes",
    (text) =>
      replaceShortcodes(text, {
        attachment: (id) => ({ url: id, alt: "", caption: "[gallery]" }),
        own: () => ["1"],
        notes: new Set(),
      }),
    {
      seeds: [
        "[caption a=\"b\"]<img src=c>d[/caption][gallery ids='1,2'][embed]https://a.example[/embed][x y=z]",
      ],
    },
  ),
  onText("lexicalToHtml", lexicalToHtml, {
    ...refusals,
    seeds: [
      `{"root":{"children":[{"type":"paragraph","children":[{"type":"text","text":"a","format":3}]},{"type":"image","src":"b"}]}}`,
    ],
  }),
  onText("mobiledocToHtml", mobiledocToHtml, {
    ...refusals,
    seeds: [
      `{"markups":[["a",["href","b"]]],"cards":[["hr",{}]],"sections":[[1,"p",[[0,[0],1,"c"]]],[3,"ul",[[[0,[],0,"d"]]]],[10,0]]}`,
    ],
  }),
  onJson("postText", (json) => postText(Object(json)), {
    seeds: [
      `{"text":"a b","facets":[{"index":{"byteStart":0,"byteEnd":1},"features":[{"$type":"x#link","uri":"https://a.example"}]}]}`,
    ],
  }),
  onBytes("readCar", (bytes) => Array.fromAsync(readCar(inOne(bytes))), refusals),
  onBytes("openExport", (bytes) => withFile(bytes, readEntries), { ...refusals, seeds: archives }),
  onText("openSubstack", (text) => readZip({ "posts.csv": text, "posts/1.a.html": substackText }), {
    ...refusals,
    seeds: [substack],
  }),
  onText("openSubstack of a text", (text) => readZip({ "posts.csv": substack, "posts/1.a.html": text }), {
    ...refusals,
    seeds: [substackText],
  }),
  onText(
    "openMedium",
    (text) => readZip({ "posts/2018-01-02_A-f.html": text, "posts/draft_A-0.html": medium }),
    {
      ...refusals,
      seeds: [medium],
    },
  ),
  onBytes("openArchive", (bytes) => withFile(bytes, readAll), { ...refusals, seeds: [zip] }),
];
