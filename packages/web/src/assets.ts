import { readdirSync, readFileSync } from "node:fs";
import type { Accent } from "./drawings/accent.ts";

/** A file that was built for browsers; its name changes with its bytes. */
export interface BuiltFile {
  readonly name: string;
  readonly body: Buffer;
}

/** What a page loads to run one program: names of files. */
export interface BuiltProgram {
  readonly script: string;
  readonly styles: readonly string[];
  /** What it loads at once. */
  readonly imports: readonly string[];
  /** Everything that it may load while it runs, itself among it. */
  readonly files: readonly string[];
}

/** What Vite writes of each entry and chunk. */
interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

const folder = new URL("../dist/", import.meta.url);

/**
 * What `npm run build` made of the programs for browsers; `npm ci` runs it.
 *
 * @returns null where nothing was built
 */
export function readBuiltAssets(): { files: BuiltFile[]; programs: Map<string, BuiltProgram> } | null {
  const manifest = readManifest();
  if (manifest === null) return null;
  const names = readdirSync(folder).filter((name) => name !== "manifest.json");
  const files = names.map((name) => ({ name, body: readFileSync(new URL(name, folder)) }));
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry);
  const programs = entries.map(
    (entry) =>
      [
        entry.name ?? entry.file,
        {
          script: entry.file,
          styles: stylesOf(entry, manifest),
          imports: importsOf(entry, manifest).map(({ file }) => file),
          files: filesOf(entry, manifest),
        },
      ] as const,
  );
  return { files, programs: new Map(programs) };
}

function readManifest(): Manifest | null {
  try {
    return JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The chunks that one loads at once, and what those load. */
function importsOf(chunk: ManifestChunk, manifest: Manifest): ManifestChunk[] {
  const next = (chunk.imports ?? []).map((key) => manifest[key]).filter((one) => one !== undefined);
  return [...new Set(next.flatMap((one) => [one, ...importsOf(one, manifest)]))];
}

/** The files of a chunk, and of every chunk that it imports now or later. */
function filesOf(chunk: ManifestChunk, manifest: Manifest): string[] {
  const seen = new Set([chunk]);
  // A set gives what is added to it while one goes through it.
  for (const { imports = [], dynamicImports = [] } of seen) {
    for (const key of [...imports, ...dynamicImports]) {
      const next = manifest[key];
      if (next) seen.add(next);
    }
  }
  return [...new Set([...seen].flatMap(({ file, css = [] }) => [file, ...css]))];
}

/** The styles of an entry and of everything that it imports, those first. */
function stylesOf(chunk: ManifestChunk, manifest: Manifest, seen = new Set<string>()): string[] {
  const imported = (chunk.imports ?? []).flatMap((key) => {
    const next = manifest[key];
    if (next === undefined || seen.has(key)) return [];
    seen.add(key);
    return stylesOf(next, manifest, seen);
  });
  return [...new Set([...imported, ...(chunk.css ?? [])])];
}

/** Later files override earlier ones. */
const sheets = "ground text figures page post comments presence list foot offline wide"
  .split(" ")
  .map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), "utf8"));

/** The one stylesheet of the site, with the accent that belongs to its owner. */
export function renderStylesheet({ light, dark }: Accent): string {
  return [`:root{--accent:light-dark(${light},${dark})}`, ...sheets].join("\n");
}
