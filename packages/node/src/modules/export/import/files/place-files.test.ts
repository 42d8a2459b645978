import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ImportedPost } from "@freehold/import";
import { expect, it, test } from "vitest";
import { forEachDatabase } from "../../../../../test/support/databases.ts";
import { ghostExport, ghostPost } from "../../../../../test/support/exports/ghost-export.ts";
import {
  wxr,
  wxrAttachment,
  wxrItem,
  wxrMeta,
} from "../../../../../test/support/exports/wordpress-export.ts";
import { openImportFolder } from "../../../../../test/support/import-folder.ts";
import { openOwnerFixture } from "../../../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../../../test/support/pixel-gif.ts";
import { findPublication } from "../../../../domain/publications/visible.ts";
import { listPublicationsAfter } from "../../../../store/publications/publications.ts";
import { openImport } from "../run-import.ts";
import { placeFiles } from "./place-files.ts";

const file = (address: string, description: string | null = null) => ({
  address,
  name: address.split("/").at(-1) ?? "",
  description,
  open: null,
});
const placed = (markdown: string, about: Partial<ImportedPost>, taken: Record<string, boolean> = {}) =>
  placeFiles(
    { title: "T", tags: [], cover: null, files: [], ...about, markdown } as unknown as ImportedPost,
    {
      taken: new Map(Object.entries(taken).map(([address, isPicture]) => [address, { isPicture }])),
      elsewhere: new Map(),
    },
  ).markdown;

const remote = file("https://old.example/a (1).jpg", "The [sea]");

test("of a file that came along nowhere and has no address, the words stay", () => {
  const files = [file("/content/a.jpg"), file("/content/v.mp4"), file("/content/b.jpg")];
  const text =
    '![A *cat*](/content/a.jpg) and [the film](/content/v.mp4 "x") and [![B](/content/b.jpg)](https://b.example) and `![A](/content/a.jpg)` and [x](/content/other)';
  expect(placed(text, { files })).toBe(
    "A *cat* and the film and [B](https://b.example) and `![A](/content/a.jpg)` and [x](/content/other)",
  );
  // A caption that is the description stands once.
  expect(placed('![A](/content/a.jpg#wide "By \\"us\\"")\n![A](/content/b.jpg "A")', { files })).toBe(
    'A – By \\"us\\"\nA',
  );
  // Files that came along are still there, and those with an address stay links.
  expect(placed("![A](/content/a.jpg)", { files }, { "/content/a.jpg": true })).toBe("![A](/content/a.jpg)");
  expect(placed("![A](https://old.example/x.jpg)", { files: [file("https://old.example/x.jpg")] })).toBe(
    "![A](https://old.example/x.jpg)",
  );
});

test("a file that a page elsewhere shows becomes a link to the page", () => {
  const page = "https://m.example/@ada/1";
  const files = ["/media/a (1).png", "/media/b.mp4"].map((address) => ({ ...file(address), page }));
  const text = "![](</media/a (1).png>) and ![A cat](</media/a (1).png>) and [A *film*](/media/b.mp4)";
  expect(placed(text, { files })).toBe(`[a (1).png](${page}) and [A cat](${page}) and [A *film*](${page})`);
  expect(placed(text, { files }, { "/media/a (1).png": true, "/media/b.mp4": false })).toBe(text);
});

test("a cover that stayed behind stands at the beginning of the text, once", () => {
  const cover = remote.address;
  const line = "![The \\[sea\\]](<https://old.example/a (1).jpg>)";
  expect(placed("Words.", { cover, files: [remote] })).toBe(`${line}\n\nWords.`);
  expect(placed("# T\n\nWords.", { cover, files: [remote] })).toBe(`# T\n\n${line}\n\nWords.`);
  expect(placed("T\n===\n\nWords.", { cover, files: [remote] })).toBe(`T\n===\n\n${line}\n\nWords.`);
  expect(placed("Words.", { cover, files: [remote] }, { [cover]: true })).toBe("Words.");
  const drawing = file("art/drawing.svg");
  expect(placed("Words.", { cover: drawing.address, files: [drawing] }, { [drawing.address]: false })).toBe(
    "[drawing.svg](art/drawing.svg)\n\nWords.",
  );
  expect(placed("Words.", { cover: drawing.address, files: [drawing] })).toBe("Words.");
  const plain = file("https://old.example/a.jpg");
  for (const end of [")", ' "A caption")', "#wide)", '#full "A caption")']) {
    const shown = `![x](${plain.address}${end}`;
    expect(placed(shown, { cover: plain.address, files: [plain] })).toBe(shown);
  }
  const other = `![x](${plain.address}.png)`;
  expect(placed(other, { cover: plain.address, files: [plain] })).toBe(`![](${plain.address})\n\n${other}`);
});

