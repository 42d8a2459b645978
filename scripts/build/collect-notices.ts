import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The licences of the packages whose code is in a bundle, which have to go with it.
 *
 * @param modules paths of what is bundled
 * @param program a folder whose packages are all taken to be bundled, with those that they need
 * @returns Markdown
 */
export function collectNotices(modules: readonly string[], program: string): string {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []));
  addNeeded(program, folders);
  const notices = [...folders].map(readNotice).sort();
  return `# Licences of other packages\n\nTheir code is in this package.\n\n${[...new Set(notices)].join("\n")}`;
}

/** `…/node_modules/@scope/name/path` → `…/node_modules/@scope/name`. */
function packageFolder(path: string): string | null {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function addNeeded(folder: string, folders: Set<string>): void {
  for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
    const found = findPackage(name, folder);
    if (found === null || name.startsWith("@freehold/") || folders.has(found)) continue;
    folders.add(found);
    addNeeded(found, folders);
  }
}

/** As Node looks for it: from a folder upwards. */
function findPackage(name: string, from: string): string | null {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return folder;
  return dirname(from) === from ? null : findPackage(name, dirname(from));
}

function readNotice(folder: string): string {
  const { name, version, license = "" } = readManifest(folder);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return `## ${name} ${version} (${license})\n\n${text.replace(/^(?=.)/gm, "    ")}\n`;
}
