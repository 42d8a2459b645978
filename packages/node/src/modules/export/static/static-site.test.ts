import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  archiveNames,
  contentHash,
  createArchiveCheck,
  formatManifestStatement,
  recoverPublicKey,
} from "@freehold/protocol";
import { parse } from "parse5";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { presentPublication } from "../../../domain/publications/present.ts";
import { findPublicPost } from "../../../domain/publications/public-posts.ts";
import { destroyPublication } from "../../../domain/trash/destroy.ts";
import { updateProfile } from "../../../store/peers/profiles.ts";
import { insertOldAddress } from "../../../store/publications/old-addresses.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { writeSignature } from "../archive/manifest.ts";
import { writeStaticSite } from "./write-site.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC",
  "base64",
);
let node: HttpNode;
let folder: string;
// 1,020 bytes, where a file system takes 255.
const longSlug = "𠮷".repeat(255);

let picture: Publication;
let photo: Publication;
let made: Awaited<ReturnType<typeof writeStaticSite>>;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada", description: "About <salt> & rope" });
  folder = await mkdtemp(join(tmpdir(), "freehold-static-"));
  picture = await node.publish(png, { filename: "dot.png", description: "A dot", mediaType: "image/png" });
  const create = { width: 500, height: 300, channels: 3, background: "#345" } as const;
  photo = await node.publish(await sharp({ create }).png().toBuffer(), { filename: "sea.png" });
  await node.publish(`# Sea\n\n![](/ewp/contents/${photo.contentHash})`, { slug: "sea" });
  const first = await node.publish(
    `# On salt\n\nA formula $x^2$, a #tag and #海.\n\n![dot](/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp})\n\n` +
      "```mermaid\ngraph LR; A-->B\n```\n",
    { slug: "salt" },
  );
  const link = `[Replaces](https://ada.example/publications/${first.contentHash} "ewp:replaces ${first.contentHash}")`;
  await node.publish(
    `# On salt, again\n\n[gone](/slug/gone) [home](https://ada.example/) [out](https://else.example/x)\n\n${link}`,
  );
  await node.ctx.store.transaction(async (tx) => {
    for (const path of ["/2014/05/salt", "/blog/salt.html", "/?p=7", "/about", "/a/../b"])
      await insertOldAddress(tx, path, first.id);
  });
  const local = await node.publish("# 关于\n\nOnly here", { state: "local", slug: "关于" });
  await presentPublication(node.ctx, local.id, { isPage: true });
  await node.publish("# Nobody sees this draft", { state: "draft" });
  await node.publish(new TextEncoder().encode("plain"), {
    filename: "notes.txt",
    mediaType: "text/plain",
    state: "local",
  });
  for (let number = 0; number < 22; number += 1)
    await node.publish(`# Post ${number} #many`, { slug: number === 0 ? longSlug : `post-${number}` });
  made = await write();
}, 60_000);
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const out = (name = "site") => join(folder, name);
const write = (name = "site", url?: string) => writeStaticSite(node.ctx, { folder: out(name), url });
const read = (file: string, name = "site") => readFile(join(out(name), file), "utf8");

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

interface Element {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Element[];
}

/** Every link of a page: what a link checker follows. */
function linksOf(html: string): string[] {
  const walk = (element: Element): string[] => [
    ...(element.attrs ?? []).flatMap(({ name, value }) => {
      if (name === "srcset") return value.split(",").map((part) => part.trim().split(/\s+/)[0] ?? "");
      const isCanonical = element.attrs?.some((one) => one.name === "rel" && one.value === "canonical");
      return /^(href|src|poster|action)$/.test(name) && !isCanonical ? [value] : [];
    }),
    ...(element.childNodes ?? []).flatMap(walk),
  ];
  return walk(parse(html) as unknown as Element);
}

