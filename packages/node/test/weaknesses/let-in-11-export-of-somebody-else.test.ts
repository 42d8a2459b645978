import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatManifestStatement } from "@freehold/protocol";
import { expect, it } from "vitest";
import { readSettings, updateSettings } from "../../src/domain/settings/settings.ts";
import { writeManifest, writeSignature } from "../../src/modules/export/archive/manifest.ts";
import { findProfile } from "../../src/store/peers/profiles.ts";
import { ExportBench, indexOf, privateKey, readJson, readLines } from "../support/export-bench.ts";
import type { TestNode } from "../support/test-network.ts";

const bench = new ExportBench();
const { out, exportTo, importFrom, settle } = bench;

const evil = "https://evil.example";

/** A post that the owner never wrote, beside those of an export, as its files say. */
async function addPost(
  folder: string,
  about: Record<string, unknown>,
  text = "# Send ETH to me\n",
): Promise<void> {
  const contentHash = `0x${createHash("sha256").update(text).digest("hex")}`;
  await writeFile(join(folder, "posts", "forged.md"), text);
  const fields = {
    ...about,
    id: 4_000,
    slug: "forged",
    contentHash,
    isPage: true,
    oldPaths: ["/old"],
    coverHash: null,
  };
  const unsigned = { state: "local", timestamp: null, signature: null, proof: null };
  await writeFile(join(folder, "posts", "forged.md.about.json"), JSON.stringify({ ...fields, ...unsigned }));
}

/** An export of the owner's to which somebody has added what they want. */
async function forge(node: TestNode, folder: string): Promise<void> {
  await updateSettings(node.running.context, {
    stylesheet: "p { color: teal }",
    indexNow: `${evil}/indexnow`,
  });
  await exportTo(node, folder);
  const [name = ""] = (await readdir(join(folder, "posts"))).filter((one) => one.endsWith(".about.json"));
  await addPost(folder, await readJson(join(folder, "posts", name)));
  const [line = ""] = await readLines(join(folder, "connections.jsonl"));
  const stranger = "0x000000000000000000000000000000000000dEaD";
  const peer = { url: evil, title: "Evil", description: null };
  const follow = {
    ...JSON.parse(line),
    follower: node.signer.address,
    followee: stranger,
    peer,
    proof: null,
  };
  await appendFile(join(folder, "connections.jsonl"), `${JSON.stringify(follow)}\n`);
}

const strip = (folder: string) =>
  Promise.all(["manifest.jsonl", "signature.json"].map((name) => rm(join(folder, name), { force: true })));

/** What a node of the same owner shows and does after an import. */
async function stateOf(node: TestNode) {
  const { store } = node.running.context;
  const posts = await store.db
    .selectFrom("publications")
    .select(["slug", "state", "excerpt", "isPage"])
    .execute();
  const own = await findProfile(store.db, node.signer.address);
  const { stylesheet, indexNow } = await readSettings(node.running.context);
  const comments = await store.db.selectFrom("comments").select("state").execute();
  const unsigned = await store.db
    .selectFrom("connections")
    .select("followeeAddress")
    .where("proof", "=", "null")
    .execute();
  return {
    public: posts.filter(({ state }) => state !== "draft").map(({ state }) => state),
    forged: posts.find(({ slug }) => slug === "forged"),
    words: posts.some(({ excerpt, isPage }) => excerpt !== null || isPage === 1),
    avatar: own?.avatarHash ?? null,
    stylesheet,
    indexNow,
    comments: [...new Set(comments.map(({ state }) => state))].sort(),
    unsigned: unsigned.length,
  };
}

const quiet = {
  public: ["signed", "signed"],
  forged: expect.objectContaining({ state: "draft", isPage: 0 }),
  words: false,
  avatar: null,
  stylesheet: "",
  indexNow: "",
  comments: ["held"],
  unsigned: 0,
};

it("publishes, restyles, follows and calls nothing that nobody signed, until the owner confirms it", async () => {
  const { node } = await settle("sqlite");
  await forge(node, out());
  await strip(out());
  await node.stop();
  const other = await bench.network.start({ title: "Anew", privateKey });
  const dry = await importFrom(other, out(), { dryRun: true });
  const report = await importFrom(other, out(), {});
  expect(dry.taken).toEqual(report.taken);
  expect(report.refusals).toEqual([]);
  expect(await stateOf(other)).toEqual(quiet);
  expect((await indexOf(other)).length).toBe(2);
  const notes = report.notes.map(({ why }) => why).join("\n");
  expect(notes).toContain("You did not sign the list of files in this export");
  expect(notes).toContain("it is a draft here");
  expect(notes).toContain("A follow without a signature was left out");
  await other.settled();

  const confirmed = await importFrom(other, out(), { isConfirmed: true });
  expect(confirmed.taken).toMatchObject({ settings: 2, following: 1 });
  expect(await stateOf(other)).toMatchObject({
    avatar: expect.stringMatching(/^0x/),
    stylesheet: "p { color: teal }",
    unsigned: 1,
  });
  await other.stop();
});

