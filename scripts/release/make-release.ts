import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type PublishedPackage, publishedPackages, writePackage } from "../build/packages.ts";
import { makeSbom } from "../dependencies/make-sbom.ts";
import { processors, writeArchive } from "./write-archive.ts";
import { writeNotes } from "./write-notes.ts";

const root = join(import.meta.dirname, "../..");

/**
 * `npm run release [FOLDER]`: fills a folder, `build/release` by default, with everything that is published: the tarballs
 * for npm, an archive for each processor that needs nothing else, the bill of materials, the notes, and the hashes of all.
 * The same commit makes the same bytes.
 *
 * @throws Error where something is not committed
 */
async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(root, "build/release"));
  if (git("status", "--porcelain") !== "") throw new Error("Commit first: a release is made of a commit.");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
  rmSync(folder, { recursive: true, force: true });
  const contents = join(folder, "contents");
  mkdirSync(contents, { recursive: true });
  for (const one of publishedPackages) await pack(one, join(contents, basename(one.source)), folder);
  for (const processor of processors) {
    const madeAt = Number(git("log", "-1", "--format=%ct"));
    await writeArchive(join(contents, "node"), folder, { processor, madeAt });
  }
  rmSync(contents, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(`freehold-${version}.cdx.json`, `${JSON.stringify(await makeSbom(root), null, 2)}\n`);
  write("NOTES.md", writeNotes(version, readHistory(version)));
  write("SHA256SUMS", hashFiles(folder));
  process.stdout.write(readFileSync(join(folder, "SHA256SUMS")));
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).trim();
}

async function pack(one: PublishedPackage, content: string, folder: string): Promise<void> {
  await writePackage(one, content);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, content], { stdio: "ignore" });
}

/** What the notes are made of. The tag of the version itself may be there already. */
function readHistory(version: string): Parameters<typeof writeNotes>[1] {
  const tags = git("tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname").split("\n");
  const since = tags.find((tag) => tag !== "" && tag !== `v${version}`) ?? null;
  const range = since === null ? "HEAD" : `${since}..HEAD`;
  const log = git("log", "--no-merges", "--format=%h%n%B%x00", range);
  const commits = log
    .split("\0")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [hash = "", ...message] = entry.split("\n");
      return { hash, message: message.join("\n") };
    });
  return { changelog: readFileSync(join(root, "CHANGELOG.md"), "utf8"), commits, since };
}

/** In the form of `sha256sum`, which checks them. */
function hashFiles(folder: string): string {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  return lines.join("");
}

await main();