async function findBroken(root: string): Promise<string[]> {
  const broken: string[] = [];
  for (const file of (await listFiles(root)).filter((name) => name.endsWith(".html"))) {
    // It is shown at any path, so its links begin at the root.
    const from = file === join(root, "404.html") ? root : dirname(file);
    if (file === join(root, "verify.html")) continue;
    for (const link of linksOf(await readFile(file, "utf8"))) {
      if (/^(?:https?:|mailto:|#|$)/.test(link)) continue;
      const path = decodeURIComponent(link.replace(/[?#].*$/s, ""));
      const target = path.startsWith("/") ? join(root, path) : resolve(from, path);
      const isFile = await stat(target).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile || !target.startsWith(root)) broken.push(`${file.slice(root.length)}: ${link}`);
    }
  }
  return broken;
}

/** @param change what is read in place of the bytes of a file */
async function check(root: string, change = (_path: string, bytes: Buffer) => bytes) {
  const checker = createArchiveCheck({ recover: recoverPublicKey });
  for (const path of await listFiles(root)) {
    const name = path.slice(root.length + 1);
    const bytes = change(name, await readFile(path));
    await checker.add(
      name,
      (async function* () {
        yield bytes;
      })(),
    );
  }
  return checker.finish();
}

describe("a static site", () => {
  it("has every page, and each link leads to a file", async () => {
    expect(made.hasSearch).toBe(true);
    expect(await findBroken(out())).toEqual([]);
    const files = (await listFiles(out())).map((path) => path.slice(out().length + 1));
    for (const file of [
      "index.html",
      "page-2/index.html",
      "404.html",
      "archive/index.html",
      "slug/salt/index.html",
      "slug/关于/index.html",
      "tags/many/index.html",
      "tags/海/index.html",
      "feed.xml",
      "atom.xml",
      "feed.json",
      "sitemap.xml",
      "robots.txt",
      "ewp/profile",
      "ewp/publications",
      "verify.html",
      "verify.mjs",
      "search/index.html",
      "pagefind/pagefind.js",
      "slug/salt/proof.json",
      "manifest.jsonl",
      `ewp/contents/${picture.contentHash}.png`,
      `publications/${picture.id}/index.html`,
      `pictures/${photo.contentHash}/400.webp`,
    ]) {
      expect(files).toContain(file);
    }
    expect(files.filter((file) => /^tags\/many\/after-\w+\/index\.html$/.test(file)).length).toBeGreaterThan(
      0,
    );
    // Nothing of a draft, and nothing that needs a node.
    for (const file of files.filter((name) => /\.html$/.test(name) && name !== "verify.html")) {
      expect([file, await read(file)]).toEqual([
        file,
        expect.not.stringMatching(
          /Nobody sees|<form|data-follow|data-presence|href="\/console|<script type="module" src="[^"]*assets/,
        ),
      ]);
    }
    expect(await read("slug/salt/index.html")).toContain('href="https://ada.example/slug/gone"');
    expect(await read("slug/salt/index.html")).toContain('href="https://else.example/x"');
    expect(await read("slug/sea/index.html")).toContain(
      `srcset="../../pictures/${photo.contentHash}/400.webp 400w, ../../ewp/contents/${photo.contentHash}.png 500w"`,
    );
    expect(await read("feed.xml")).toContain(`https://ada.example/ewp/contents/${picture.contentHash}.png`);
    expect(await read("sitemap.xml")).toContain("<loc>https://ada.example/slug/post-7/</loc>");
    const index = JSON.parse(await read("ewp/publications"));
    const served = JSON.parse((await node.app.inject("/ewp/publications?limit=1000")).body);
    expect(index.data).toEqual(served.data);
    const css = await readdir(out("site/assets"));
    expect(css.some((name) => name.endsWith(".woff2"))).toBe(true);
  });

  it("leads from the old addresses of a post to it, without a node", async () => {
    const old = await read("2014/05/salt/index.html");
    expect(old).toContain('content="0; url=../../../slug/salt/index.html"');
    expect(old).toContain('<link rel="canonical" href="https://ada.example/slug/salt/">');
    expect(await read("blog/salt.html")).toContain('<a href="../slug/salt/index.html">');
    // A page that is there stays.
    expect(await read("about/index.html")).not.toContain('http-equiv="refresh"');
  });

  it("is checked as a whole: a changed byte of any file, a missing and an added file are found", async () => {
    const { statement } = made;
    await writeSignature(out(), statement, await node.wallet.signMessage(formatManifestStatement(statement)));
    const whole = await check(out());
    expect([whole.faults, whole.signed?.address, whole.proofs]).toEqual([[], node.address, 27]);
    const files = (await listFiles(out())).map((path) => path.slice(out().length + 1));
    const flip = (bytes: Buffer) => {
      const changed = Buffer.from(bytes);
      changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
      return changed;
    };
    const own: string[] = Object.values(archiveNames);
    const listed = files.filter((path) => !own.includes(path));
    // Each file is found independently of the others, so one check is enough for all of them.
    const { faults } = await check(out(), (path, bytes) => (own.includes(path) ? bytes : flip(bytes)));
    expect(faults.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual(
      listed.map((path) => `changed ${path}`).sort(),
    );
    const [one = ""] = listed;
    for (const path of [one, ...own]) {
      const found = await check(out(), (name, bytes) => (name === path ? flip(bytes) : bytes));
      expect([path, found.faults.length > 0]).toEqual([path, true]);
    }
    await rename(join(out(), one), join(out(), "other"));
    expect((await check(out())).faults).toEqual([
      { kind: "missing", path: one },
      { kind: "added", path: "other" },
    ]);
    await rename(join(out(), "other"), join(out(), one));
    expect((await check(out())).faults).toEqual([]);
  });

  it("writes only what changed, keeps a signature that fits, and removes what is gone", async () => {
    const again = await write();
    expect(again).toMatchObject({ written: 0, removed: 0 });
    expect((await check(out())).signed).not.toBeNull();
    const contents = join(out(), "ewp/contents");
    const [content = ""] = await readdir(contents);
    const damaged = ["index.html", "feed.xml", `ewp/contents/${content}`].map((path) => join(out(), path));
    const right = await Promise.all(damaged.map((path) => readFile(path)));
    // The length stays, and a byte is another.
    for (const [at, path] of damaged.entries())
      await writeFile(path, Buffer.from(right[at] ?? "").fill("x", 0, 1));
    expect((await write()).written).toBe(damaged.length);
    expect(await Promise.all(damaged.map((path) => readFile(path)))).toEqual(right);
    await writeFile(join(out(), "CNAME"), "ada.example");
    const newest = await findPublicPost(node.ctx, { slug: "post-21" });
    await destroyPublication(node.ctx, newest?.post.id ?? 0);
    const { written, removed, files } = await write();
    expect(removed).toBeGreaterThan(1);
    expect(written).toBeGreaterThan(3);
    expect(written).toBeLessThan(files / 2);
    expect(await check(out())).toMatchObject({ faults: [], signed: null });
    expect(await readdir(out())).toContain("CNAME");
    await expect(stat(join(out(), "slug/post-21"))).rejects.toThrow("ENOENT");
    expect(await findBroken(out())).toEqual([]);
  });

  it("draws a preview anew where what it shows, or the file, has changed, and no other", async () => {
    const cardOf = async (slug: string) =>
      join(out(), `publications/${(await findPublicPost(node.ctx, { slug }))?.post.id}/card.png`);
    const [damaged, known] = [await cardOf("post-7"), await cardOf("post-8")];
    const [drawn, other] = [await readFile(damaged), await readFile(known)];
    await writeFile(damaged, "of somebody else");
    // A picture whose bytes are on the list is not drawn again.
    const list = join(node.ctx.config.dataDir, "drawn-cards.json");
    const etags: Record<string, string> = JSON.parse(await readFile(list, "utf8"));
    await writeFile(known, "the drawing");
    const entry = { [contentHash(Buffer.from("the drawing"))]: etags[contentHash(other)] };
    await writeFile(list, JSON.stringify({ ...etags, ...entry }));
    expect((await write()).written).toBe(1);
    expect((await readFile(damaged)).equals(drawn)).toBe(true);
    expect(await readFile(known, "utf8")).toBe("the drawing");
    await node.ctx.store.transaction((tx) => updateProfile(tx, node.address, { title: "Ada Lovelace" }));
    await write();
    for (const path of [damaged, known]) {
      const anew = await readFile(path);
      expect([anew.subarray(1, 4).toString(), anew.equals(drawn) || anew.equals(other)]).toEqual([
        "PNG",
        false,
      ]);
    }
    expect((await check(out())).faults).toEqual([]);
  });

  it("goes into a folder of its own, and may be for another address", async () => {
    await writeFile(join(folder, "other.txt"), "");
    await expect(writeStaticSite(node.ctx, { folder })).rejects.toThrow("not empty");
    await write("elsewhere", "https://ada.github.io/blog/");
    expect(await read("feed.xml", "elsewhere")).toContain(
      "<link>https://ada.github.io/blog/slug/post-7/</link>",
    );
    expect(await read("404.html", "elsewhere")).toContain('href="/blog/assets/');
    expect(await read("salt.html", "elsewhere")).toContain('<a href="slug/salt/index.html">');
  });
});
