import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { writeExport } from "../../../src/modules/export/archive/write.ts";
import type { ImportFormat } from "../../../src/modules/export/import/report.ts";
import type { OwnerFixture } from "../owner-fixture.ts";
import { writeReferenceData } from "../reference-data.ts";
import { ghostExport, ghostPost } from "./ghost-export.ts";
import { makeRepository } from "./make-car.ts";
import { wxr, wxrAttachment, wxrItem } from "./wordpress-export.ts";

/** Two posts as one program exports them; the first names a file outside of the export. */
export interface SampleImport {
  readonly name: string;
  readonly format: ImportFormat;
  /** The file that holds the posts, or one of them. */
  readonly main: string;
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Whether the main file is imported by itself. */
  readonly isSingleFile: boolean;
  /** The beginning of a main file whose entry never ends; null for a database. */
  readonly endless: string | null;
}

// The name of a file beside the export, which no import may read.
const outside = "../secret.gif";

/** A sample of each format that can be imported. @param owner signs the posts of formats with signatures */
export async function makeSampleImports(owner: OwnerFixture): Promise<SampleImport[]> {
  const text = (name: string, format: ImportFormat, main: string, body: string, endless: string) => ({
    name,
    format,
    main,
    endless,
    files: { [main]: Buffer.from(body) },
    isSingleFile: true,
  });
  const picture = `<p>Words</p><img src="${outside}">`;
  const site = wxr([
    wxrItem({ id: 1, title: "One", content: picture }),
    wxrItem({ id: 2, title: "Two", content: "Words" }),
    wxrAttachment(3, `../${outside}`),
  ]);
  const ghost = ghostExport({
    posts: [ghostPost(1, { feature_image: `__GHOST_URL__/content/images/${outside}` }), ghostPost(2)],
  });
  const rss = `<rss version="2.0"><channel><title>Old</title>${[1, 2].map((n) => `<item><guid>${n}</guid><title>${n}</title><description>Words ${n} &lt;img src="${outside}"&gt;</description></item>`).join("")}</channel></rss>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Old</title>${[1, 2].map((n) => `<entry><id>${n}</id><title>${n}</title><content>Words ${n}</content></entry>`).join("")}</feed>`;
  const json = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "Old",
    items: [1, 2].map((id) => ({ id: String(id), content_html: `${picture} ${id}` })),
  });
  const item = site.slice(0, site.indexOf("<content:encoded>"));
  return [
    text("WordPress", "wordpress", "site.xml", site, item),
    text("Ghost", "ghost", "site.json", ghost, '{"db":[{"data":{"posts":[{"html":"'),
    text("an RSS feed", "feed", "feed.xml", rss, "<rss><channel><item><description>"),
    text("an Atom feed", "feed", "atom.xml", atom, '<feed xmlns="http://www.w3.org/2005/Atom"><title>'),
    text("a JSON feed", "feed", "feed.json", json, '{"version":"https://jsonfeed.org/version/1","items":["'),
    makeMastodon(),
    {
      name: "Bluesky",
      format: "bluesky",
      main: "repo.car",
      isSingleFile: true,
      files: { "repo.car": makeBluesky() },
      // A header, and a block of 64 MiB.
      endless: `${makeBluesky()
        .subarray(0, makeBluesky().readUInt8(0) + 1)
        .toString("latin1")}\x80\x80\x80\x20`,
    },
    {
      name: "a folder of Markdown",
      format: "markdown",
      main: "posts/one.md",
      isSingleFile: false,
      files: {
        "posts/one.md": Buffer.from(`---\ntitle: One\n---\nWords ![x](../${outside})\n`),
        "posts/two.md": Buffer.from("---\ntitle: Two\n---\nWords\n"),
      },
      endless: "---\ntitle: One\n---\n",
    },
    await fromFolder("epress", "reference", "database/epress.sqlite", async (folder) =>
      writeReferenceData(folder, owner.signer, { posts: 2, pictures: 0, followers: 1, following: 0 }),
    ),
    await fromFolder("Freehold", "freehold", "connections.jsonl", async (folder) => {
      await owner.post("# One\n", "signed");
      await owner.post("# Two\n", "signed");
      await owner.follower(1);
      await writeExport(owner.context, { folder, withPrivate: false, verifier: [] });
    }),
  ];
}

function makeMastodon(): SampleImport {
  const me = "https://m.example/users/ada";
  const to = ["https://www.w3.org/ns/activitystreams#Public"];
  const attachment = [{ type: "Document", mediaType: "image/gif", url: `/${outside}` }];
  const note = (n: number) => ({
    type: "Create",
    object: {
      id: `${me}/statuses/${n}`,
      type: "Note",
      attributedTo: me,
      to,
      content: `<p>${n}</p>`,
      attachment,
    },
  });
  const outbox = JSON.stringify({ type: "OrderedCollection", orderedItems: [note(1), note(2)] });
  return {
    name: "Mastodon",
    format: "mastodon",
    main: "outbox.json",
    isSingleFile: false,
    files: { "outbox.json": Buffer.from(outbox) },
    endless: '{"orderedItems":[{"type":"',
  };
}

function makeBluesky(): Buffer {
  const post = (text: string) => ({ $type: "app.bsky.feed.post", text, createdAt: "2024-01-01T00:00:00Z" });
  return makeRepository("did:plc:ada", {
    "app.bsky.feed.post/1": post("One"),
    "app.bsky.feed.post/2": post("Two"),
  });
}

async function fromFolder(
  name: string,
  format: ImportFormat,
  main: string,
  write: (folder: string) => Promise<unknown>,
): Promise<SampleImport> {
  const folder = await mkdtemp(join(tmpdir(), "freehold-sample-"));
  try {
    await write(folder);
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files: Record<string, Uint8Array> = {};
    for (const one of found.filter((one) => one.isFile())) {
      const path = join(one.parentPath, one.name);
      files[relative(folder, path)] = await readFile(path);
    }
    return { name, format, main, files, isSingleFile: false, endless: format === "reference" ? null : "" };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
