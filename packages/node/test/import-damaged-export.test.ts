import { copyFile, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contentHash, type Hash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { comment, ExportBench, indexOf, privateKey, readJson, readLines } from "./support/export-bench.ts";

const bench = new ExportBench();
const { out, exportTo, importFrom, withoutList, settle } = bench;

it("stops with the reason while it reads lines, and leaves no error behind", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  for (const name of ["posts", "files", "connections.jsonl"])
    await rm(join(out(), name), { recursive: true });
  // Larger than one read.
  await writeFile(out("out/comments.jsonl"), `${" ".repeat(40_000)}\n`.repeat(10));
  const other = await bench.network.start({ title: "Anew", privateKey });
  const signal = AbortSignal.abort(new Error("the owner stopped it"));
  await expect(importFrom(other, out(), { signal })).rejects.toThrow("the owner stopped it");
});

it("refuses what does not match its signature, names it, and takes the rest", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node);
  await node.stop();
  const otherNode = await bench.network.start({ title: "Somebody else" });
  await expect(importFrom(otherNode)).rejects.toThrow("signed posts belong to their key");

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
    await withoutList(target);
    return target;
  };
  const flip = (signature: unknown) =>
    String(signature).replace(/^0x./, (head) => (head === "0x1" ? "0x2" : "0x1"));
  const cases: [string, string][] = [
    [await variant("bytes", () => ({}), "# Other words"), "doesn't match its checksum"],
    [await variant("signature", ({ signature }) => ({ signature: flip(signature) })), "not by the owner"],
    [await variant("second", ({ timestamp }) => ({ timestamp: Number(timestamp) - 1 })), "not by the owner"],
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
  cases.push([gone, "content is missing"]);
  for (const [target, why] of cases) {
    const anew = await bench.network.start({ title: "Anew", privateKey });
    const report = await importFrom(anew, target);
    // The comment on it refers to no publication.
    expect([target, report.refusals.map((one) => one.why)]).toEqual([
      target,
      [expect.stringContaining(why), "its post is not here"],
    ]);
    expect(report.taken).toMatchObject({ posts: 0, files: 1, pages: 1, followers: 1, comments: 1 });
    expect((await indexOf(anew)).length).toBe(1);
    await anew.stop();
  }
});

it("says before what will come in, finds each changed byte, and takes the rest", async () => {
  const { node } = await settle("sqlite");
  await exportTo(node, out(), true);
  await node.stop();
  const anew = await bench.network.start({ title: "Anew", privateKey });
  const before = await importFrom(anew, out(), { dryRun: true, isConfirmed: true });
  expect(await indexOf(anew)).toEqual([]);
  const change = async (path: string) => {
    const bytes = await readFile(out(`out/${path}`));
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 2) ^ 1, bytes.length - 2);
    await writeFile(out(`out/${path}`), bytes);
  };
  const [draft = ""] = (await readdir(out("out/drafts"))).filter((name) => name.endsWith(".md"));
  await change(`drafts/${draft}.about.json`);
  await change("comments.jsonl");
  await cp(out(`out/drafts/${draft}`), out("out/drafts/added.md"));
  const report = await importFrom(anew);
  expect(report.refusals).toEqual([
    { what: "comments.jsonl", why: expect.stringContaining("changed since it was exported") },
    { what: `drafts/${draft}.about.json`, why: expect.stringContaining("changed since it was exported") },
    { what: "drafts/added.md", why: expect.stringContaining("not in the list") },
  ]);
  expect(before).toMatchObject({ refused: 0, taken: { drafts: 1, comments: 3 } });
  expect(report.taken).toEqual({ ...before.taken, drafts: 0, comments: 0 });
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
  await withoutList();
  const anew = await bench.network.start({ title: "Anew", privateKey });
  const report = await importFrom(anew);
  expect(report.taken).toMatchObject({ posts: 1, files: 1, pages: 1, followers: 0, comments: 0 });
  expect(report.refusals).toEqual([
    { what: "connections.jsonl, line 1", why: "its signature is not by the follower" },
    { what: "connections.jsonl, line 2", why: "it is a follow between two other nodes" },
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
  expect([report.taken.posts, report.known.posts]).toEqual([0, 1]);
  await node.stop();
  const other = await bench.network.start({ title: "Anew", privateKey });
  const holder = await other.publish("# Another", { slug: "words-世界" });
  const taken = await importFrom(other);
  expect(taken.notes.filter(({ why }) => why.includes("slug"))).toMatchObject([
    { what: expect.stringContaining("words-世界") },
  ]);
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
  await withoutList();
  const other = await bench.network.start({ title: "Anew", privateKey });
  await importFrom(other);
  const reply = await other.fetch(`/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp}`);
  expect(reply.headers["content-type"]).toBe("image/gif");
});

it("keeps a byte-order mark in what was signed with it, and drops it from what is not signed yet", async () => {
  const node = await bench.network.start({ title: "Marked", privateKey });
  const signed = await node.publish("# Signed");
  const local = await node.draft("# Local", "local");
  await node.draft("# Draft");
  await comment(node, local.id, "published", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await exportTo(node, out(), true);
  await node.stop();
  // Texts with a byte order mark, as they were exported before marks were dropped.
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

  const other = await bench.network.start({ title: "Anew", privateKey });
  await withoutList();
  const report = await importFrom(other);
  expect(report).toMatchObject({ taken: { posts: 2, drafts: 1, comments: 1 }, refused: 0 });
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
  expect((await importFrom(other)).known).toMatchObject({ posts: 2, drafts: 1, comments: 1 });
});
