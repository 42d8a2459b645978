import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type Blobs, hashBytes, type ListedBlob } from "../../../packages/node/src/blobs/blobs.ts";
import { openS3Storage } from "../../../packages/node/src/blobs/s3/open-s3-storage.ts";
import { readConfig } from "../../../packages/node/src/config/config.ts";
import type { BenchNode } from "./bench-node.ts";
import type { NodeState } from "./read-node.ts";

/**
 * Whether a node's folder is whole: the database is sound, each file has the hash that it is named for, every row has
 * its bytes, in a file, in S3 or in the database, and nothing is left half made.
 *
 * @param wanted the hashes that rows refer to, and the hashes of those bytes that are in the database
 * @returns a sentence for everything that is not so
 */
export async function checkFolder(
  { name, dataDir, databaseUrl, s3Url }: BenchNode,
  { contents, small }: Pick<NodeState, "contents" | "small">,
): Promise<string[]> {
  const broken: string[] = [];
  if (databaseUrl === null) broken.push(...checkDatabase(name, join(dataDir, "freehold.sqlite")));
  const found = new Set(small.keys());
  for (const [hash, actual] of small)
    if (actual !== hash) broken.push(`${name}: the row of ${hash} holds other bytes (${actual})`);
  if (s3Url !== null) broken.push(...(await checkBucket(name, dataDir, s3Url, found)));
  for (const file of await listFiles(join(dataDir, "contents"))) {
    if (file.startsWith("tmp/")) {
      if (!(await isGone(join(dataDir, "contents", file)))) broken.push(`${name}: ${file} is left over`);
    } else {
      const hash = file.slice(file.indexOf("/") + 1);
      found.add(hash);
      const actual = await hashFile(join(dataDir, "contents", file));
      if (actual !== hash) broken.push(`${name}: ${file} holds other bytes (${actual})`);
    }
  }
  for (const hash of contents) if (!found.has(hash)) broken.push(`${name}: the bytes of ${hash} are missing`);
  return broken;
}

/** Checks that each content in S3 has its hash. @param found gets the hashes of all contents that are there */
async function checkBucket(
  name: string,
  dataDir: string,
  s3Url: string,
  found: Set<string>,
): Promise<string[]> {
  const { s3: location } = readConfig({ S3_URL: s3Url });
  if (location === null) throw new Error("S3_URL names no storage.");
  const { blobs } = openS3Storage({ location, dataDir, cacheBytes: 0, log: { warn() {} } });
  const broken: string[] = [];
  for (const { hash } of await listBucket(blobs)) {
    found.add(hash);
    const actual = await hashBytes(blobs.read(hash));
    if (actual !== hash) broken.push(`${name}: the object ${hash} holds other bytes (${actual})`);
  }
  return broken;
}

/** S3rver may answer 500 to a list while a running node deletes something. */
async function listBucket(blobs: Pick<Blobs, "list">): Promise<ListedBlob[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await Array.fromAsync(blobs.list());
    } catch (error) {
      if (tries === 10) throw error;
      await pause(1_000);
    }
  }
}

/** Whether a file in the making is finished soon: the node may be running. */
async function isGone(path: string): Promise<boolean> {
  const until = Date.now() + 5_000;
  while (existsSync(path) && Date.now() < until) await pause(50);
  return !existsSync(path);
}

/** Files in the making, which a start must have swept away. */
export async function listTemporary({ dataDir }: BenchNode): Promise<string[]> {
  return (await listFiles(join(dataDir, "contents"))).filter((file) => file.startsWith("tmp/"));
}

function checkDatabase(name: string, file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const check = (pragma: string) => JSON.stringify(database.prepare(`pragma ${pragma}`).all());
    const sound = check("quick_check") === '[{"quick_check":"ok"}]';
    const whole = check("foreign_key_check") === "[]";
    return sound && whole ? [] : [`${name}: ${file} is damaged`];
  } finally {
    database.close();
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function hashFile(path: string): Promise<string> {
  const hasher = createHash("sha256");
  for await (const chunk of createReadStream(path)) hasher.update(chunk as Buffer);
  return `0x${hasher.digest("hex")}`;
}
