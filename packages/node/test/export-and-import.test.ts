import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../src/domain/profile/update-profile.ts";
import { createPublication } from "../src/domain/publications/create.ts";
import { findPublicPost, readSitePages } from "../src/domain/publications/public-posts.ts";
import { updatePublication } from "../src/domain/publications/update.ts";
import { search } from "../src/domain/search/search.ts";
import { listExportedComments } from "../src/modules/export/archive/comments.ts";
import { writeExport } from "../src/modules/export/archive/write.ts";
import { ImportReport } from "../src/modules/export/import/report.ts";
import { findProfile } from "../src/store/peers/profiles.ts";
import { copies } from "./support/databases.ts";
import { ExportBench, gif, indexOf, privateKey, readJson } from "./support/export-bench.ts";

const bench = new ExportBench();
const { out, exportTo, importFrom, settle } = bench;

const nothing = new ImportReport("freehold", false).taken;

describe.each(copies)("an export of %s, imported on %s", (from, to) => {
  it("holds everything of the owner's in plain files, and imports the same on another node", async () => {
    const { node, follower, friend, picture, post } = await settle(from);
    const made = await exportTo(node);
    expect(made).toMatchObject({ publications: 3, connections: 2, comments: 2, missing: [], private: false });
    const day = new Date().toISOString().slice(0, 10);
    expect((await readdir(out())).sort()).toEqual([
      "README.html",
      "avatar.gif",
      "comments.jsonl",
      "connections.jsonl",
      "drafts",
      "export.json",
      "files",
      "first-slugs.jsonl",
      "gone.jsonl",
      "manifest.jsonl",
      "posts",
      "profile.json",
      "settings.json",
    ]);
    expect(await readdir(out("out/drafts"))).toEqual([]);
    const name = `${day}_${post.id}-words-世界.md`;
    expect(await readFile(out(`out/posts/${name}`), "utf8")).toContain("# Words");
    expect(await readFile(out(`out/files/${day}_${picture.id}.gif`))).toEqual(gif);
    expect((await stat(out(`out/posts/${name}`))).mode & 0o777).toBe(0o600);
    expect(await readJson(out(`out/posts/${name}.about.json`))).toMatchObject({
      contentHash: post.contentHash,
      publisherAddress: node.signer.address,
      timestamp: post.timestamp,
      signature: post.signature,
      slug: "words-世界",
      state: "signed",
    });
    const index = await indexOf(node);
    await node.stop();

    const other = await bench.network.start({ title: "Anew", database: to, privateKey });
    const report = await importFrom(other);
    expect(report).toMatchObject({ refused: 0, refusals: [], notes: [{ what: "signature.json" }] });
    expect(report.taken).toMatchObject({
      posts: 1,
      files: 1,
      pages: 1,
      followers: 1,
      following: 1,
      comments: 2,
    });
    expect(await indexOf(other)).toEqual(index);
    const content = await other.fetch(`/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp}`);
    expect([content.status, content.body]).toEqual([200, gif]);
    expect((await other.fetch("/ewp/avatar")).body).toEqual(gif);
    const shown = await findPublicPost(other.running.context, { slug: "words-世界" });
    expect(shown?.post).toMatchObject({ excerpt: "In short", coverId: picture.id, isPage: 0 });
    expect(await readSitePages(other.running.context)).toMatchObject([{ state: "local" }]);
    // The picture in the text is where the text says.
    expect((await other.fetch(`/api/contents/${picture.id}`)).body).toEqual(gif);
    const found = await search(other.running.context, {
      query: "#kept",
      first: 10,
      caller: { kind: "anonymous" },
    });
    expect(found.items).toHaveLength(1);
    const comments = await Array.fromAsync(listExportedComments(other.running.context, true));
    expect(comments.map(({ author, state }) => [author, state])).toEqual([
      ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "published"],
      ["", "published"],
    ]);

    // It continues: new ids are free, the friend's posts arrive, and the follower still follows.
    const next = await other.publish("# After the move");
    expect(next.id).toBeGreaterThan(post.id);
    await friend.publish("# From a friend");
    await friend.settled();
    const again = await importFrom(other);
    expect(again.taken).toEqual(nothing);
    expect(again.known).toMatchObject({ posts: 1, files: 1, pages: 1, comments: 2 });
    expect((await indexOf(other)).length).toBe(index.length + 1);
    const { store } = other.running.context;
    const sent = await store.db.selectFrom("outbox").select(["peerAddress", "subject"]).execute();
    expect(sent).toEqual([{ peerAddress: follower.signer.address, subject: String(next.id) }]);
    await expect
      .poll(() =>
        store.db
          .selectFrom("peers")
          .select("nextCatchUpAt")
          .where("address", "=", friend.signer.address)
          .executeTakeFirst(),
      )
      .toEqual({ nextCatchUpAt: expect.any(Number) });
  });
});