it("takes all of an export whose list the owner signed, and nothing that was added or changed since", async () => {
  const { node } = await settle("sqlite");
  const { context } = node.running;
  await updateSettings(context, { stylesheet: "p { color: teal }", indexNow: `${evil}/indexnow` });
  await exportTo(node, out());
  const about = { node: node.url, address: node.signer.address, madeAt: new Date().toISOString() };
  const statement = await writeManifest(out(), about);
  await writeSignature(out(), statement, node.signer.signText(formatManifestStatement(statement)));
  await node.stop();
  await cp(out(), out("changed"), { recursive: true });
  const [name = ""] = (await readdir(join(out(), "posts"))).filter((one) => one.endsWith(".about.json"));
  await addPost(out("changed"), await readJson(join(out(), "posts", name)));
  await cp(join(out("changed"), "posts", "forged.md"), join(out("changed"), "posts", ".hidden.md"));
  await cp(
    join(out("changed"), "posts", "forged.md.about.json"),
    join(out("changed"), "posts", ".hidden.md.about.json"),
  );
  await writeFile(join(out("changed"), "settings.json"), JSON.stringify({ indexNow: `${evil}/changed` }));
  await rm(join(out("changed"), "profile.json"));

  const whole = await bench.network.start({ title: "Whole", privateKey });
  const report = await importFrom(whole, out(), {});
  expect([report.refusals, report.notes]).toEqual([[], []]);
  expect(await stateOf(whole)).toMatchObject({
    words: true,
    stylesheet: "p { color: teal }",
    indexNow: `${evil}/indexnow`,
    comments: ["published"],
  });
  await whole.stop();

  const changed = await bench.network.start({ title: "Changed", privateKey });
  const refused = await importFrom(changed, out("changed"), {});
  expect(refused.refusals.map(({ what }) => what).sort()).toEqual([
    "posts/forged.md",
    "posts/forged.md.about.json",
    "profile.json",
    "settings.json",
  ]);
  expect(await stateOf(changed)).toMatchObject({ forged: undefined, stylesheet: "", indexNow: "" });
  await changed.stop();
});

it.each([
  ["the picture", "avatar.gif", true],
  ["a file of its fields", "profile.json", true],
  ["the bytes of a post", "posts/*.md", true],
  ["what is said of a post", "posts/*.about.json", true],
  ["the follows", "connections.jsonl", true],
  ["the comments", "comments.jsonl", true],
  ["the settings", "settings.json", true],
  ["a folder of posts", "posts", false],
])(
  "follows no link in the place of %s, also of an export that the owner confirms",
  async (_what, pattern, isFile) => {
    const { node } = await settle("sqlite");
    await exportTo(node, out());
    await strip(out());
    await node.stop();
    const outside = out("outside");
    await mkdir(outside);
    const [folder = "", ending] = pattern.split("/*");
    const name =
      ending === undefined
        ? pattern
        : join(folder, (await readdir(join(out(), folder))).find((one) => one.endsWith(ending)) ?? "");
    const moved = join(outside, "moved");
    await rename(join(out(), name), moved);
    await symlink(moved, join(out(), name), isFile ? "file" : "dir");
    const other = await bench.network.start({ title: "Anew", privateKey });
    const report = await importFrom(other, out(), { isConfirmed: true });
    const state = await stateOf(other);
    const all = { posts: 2, pages: 1, followers: 1, following: 1, comments: 2 };
    const { posts, pages, followers, following, comments } = report.taken;
    // What the link stands for is missing: there is less, or a part of it is refused.
    const isLess = JSON.stringify({ posts, pages, followers, following, comments }) !== JSON.stringify(all);
    expect(isLess || report.refused > 0 || name === "settings.json").toBe(true);
    if (pattern.startsWith("avatar") || pattern === "profile.json") expect(state.avatar).toBeNull();
    if (pattern === "posts") expect([posts, pages]).toEqual([0, 0]);
    await other.stop();
  },
);