forEachDatabase((_name, open) => {
  it("shows captions, widths and galleries of pictures that came along, and no widths of others", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    await using folder = await openImportFolder({});
    await mkdir(join(folder.path, "uploads"));
    for (const [index, name] of ["a.gif", "b.gif"].entries())
      await writeFile(join(folder.path, "uploads", name), pixelGif(index));
    const image = (name: string, words: string) =>
      `<figure class="alignwide"><img src="https://old.example/wp-content/uploads/${name}" alt=""><figcaption>${words}</figcaption></figure>`;
    const content = `${image("a.gif", "The <i>sea</i>")}<figure class="wp-block-gallery alignfull">${image("a.gif", "A")}${image("b.gif", "")}</figure>${image("gone.gif", "Gone")}<pre>![](https://old.example/wp-content/uploads/a.gif)</pre>`;
    await writeFile(join(folder.path, "site.xml"), wxr([wxrItem({ id: 1, title: "One", content })]));
    const found = await openImport(folder.path);
    await found?.run({ ...context, peers: null as never }, {});
    await found?.close();
    const post = await findPublication(context, { slug: "post-1" });
    const text = Buffer.from(await context.blobs.readAll(post?.contentHash ?? "0x", 9_999)).toString();
    expect(text.replaceAll(/http[^)\s]*contents\/0x[\da-f]{64}/g, "HERE")).toBe(
      '# One\n\n![](HERE#wide "The sea")\n\n![](HERE#full "A")\n![](HERE#full)\n\n![](https://old.example/wp-content/uploads/gone.gif "Gone")\n\n```\n![](https://old.example/wp-content/uploads/a.gif)\n```\n',
    );
  });

  it("says which files stayed behind, and where, and the text does as it says", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    await using folder = await openImportFolder({});
    const run = async (name: string, content: string) => {
      const path = join(folder.path, name);
      await writeFile(path, content);
      const found = await openImport(path);
      try {
        return await found?.run({ ...context, peers: null as never }, {});
      } finally {
        await found?.close();
      }
    };
    const textOf = async (slug: string) => {
      const post = await findPublication(context, { slug });
      return Buffer.from(await context.blobs.readAll(post?.contentHash ?? "0x", 9_999)).toString();
    };
    const cover = wxrAttachment(7, "sea.jpg");
    const post = wxrItem({
      id: 1,
      title: "One",
      content: "<p>Words.</p>",
      more: wxrMeta("_thumbnail_id", "7"),
    });
    const wordpress = await run("site.xml", wxr([cover, post]));
    expect(wordpress?.notes).toEqual([
      {
        what: "One",
        why: "sea.jpg is not among the files, and stays a link to https://old.example/wp-content/uploads/sea.jpg.",
      },
    ]);
    expect(await textOf("post-1")).toBe(
      "# One\n\n![](https://old.example/wp-content/uploads/sea.jpg)\n\nWords.\n",
    );
    const html =
      '<p>Before.</p><figure><img src="__GHOST_URL__/content/images/a.jpg" alt="A cat"></figure><video src="__GHOST_URL__/content/media/v.mp4"></video>';
    const ghost = await run("ghost.json", ghostExport({ posts: [ghostPost(5, { html })] }));
    expect(ghost?.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      "Post 5: a.jpg is not among the files, and its source is unknown, so only its text is kept. With the URL of the old site (--site) it can be fetched.",
      "Post 5: v.mp4 is not among the files, and its source is unknown, so only its text is kept. With the URL of the old site (--site) it can be fetched.",
    ]);
    expect(await textOf("post-5")).toBe("# Post 5\n\nBefore.\n\nA cat\n\nv.mp4\n");
    const me = "https://m.example/users/ada";
    const note = {
      id: `${me}/statuses/1`,
      type: "Note",
      attributedTo: me,
      to: ["https://www.w3.org/ns/activitystreams#Public"],
      content: "<p>Look.</p>",
      attachment: [{ mediaType: "image/png", url: "/media_attachments/files/1/gone.png", name: "A cat" }],
    };
    const outbox = { type: "OrderedCollection", orderedItems: [{ type: "Create", actor: me, object: note }] };
    const mastodon = await run("outbox.json", JSON.stringify(outbox));
    expect(mastodon?.notes.map(({ why }) => why)).toEqual([
      `The file gone.png is not in the archive: a link leads to its post, ${me}/statuses/1.`,
    ]);
    const latest = (await listPublicationsAfter(context.store.db, 0, { limit: 99 })).at(-1);
    const stored = await context.blobs.readAll(latest?.contentHash ?? "0x", 9_999);
    expect(Buffer.from(stored).toString()).toBe(`Look.\n\n[A cat](${me}/statuses/1)\n`);
  });
});