it("goes on at another URL with the same index byte for byte, and two followers move along by themselves", async () => {
  const node = await bench.network.start({ title: "Kept", privateKey });
  const followers = [
    await bench.network.start({ title: "One" }),
    await bench.network.start({ title: "Two" }),
  ];
  for (const follower of followers) await follower.follow(node);
  await node.publish("# Before the move", { slug: "before" });
  await node.publish(gif, { filename: "one.gif" });
  await node.settled();
  const local = await createPublication(node.running.context, {
    kind: "POST",
    state: "local",
    slug: "old",
    writtenAt: Date.UTC(1969, 6, 20, 20, 17),
    source: (async function* () {
      yield Buffer.from("# Old\n\nBefore an edit.");
    })(),
  });
  await updatePublication(node.running.context, local.id, { body: "# Old\n\nAfter it." });
  const index = (await node.fetch("/ewp/publications")).body;
  const readFeed = async ({ fetch }: typeof node) => {
    const { items } = (await fetch("/feed.json")).json as {
      items: Readonly<Record<"id" | "date_published" | "date_modified", string>>[];
    };
    return items.map(({ id, date_published, date_modified }) => [id, date_published, date_modified]);
  };
  const items = await readFeed(node);
  expect(items.at(-1)?.[1]).toBe("1969-07-20T20:17:00.000Z");
  expect(items.at(-1)?.[2]).not.toBeUndefined();
  await exportTo(node);
  await node.stop();

  const other = await bench.network.start({ title: "Kept", privateKey });
  expect(other.url).not.toBe(node.url);
  expect((await importFrom(other)).refusals).toEqual([]);
  expect((await other.fetch("/ewp/publications")).body).toEqual(index);
  expect(await readFeed(other)).toEqual(items);
  const { meaning } = await prepareProfileUpdate(other.running.context, { url: other.url });
  const sent = await updateOwnProfile(
    other.running.context,
    [other.signer.sign("NodeProfileUpdate", meaning)],
    takeAnyAddress,
  );
  expect(sent.recipients).toBe(2);
  await other.settled();
  const next = await other.publish("# After the move");
  await other.settled();
  for (const follower of followers) {
    await follower.settled();
    const known = await findProfile(follower.running.context.store.db, node.signer.address);
    expect(known?.url).toBe(other.url);
    await expect
      .poll(async () => (await follower.timeline()).map((item) => item.contentHash))
      .toContain(next.contentHash);
  }
});

it("includes drafts and other private data only on request", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node);
  const files = await readdir(out(), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const text = await readFile(join(file.parentPath, file.name), "latin1");
    expect([file.name, text]).not.toEqual([
      file.name,
      expect.stringMatching(/Nobody has read|@mail|held words/),
    ]);
  }
  const made = await exportTo(node, out("all"), true);
  expect(made).toMatchObject({ publications: 4, comments: 3, private: true });
  expect((await readdir(out("all/drafts"))).length).toBe(2);
  await node.stop();
  const other = await bench.network.start({ title: "Anew", privateKey });
  const report = await importFrom(other, out("all"));
  expect(report.taken).toMatchObject({ posts: 1, files: 1, pages: 1, drafts: 1, comments: 3 });
  expect((await importFrom(other, out("all"))).taken).toEqual(nothing);
  const page = await other.fetch("/");
  expect(page.body.toString()).not.toContain("Nobody has read this");
  const drafts = await other.running.context.store.db
    .selectFrom("publications")
    .select("id")
    .where("state", "=", "draft")
    .execute();
  expect(drafts).toHaveLength(1);
});

it("continues where it was interrupted, and never overwrites other files", async () => {
  const { node } = await settle("sqlite");
  const stop = new AbortController();
  await expect(
    writeExport(node.running.context, {
      folder: out(),
      withPrivate: true,
      verifier: [],
      signal: stop.signal,
      onProgress: (count) => count === 2 && stop.abort(),
    }),
  ).rejects.toThrow("abort");
  expect(await readdir(out())).toContain("unfinished.json");
  const other = await bench.network.start({ title: "Anew", privateKey });
  await expect(importFrom(other)).rejects.toThrow("not finished");
  await expect(exportTo(node, out(), false)).rejects.toThrow("something else");
  await writeFile(out("out/posts/2000-01-01_99.md"), "deleted since");
  const [name = ""] = await readdir(out("out/files"));
  const before = await stat(out(`out/files/${name}`));
  expect(await exportTo(node, out(), true)).toMatchObject({ publications: 4 });
  expect((await stat(out(`out/files/${name}`))).mtimeMs).toBe(before.mtimeMs);
  expect(await readdir(out("out/posts"))).not.toContain("2000-01-01_99.md");
  expect(await readdir(out())).not.toContain("unfinished.json");
  await expect(exportTo(node, out(), true)).rejects.toThrow("not empty");
  await expect(importFrom(other, out(""))).rejects.toThrow("no export");
});
