import { copyFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash, type Hash } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listExportedComments } from "../src/domain/export/comments.ts";
import { importExport } from "../src/domain/export/import.ts";
import { writeExport } from "../src/domain/export/write.ts";
import { setAvatar } from "../src/domain/profile/avatar.ts";
import { prepareProfileUpdate, updateOwnProfile } from "../src/domain/profile/update-profile.ts";
import { presentPublication } from "../src/domain/publications/present.ts";
import { findPublicPost, readSitePages } from "../src/domain/publications/public-posts.ts";
import { destroyPublication } from "../src/domain/publications/update.ts";
import { search } from "../src/domain/search/search.ts";
import { insertComment, moveComment, writeCommentsOpen } from "../src/store/comments.ts";
import { findProfile } from "../src/store/profiles.ts";
import type { CommentState } from "../src/store/tables/comments.ts";
import type { DatabaseName } from "./support/databases.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

const privateKey = "0e".repeat(32);
const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

let network: TestNetwork;
let folder: string;
beforeEach(async () => {
  network = await createTestNetwork();
  folder = await mkdtemp(join(tmpdir(), "freehold-export-"));
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const out = (name = "out") => join(folder, name);
const exportTo = (node: TestNode, target = out(), withPrivate = false) =>
  writeExport(node.running.context, { folder: target, withPrivate, verifier: [] });
const importFrom = (node: TestNode, target = out()) => importExport(node.running.context, { folder: target });
const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8"));
const readLines = async (path: string) =>
  (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");

const indexOf = async (node: TestNode) =>
  ((await node.fetch("/ewp/publications?limit=1000")).json as { data: Record<string, unknown>[] }).data;

async function comment(node: TestNode, publicationId: number, state: CommentState, authorId: string) {
  const { store } = node.running.context;
  await store.transaction(async (tx) => {
    const id = await insertComment(tx, {
      publicationId,
      authType: authorId.includes("@") ? "EMAIL" : "ETHEREUM",
      authorId,
      authorName: "Bo",
      body: `${state} words`,
      timestamp: 1_700_000_000,
      tokenHash: null,
      client: null,
      createdAt: 1_700_000_000_000,
    });
    await moveComment(tx, id, { from: "pending", to: state, confirmedAt: 1_700_000_001_000 });
  });
}

/** A node with some of everything: a post that names a picture, a file, drafts, follows both ways, comments. */
async function settle(database: DatabaseName) {
  const node = await network.start({ title: "Kept", database, privateKey });
  const follower = await network.start({ title: "Follower" });
  const friend = await network.start({ title: "Friend" });
  await follower.follow(node);
  await node.follow(friend);
  const first = await node.publish("# Before the picture");
  await destroyPublication(node.running.context, first.id);
  const picture = await node.publish(gif, { filename: "../one.gif", description: "A dot" });
  const post = await node.publish(`# Words\n\n![dot](/api/contents/${picture.id}) #kept`, {
    slug: "words-世界",
  });
  const local = await node.draft("# For readers here", "local");
  await presentPublication(node.running.context, post.id, { excerpt: "In short", cover: picture.id });
  await presentPublication(node.running.context, local.id, { isPage: true });
  await node.draft("# Nobody has read this");
  await setAvatar(node.running.context, gif);
  await comment(node, post.id, "published", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await comment(node, local.id, "published", "bo@mail.example");
  await comment(node, post.id, "held", "held@mail.example");
  await node.running.context.store.transaction((tx) => writeCommentsOpen(tx, picture.id, false));
  await node.settled();
  return { node, follower, friend, picture, post };
}

const pairs: [DatabaseName, DatabaseName][] = [
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
];

describe.each(pairs)("an export of %s, imported on %s", (from, to) => {
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

    const other = await network.start({ title: "Anew", database: to, privateKey });
    const report = await importFrom(other);
    expect(report).toMatchObject({ refused: 0, refusals: [], withoutSlug: [] });
    expect(report.taken).toEqual({ publications: 3, connections: 2, comments: 2 });
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
    expect(again.taken).toEqual({ publications: 0, connections: 0, comments: 0 });
    expect(again.known).toEqual({ publications: 3, connections: 2, comments: 2 });
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
  const node = await network.start({ title: "Kept", privateKey });
  const followers = [await network.start({ title: "One" }), await network.start({ title: "Two" })];
  for (const follower of followers) await follower.follow(node);
  await node.publish("# Before the move", { slug: "before" });
  await node.publish(gif, { filename: "one.gif" });
  await node.settled();
  const index = (await node.fetch("/ewp/publications")).body;
  await exportTo(node);
  await node.stop();

  const other = await network.start({ title: "Kept", privateKey });
  expect(other.url).not.toBe(node.url);
  expect((await importFrom(other)).refusals).toEqual([]);
  expect((await other.fetch("/ewp/publications")).body).toEqual(index);
  const { meaning } = await prepareProfileUpdate(other.running.context, { url: other.url });
  const sent = await updateOwnProfile(other.running.context, [
    other.signer.sign("NodeProfileUpdate", meaning),
  ]);
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
  const other = await network.start({ title: "Anew", privateKey });
  const report = await importFrom(other, out("all"));
  expect(report.taken).toEqual({ publications: 4, connections: 2, comments: 3 });
  expect((await importFrom(other, out("all"))).taken).toEqual({
    publications: 0,
    connections: 0,
    comments: 0,
  });
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
  const other = await network.start({ title: "Anew", privateKey });
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
  await expect(importFrom(other, folder)).rejects.toThrow("no export");
});

it("stops with the reason while it reads lines, and leaves no error behind", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  for (const name of ["posts", "files", "connections.jsonl"])
    await rm(join(out(), name), { recursive: true });
  // More than is read at a time.
  await writeFile(out("out/comments.jsonl"), `${" ".repeat(40_000)}\n`.repeat(10));
  const other = await network.start({ title: "Anew", privateKey });
  const signal = AbortSignal.abort(new Error("the owner stopped it"));
  await expect(importExport(other.running.context, { folder: out(), signal })).rejects.toThrow(
    "the owner stopped it",
  );
});

it("refuses what does not match its signature, names it, and takes the rest", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  const otherNode = await network.start({ title: "Somebody else" });
  await expect(importFrom(otherNode)).rejects.toThrow("stays theirs");

  const [post = ""] = (await readdir(out("out/posts"))).filter((name) => name.includes("words"));
  const about = out(`out/posts/${post}.about.json`);
  const variant = async (
    name: string,
    change: (fields: Record<string, unknown>) => object,
    bytes?: string,
  ) => {
    const target = out(name);
    await cp(out(), target, { recursive: true });
    const fields = await readJson(about);
    await writeFile(
      join(target, `posts/${post}.about.json`),
      JSON.stringify({ ...fields, ...change(fields) }),
    );
    if (bytes !== undefined) await writeFile(join(target, `posts/${post}`), bytes);
    return target;
  };
  const flip = (signature: unknown) =>
    String(signature).replace(/^0x./, (head) => (head === "0x1" ? "0x2" : "0x1"));
  const cases: [string, string][] = [
    [await variant("bytes", () => ({}), "# Other words"), "not those of its hash"],
    [await variant("signature", ({ signature }) => ({ signature: flip(signature) })), "not the owner's"],
    [await variant("second", ({ timestamp }) => ({ timestamp: Number(timestamp) - 1 })), "not the owner's"],
    [
      await variant("publisher", () => ({ publisherAddress: otherNode.signer.address })),
      "not this node's owner's",
    ],
    [await variant("unsigned", () => ({ signature: null })), "signature is missing"],
    [await variant("claimed", () => ({ state: "local" })), "has a signature"],
    [await variant("broken", () => ({ id: "x" })), "can't be read"],
    [await variant("slug", () => ({ slug: "../up" })), "slug"],
  ];
  const gone = await variant("gone", () => ({}));
  await rm(join(gone, "posts", post));
  cases.push([gone, "bytes are missing"]);
  for (const [target, why] of cases) {
    const anew = await network.start({ title: "Anew", privateKey });
    const report = await importFrom(anew, target);
    // The comment on it has nothing to be about.
    expect([target, report.refusals.map((one) => one.why)]).toEqual([
      target,
      [expect.stringContaining(why), "its publication is not here"],
    ]);
    expect(report.taken).toEqual({ publications: 2, connections: 2, comments: 1 });
    expect((await indexOf(anew)).length).toBe(1);
    await anew.stop();
  }
});

it("refuses follows without a signature, profiles of untrusted peers, and lines that are no JSON", async () => {
  const { node, follower } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  const path = out("out/connections.jsonl");
  const [first = "", second = ""] = await readLines(path);
  const bent = JSON.parse(first);
  bent.proof.typedData.message.followeeUrl = "https://elsewhere.example";
  const swapped = { ...JSON.parse(second), follower: follower.signer.address };
  await writeFile(path, [JSON.stringify(bent), JSON.stringify(swapped), "{", "", "[]"].join("\n"));
  await writeFile(out("out/comments.jsonl"), `{"state":"pending"}\n`);
  const profile = await readJson(out("out/profile.json"));
  await writeFile(out("out/profile.json"), JSON.stringify({ ...profile, address: follower.signer.address }));
  const anew = await network.start({ title: "Anew", privateKey });
  const report = await importFrom(anew);
  expect(report.taken).toEqual({ publications: 3, connections: 0, comments: 0 });
  expect(report.refusals).toEqual([
    { what: "connections.jsonl, line 1", why: "its signature is not the follower's over this follow" },
    { what: "connections.jsonl, line 2", why: "its signature is not the follower's over this follow" },
    { what: "connections.jsonl, line 3", why: "it can't be read" },
    { what: "connections.jsonl, line 5", why: "it can't be read" },
    { what: "comments.jsonl, line 1", why: "it can't be read" },
    { what: "profile.json", why: "it belongs to another owner" },
  ]);
  expect((await anew.fetch("/ewp/avatar")).status).toBe(404);
});

it("restores nothing that was deleted here, and leaves a slug with its present post", async () => {
  const { node, post } = await settle("sqlite");
  await exportTo(node);
  await destroyPublication(node.running.context, post.id);
  const report = await importFrom(node);
  expect([report.taken.publications, report.known.publications]).toEqual([0, 3]);
  await node.stop();
  const other = await network.start({ title: "Anew", privateKey });
  const holder = await other.publish("# Another", { slug: "words-世界" });
  const taken = await importFrom(other);
  expect(taken.withoutSlug).toEqual([expect.stringContaining("words-世界")]);
  expect((await indexOf(other)).filter(({ slug }) => slug === "words-世界")).toMatchObject([
    { contentHash: holder.contentHash },
  ]);
});

it("takes the type of a file from its bytes, not from its metadata", async () => {
  const { node, picture } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  const [about = ""] = (await readdir(out("out/files"))).filter((name) => name.endsWith(".about.json"));
  const fields = await readJson(out(`out/files/${about}`));
  await copyFile(out(`out/files/${about}`), out("kept.json"));
  await writeFile(
    out(`out/files/${about}`),
    JSON.stringify({ ...fields, mediaType: "text/html", filename: "page.html" }),
  );
  const other = await network.start({ title: "Anew", privateKey });
  await importFrom(other);
  const reply = await other.fetch(`/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp}`);
  expect(reply.headers["content-type"]).toBe("image/gif");
});

it("keeps a byte-order mark in what was signed with it, and drops it from what is not signed yet", async () => {
  const node = await network.start({ title: "Marked", privateKey });
  const signed = await node.publish("# Signed");
  const local = await node.draft("# Local", "local");
  await node.draft("# Draft");
  await comment(node, local.id, "published", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await exportTo(node, out(), true);
  await node.stop();
  // As they were written before marks were dropped.
  const marked = (text: string) => Buffer.from(`\ufeff${text}`);
  const hashes = new Map<string, Hash>();
  for (const part of ["posts", "drafts"]) {
    for (const name of (await readdir(out(`out/${part}`))).filter((one) => one.endsWith(".md"))) {
      const path = out(`out/${part}/${name}`);
      const about = await readJson(`${path}.about.json`);
      const bytes = marked(await readFile(path, "utf8"));
      const { publisherAddress, timestamp } = about;
      const hash = contentHash(bytes);
      hashes.set(about.contentHash, hash);
      const statement = { contentHash: hash, publisherAddress, timestamp };
      const signature = timestamp && node.signer.sign("StatementOfSource", statement).signature;
      await writeFile(path, bytes);
      await writeFile(`${path}.about.json`, JSON.stringify({ ...about, contentHash: hash, signature }));
    }
  }
  const comments = await readFile(out("out/comments.jsonl"), "utf8");
  await writeFile(
    out("out/comments.jsonl"),
    comments.replace(/0x[0-9a-f]{64}/g, (hash) => hashes.get(hash) ?? ""),
  );

  const other = await network.start({ title: "Anew", privateKey });
  const report = await importFrom(other);
  expect(report).toMatchObject({ taken: { publications: 3, comments: 1 }, refused: 0 });
  const [entry] = await indexOf(other);
  expect(entry?.contentHash).toBe(hashes.get(signed.contentHash));
  expect((await other.fetch(`/ewp/contents/${entry?.contentHash}`)).body).toEqual(marked("# Signed"));
  const rows = await other.running.context.store.db
    .selectFrom("publications")
    .select(["state", "contentHash"])
    .where("state", "<>", "signed")
    .orderBy("state")
    .execute();
  expect(rows.map(({ contentHash }) => contentHash)).toEqual(
    ["# Draft", "# Local"].map((text) => contentHash(Buffer.from(text))),
  );
  expect((await importFrom(other)).known).toEqual({ publications: 3, connections: 0, comments: 1 });
});
