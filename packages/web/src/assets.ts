import { readdirSync, readFileSync } from "node:fs";
import type { Accent } from "./drawings/accent.ts";
import { renderShapes } from "./markdown/pictures/shapes.ts";
import { designs, variablesOf } from "./styles/themes/theme-file.ts";

/** A file that was built for browsers; its name changes with its bytes. */
export interface BuiltFile {
  readonly name: string;
  /** Read at the first request. */
  readonly body: Buffer;
}

/** The files that a page loads to run one program, by name. */
export interface BuiltProgram {
  readonly script: string;
  readonly styles: readonly string[];
  /** The files that it loads at once. */
  readonly imports: readonly string[];
  /** The files that its first view loads a moment later: a page preloads them. */
  readonly firstView: readonly string[];
  /**
   * The files that it loads later, by name: its views (`write`) and messages (`catalogue-en`). A page that opens one
   * preloads it.
   */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Everything that it may load while it runs, itself among it. */
  readonly files: readonly string[];
}

const verifierNames = ["verify.html", "verify.mjs"] as const;

/**
 * The programs that come with an export and check it without a node: a page, and one for Node.
 *
 * @throws Error if they were not built
 */
export function readVerifier(): BuiltFile[] {
  return verifierNames.map((name) => ({ name, body: readFileSync(new URL(name, folder)) }));
}

/** An entry or chunk in Vite's manifest. */
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
const styles = new URL("./styles/", import.meta.url);
const fonts = new URL("./fonts/", import.meta.url);

/**
 * The programs for browsers, which `npm run build` makes and `npm ci` runs.
 *
 * @returns null if they were not built
 */
export function readBuiltAssets(): { files: BuiltFile[]; programs: Map<string, BuiltProgram> } | null {
  const manifest = readManifest();
  if (manifest === null) return null;
  const others: readonly string[] = ["manifest.json", ...verifierNames];
  const names = readdirSync(folder).filter((name) => !others.includes(name));
  const files = names.map((name) => toFile(name, (one) => readFileSync(new URL(one, folder))));
  const entries = Object.values(manifest).filter(({ isEntry }) => isEntry);
  return {
    files,
    programs: new Map(entries.map((entry) => [entry.name ?? entry.file, programOf(entry, manifest)])),
  };
}

function toFile(name: string, read: (name: string) => Buffer): BuiltFile {
  let body: Buffer | null = null;
  return {
    name,
    get body() {
      body ??= read(name);
      return body;
    },
  };
}

function programOf(entry: ManifestChunk, manifest: Manifest): BuiltProgram {
  const atOnce = chunksOf(entry, manifest, ["imports"]);
  const all = chunksOf(entry, manifest, ["imports", "dynamicImports"]);
  return {
    script: entry.file,
    styles: [...new Set(atOnce.flatMap(({ css = [] }) => css))],
    imports: atOnce.filter((chunk) => chunk !== entry).map(({ file }) => file),
    firstView: entry.name === "console" ? firstViewOf(manifest) : [],
    parts: entry.name === "console" ? partsOf(manifest) : new Map(),
    files: [...new Set(all.flatMap(({ file, css = [] }) => [file, ...css]))],
  };
}

/** The files of the dashboard's first view. */
function firstViewOf(manifest: Manifest): string[] {
  const opening = manifest["src/console/open-console.tsx"];
  return opening ? chunksOf(opening, manifest, ["imports"]).map(({ file }) => file) : [];
}

/** The files of the dashboard's views and messages. */
function partsOf(manifest: Manifest): ReadonlyMap<string, readonly string[]> {
  const parts = Object.entries(manifest).flatMap(([source, chunk]) => {
    const [, view, catalogue] = partSource.exec(source) ?? [];
    const name = view ?? catalogue;
    if (name === undefined) return [];
    const files = chunksOf(chunk, manifest, ["imports"]).flatMap(({ file, css = [] }) => [file, ...css]);
    return [[name, [...new Set(files)]] as const];
  });
  return new Map(parts);
}

const partSource = /^src\/(?:console\/features\/(\w+)\/\1\.tsx|messages\/console\/(catalogue-\w+)\.ts)$/;

function readManifest(): Manifest | null {
  try {
    return JSON.parse(readFileSync(new URL("manifest.json", folder), "utf8")) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A chunk and every chunk that it leads to by these links, each after those that it leads to itself. */
function chunksOf(
  chunk: ManifestChunk,
  manifest: Manifest,
  links: readonly ("imports" | "dynamicImports")[],
  seen = new Set<ManifestChunk>(),
): ManifestChunk[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  const next = links.flatMap((link) => chunk[link] ?? []).flatMap((key) => manifest[key] ?? []);
  return [...next.flatMap((one) => chunksOf(one, manifest, links, seen)), chunk];
}

/** Later files override earlier ones. */
const stylesheets =
  "ground text figures pictures page header post comments subscribe presence list home follow foot offline wide"
    .split(" ")
    .map((name) => withoutComments(readFileSync(new URL(`${name}.css`, styles), "utf8")));

/** The same rules in fewer bytes. Strings of our stylesheets have neither comments nor two spaces in a row. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[^*]*\*\//g, "").replace(/\s+/g, " ");
}

/** The designs that an owner may choose, each a stylesheet of variables and a few rules; of paper, the site's own look, the variables. */
export const siteThemes = designs.map((name) => ({
  name,
  css:
    name === "paper"
      ? variablesOf(readFileSync(new URL("ground.css", styles), "utf8"))
      : readFileSync(new URL(`themes/${name}.css`, styles), "utf8"),
}));

const fontsOfCards = new URL("cards/", fonts);

/** The fonts of the texts on cards, each for some scripts, and the file by which a program finds them. */
export const cardFonts = {
  list: new URL("fonts.conf", fontsOfCards),
  files: readdirSync(fontsOfCards)
    .filter((name) => name.endsWith(".ttf"))
    .map((name) => new URL(name, fontsOfCards)),
} as const;

const fontNames = ["mathematics.woff2", "mathematics-more.woff2"] as const;
const readMathFont = (name: string) => readFileSync(new URL(name, fonts));
const mathStylesheet = readFileSync(new URL("mathematics.css", styles), "utf8");

/** The fonts of formulas: of common signs, and of rare ones. Each is read at the first request. */
export const mathFonts: readonly BuiltFile[] = fontNames.map((name) => toFile(name, readMathFont));

/** The stylesheet of pages with formulas. @param pathOf the path of a font */
export function renderMathStylesheet(pathOf: (font: string) => string): string {
  return mathStylesheet.replace(/url\("([^"]+)"\)/g, (_, font: string) => `url("${pathOf(font)}")`);
}

/** The one stylesheet of the site, with the accent that belongs to its owner. */
export function renderStylesheet(accent: Accent): string {
  return [renderColours(accent), ...stylesheets, renderShapes()].join("\n");
}

/** Only the accent colour, for programs with their own styles. */
export function renderColours({ light, dark }: Accent): string {
  return `:root{--accent:light-dark(${light},${dark})}`;
}
