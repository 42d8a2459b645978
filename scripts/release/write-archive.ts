import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { publishedPackages, writePackage } from "../build/packages.ts";
import { addNode } from "./add-node.ts";
import { type LockedPackages, lockOf } from "./lock-of.ts";

const root = join(import.meta.dirname, "../..");

/** The processors of a release, as Node and npm call them. Both are Linux with glibc. */
export const processors = ["x64", "arm64"] as const;
export type Processor = (typeof processors)[number];

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

/** The name of the folder in an archive; with `.tar.gz` the name of the archive. */
export const archiveName = (version: string, processor: string) => `freehold-${version}-linux-${processor}`;

/**
 * Writes an archive that needs nothing: Node, and the package of the node with all packages that it needs, in the versions of
 * the lock and with the native code of one processor. The same sources make the same bytes.
 *
 * @param content the folder of the package `freehold`, as npm publishes it
 * @param into an existing folder
 * @param options.madeAt seconds: the time of every file in it
 * @returns the path of the archive
 */
export async function writeArchive(
  content: string,
  into: string,
  { processor, madeAt }: { processor: Processor; madeAt: number },
): Promise<string> {
  const { version } = readManifest(content);
  const name = archiveName(version, processor);
  const folder = join(into, name);
  writeProgram(content, folder, processor);
  addNode(folder, processor);
  writeLauncher(join(folder, "bin"));
  cpSync(join(import.meta.dirname, "archive-readme.md"), join(folder, "README.md"));
  cpSync(join(root, "examples/hosting"), join(folder, "hosting"), { recursive: true });
  const service = join(folder, "hosting/freehold.service");
  writeFileSync(service, adaptService(readFileSync(service, "utf8")));
  await packFolder(folder, `${folder}.tar.gz`, madeAt);
  rmSync(folder, { recursive: true });
  return `${folder}.tar.gz`;
}

/** Writes the command of an archive: it starts the Node beside it, with the variables and flags of the first line of the program. */
function writeLauncher(folder: string): void {
  const [first = ""] = readFileSync(join(folder, "freehold.js"), "utf8").split("\n", 1);
  const flags = first.match(/--\S+/g) ?? [];
  const variables = first.match(/\b[A-Z_]+=\S+/g) ?? [];
  const text = readFileSync(join(import.meta.dirname, "launcher.sh"), "utf8")
    .replace("VARIABLES", variables.join(" "))
    .replace("FLAGS", flags.join(" "));
  writeFileSync(join(folder, "freehold"), text, { mode: 0o755 });
}

/**
 * Writes the folder of a program that runs with Node and nothing else, for an archive and for the image.
 *
 * @param content the folder of the package `freehold`, as npm publishes it
 */
export function writeProgram(content: string, folder: string, processor: Processor): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  installPackages(content, folder, processor);
  cpSync(content, folder, { recursive: true });
  rmSync(join(folder, "node_modules/.package-lock.json"));
  rmSync(join(folder, "package-lock.json"));
  removeOtherBuilds(folder, processor);
  removeUnread(join(folder, "node_modules"));
}

/** Writes an archive of the sources as they are, after `npm run build`. @returns its path */
export async function makeArchive(into: string, processor: Processor): Promise<string> {
  const freehold = publishedPackages.find(({ name }) => name === "freehold");
  if (freehold === undefined) throw new Error("There is no package of the node.");
  const content = join(into, "content");
  await writePackage(freehold, content);
  const path = await writeArchive(content, into, { processor, madeAt: 0 });
  rmSync(content, { recursive: true });
  return path;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Those that do not come inside the package. No script of theirs is run. */
function installPackages(content: string, folder: string, processor: Processor): void {
  const { version, dependencies: all, bundleDependencies } = readManifest(content);
  const dependencies = Object.fromEntries(
    Object.entries(all).filter(([name]) => !bundleDependencies.includes(name)),
  );
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: LockedPackages;
  };
  const about = { name: "freehold", version, dependencies };
  const packages = { "": about, ...lockOf(Object.keys(dependencies), lock.packages, "packages/node") };
  const write = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value));
  write("package.json", about);
  write("package-lock.json", { ...about, lockfileVersion: 3, requires: true, packages });
  const platform = ["--os=linux", `--cpu=${processor}`, "--libc=glibc"];
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefer-offline"];
  execFileSync("npm", ["ci", "--omit=dev", ...platform, ...quiet], { cwd: folder, stdio: "inherit" });
}

/** The service of the repository starts the Node that npm installed. @throws Error if it does not look like that */
export function adaptService(unit: string): string {
  const adapted = unit
    .replace(/^(# It expects the program in \/opt\/freehold \(owned by root), after .*\)/m, "$1)")
    .replace(
      /^# The Node from .*\nExecStart=.*$/m,
      "# The archive has a Node of its own.\nExecStart=/opt/freehold/bin/freehold start",
    );
  if (/npm|node_modules|packages\//.test(adapted))
    throw new Error("The service needs more than an archive has.");
  return adapted;
}

/** The native library that recovers signers comes with a build for each platform. */
function removeOtherBuilds(folder: string, processor: Processor): void {
  const builds = join(folder, "node_modules/secp256k1/prebuilds");
  for (const platform of readdirSync(builds)) {
    if (platform !== `linux-${processor}`) rmSync(join(builds, platform), { recursive: true });
  }
}

const unreadFolders = new Set(["test", "tests", "__tests__", ".yarn", ".github"]);
const isUnread = (name: string) =>
  /\.(?:map|md|markdown|[cm]?ts|flow)$/i.test(name) && !/^(?:licen[cs]e|notice|copying|authors)/i.test(name);

/** Removes types, maps of sources, tests and documents of packages, which no program reads. Licences stay. */
function removeUnread(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() ? unreadFolders.has(entry.name) : isUnread(entry.name))
      rmSync(path, { recursive: true });
    else if (entry.isDirectory()) removeUnread(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** With files in one order, of one time, of nobody, and readable for everybody. */
async function packFolder(folder: string, archive: string, madeAt: number): Promise<void> {
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
  const same = ["--format=gnu", "--sort=name", `--mtime=@${madeAt}`, ...owner];
  const args = [...same, "--create", "--directory", dirname(folder), basename(folder)];
  const tar = spawn("tar", args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(tar, "exit");
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
}
