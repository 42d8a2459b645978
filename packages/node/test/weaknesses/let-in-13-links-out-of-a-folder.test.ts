import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { archiveNames } from "@freehold/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDiskBlobs } from "../../src/blobs/disk-blobs.ts";
import { sweepTemporaryFiles } from "../../src/blobs/files.ts";
import { createDiskCache } from "../../src/blobs/s3/disk-cache.ts";
import { exportNames } from "../../src/import-process/archive-names.ts";
import { makeDailyBackup } from "../../src/modules/backup/daily.ts";
import { exportFolders } from "../../src/modules/export/archive/format.ts";
import { writeExport } from "../../src/modules/export/archive/write.ts";
import { writeStaticSite } from "../../src/modules/export/static/write-site.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode({ title: "Ada" });
  await node.publish("# Words", { slug: "words" });
});
afterAll(() => node[Symbol.asyncDispose]());

let root: string;
let elsewhere: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "freehold-links-"));
  elsewhere = join(root, "elsewhere");
  await mkdir(join(elsewhere, "b"), { recursive: true });
  await writeFile(join(elsewhere, "victim"), "of somebody else");
  await writeFile(join(elsewhere, "b/victim"), "of somebody else");
  return () => rm(root, { recursive: true, force: true });
});

async function expectUntouched(): Promise<void> {
  const files = await readdir(elsewhere, { recursive: true });
  expect(files.sort()).toEqual(["b", "b/victim", "victim"]);
  for (const file of ["victim", "b/victim"])
    expect(await readFile(join(elsewhere, file), "utf8")).toBe("of somebody else");
}

const list = (paths: readonly unknown[]) =>
  paths.map((path) => `${JSON.stringify({ path, size: 1, sha256: "0".repeat(64) })}\n`).join("");

test("a static site removes nothing that a list names behind a link, or outside", async () => {
  const folder = join(root, "site");
  await mkdir(join(folder, "deep"), { recursive: true });
  await symlink("../elsewhere", join(folder, "a"));
  await symlink("../../elsewhere", join(folder, "deep/a"));
  await symlink("../elsewhere/victim", join(folder, "to-file"));
  const paths = [
    "a/victim",
    "a/b/victim",
    "a/b",
    "deep/a/victim",
    "a",
    "../elsewhere/victim",
    "x/../../elsewhere/victim",
    join(elsewhere, "victim"),
    "./a/victim",
    "a//victim",
    "to-file",
    7,
    null,
  ];
  await writeFile(join(folder, archiveNames.manifest), `${list(paths)}no line\n`);
  await writeStaticSite(node.ctx, { folder });
  await expectUntouched();
  // The links themselves are in the folder. One that the list names is removed.
  expect((await readdir(folder)).filter((name) => ["a", "deep", "to-file"].includes(name))).toEqual(["deep"]);
});

test("a static site is not written behind a link, and nothing is read from a folder beside it", async () => {
  const folder = join(root, "site");
  await writeStaticSite(node.ctx, { folder });
  await rm(join(folder, "slug"), { recursive: true });
  await symlink("../elsewhere", join(folder, "slug"));
  await symlink("elsewhere", join(root, "site.pagefind"));
  await expect(writeStaticSite(node.ctx, { folder })).rejects.toMatchObject({
    code: "EXPORT_INVALID",
    message: expect.stringContaining("site/slug is a link"),
  });
  await rm(join(folder, "slug"));
  await rm(join(folder, "index.html"));
  await symlink("../elsewhere/victim", join(folder, "index.html"));
  await symlink("../elsewhere/victim", join(folder, "index.html.part"));
  await writeStaticSite(node.ctx, { folder });
  expect((await stat(join(folder, "index.html"))).size).toBeGreaterThan(500);
  expect(await readdir(folder)).not.toContain("index.html.part");
  expect(await readdir(join(folder, "pagefind"))).not.toContain("victim");
  await expectUntouched();
});

test.each(exportFolders)(
  "an export that goes on neither writes nor removes behind the link %s",
  async (part) => {
    const folder = join(root, "export");
    await mkdir(folder);
    const mark = { address: node.address, private: false };
    await writeFile(join(folder, exportNames.unfinished), JSON.stringify(mark));
    await symlink("../elsewhere", join(folder, part));
    const made = writeExport(node.ctx, { folder, withPrivate: false, verifier: [] });
    await expect(made).rejects.toMatchObject({ code: "EXPORT_INVALID" });
    await expectUntouched();
  },
);

test("what is swept by a listing is in its folder", async () => {
  const old = new Date("2020-01-01");
  for (const path of [elsewhere, join(elsewhere, "victim"), join(elsewhere, "b/victim")])
    await utimes(path, old, old);
  const name = `0xab${"0".repeat(62)}`;
  for (const folder of ["cache", "tmp", "contents"]) await mkdir(join(root, folder));
  await symlink("../elsewhere", join(root, "cache/contents"));
  await symlink("../elsewhere", join(root, "tmp/old"));
  await symlink("../elsewhere", join(root, "contents/ab"));
  await createDiskCache(join(root, "cache"), 1000).sweep();
  await sweepTemporaryFiles(join(root, "tmp"));
  await writeFile(join(elsewhere, name), "of another node");
  expect(await Array.fromAsync(createDiskBlobs(join(root, "contents")).list())).toEqual([]);
  await rm(join(elsewhere, name));
  // Backups of other times are links to a folder, and to a file.
  const backups = join(node.ctx.config.dataDir, "backups");
  await mkdir(backups);
  await symlink(elsewhere, join(backups, "freehold-2020-01-01T00-00-00Z.tar.zst"));
  await symlink(join(elsewhere, "victim"), join(backups, "freehold-2020-01-02T00-00-00Z.tar.zst"));
  await makeDailyBackup({ ...node.ctx, config: { ...node.ctx.config, dailyBackups: 1 } });
  expect(await readdir(backups)).toHaveLength(1);
  await expectUntouched();
});
