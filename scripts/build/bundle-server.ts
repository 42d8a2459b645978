import { globSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { readCommit } from "../../packages/node/src/config/commit.ts";
import { relocate } from "./relocate.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Packages of many modules that every server loads. The bundle holds them, and what they import themselves; all others are
 * loaded from where npm put them: native ones, and those that many nodes never need.
 */
const bundled = [
  "@fastify/proxy-addr",
  "@noble/hashes",
  "@noble/secp256k1",
  "@prometheus-io/client",
  "fastify",
  "ipaddr.js",
  "kysely",
  "lru-cache",
  "markdown-it",
  "pino",
  "zod",
  // Ours, and what the bundler itself adds.
  "@freehold/client",
  "@freehold/import",
  "@freehold/protocol",
  "@freehold/web",
  "@oxc-project/runtime",
];

/** What the bundled packages load only for what no route here has: schemas of bodies. */
const apart = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"];

export interface ServerBundle {
  /** Programs and their parts: names of files in the folder. */
  readonly programs: readonly string[];
  readonly parts: readonly string[];
  /** Absolute paths of the modules of this repository that it was made of. */
  readonly sources: readonly string[];
  /** Absolute paths of the modules of packages that it holds. */
  readonly packageModules: readonly string[];
  /** Packages that it loads from where npm put them. */
  readonly packages: readonly string[];
}

/**
 * Bundles the server, the command line and the programs of their threads into one folder, which is emptied before. A part is
 * loaded when it is needed, and the code stays readable: stack traces name its functions, and comments name the sources.
 *
 * @param place where a file or folder that the server reads (absolute path) will be when the bundle runs
 */
export async function bundleServer(folder: string, place: (files: string) => string): Promise<ServerBundle> {
  const programs = globSync("packages/{node,web}/src/**/*-program.ts", { cwd: root });
  const packages = new Set<string>();
  await using bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      ["packages/node/src/main.ts", "packages/node/src/index.ts", ...programs].map((path) => [
        basename(path, ".ts"),
        join(root, path),
      ]),
    ),
    platform: "node",
    // As the sources: nothing is lowered.
    transform: { target: "esnext", define: { builtCommit: JSON.stringify(readCommit(root)) } },
    external(id, importer) {
      const isOutside = isExternal(id, importer);
      if (isOutside && !id.startsWith("node:")) packages.add(packageOf(id));
      return isOutside;
    },
    plugins: [relocateFiles(folder, place, packages)],
  });
  const { output } = await bundle.write({
    dir: folder,
    cleanDir: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: { legal: true, annotation: false, jsdoc: false },
    minifyInternalExports: false,
  });
  const chunks = output.filter((one) => one.type === "chunk");
  const names = (some: OutputChunk[]) => some.map(({ fileName }) => fileName);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => id.startsWith(root));
  return {
    programs: names(chunks.filter(({ isEntry }) => isEntry)),
    parts: names(chunks.filter(({ isEntry }) => !isEntry)),
    sources: modules.filter((id) => !id.includes("/node_modules/")),
    packageModules: modules.filter((id) => id.includes("/node_modules/")),
    packages: [...packages].sort(),
  };
}

function isExternal(id: string, importer: string | undefined): boolean {
  if (id.startsWith("node:")) return true;
  // A path, a package's own name for a file (`#…`), or a module of the bundler.
  if (importer === undefined || /^[./#\0]/.test(id)) return false;
  const name = packageOf(id);
  return apart.includes(name) || (!importer.includes("/node_modules/") && !bundled.includes(name));
}

/** The package of an import: `@scope/name/path` → `@scope/name`. */
function packageOf(id: string): string {
  return id.split("/", id.startsWith("@") ? 2 : 1).join("/");
}

/**
 * Our modules find the program of a thread, a file or a folder of files by `new URL("…", import.meta.url)`: from the bundle.
 *
 * @param packages gets those that a module requires
 */
function relocateFiles(folder: string, place: (files: string) => string, packages: Set<string>): Plugin {
  return {
    name: "relocate",
    transform: {
      filter: { id: { exclude: /\/node_modules\// }, code: "import.meta.url" },
      handler(code, id) {
        for (const [, name = ""] of code.matchAll(/createRequire\(import\.meta\.url\)\("([^"]+)"\)/g)) {
          packages.add(packageOf(name));
        }
        return relocate(code, id, (path) => {
          if (path.endsWith(".ts") && !path.endsWith("-program.ts"))
            throw new Error(`${id}: the bundle has a program only where its name ends in "-program.ts".`);
          const found = path.endsWith(".ts")
            ? `${basename(path, ".ts")}.js`
            : `${relative(folder, place(resolve(dirname(id), path)))}${path.endsWith("/") ? "/" : ""}`;
          return found.startsWith(".") ? found : `./${found}`;
        });
      },
    },
  };
}
