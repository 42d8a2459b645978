import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleLibrary } from "./bundle-library.ts";
import { bundleServer } from "./bundle-server.ts";
import { collectNotices } from "./collect-notices.ts";

const root = join(import.meta.dirname, "../..");
const repository = "https://github.com/freehold-ewp/freehold";

/** A package that can be published: its folder in `packages`, and how its content is made. */
export interface PublishedPackage {
  readonly name: string;
  readonly source: string;
  /** Fills an empty folder. @returns what its `package.json` has of its own */
  make(folder: string): Promise<Record<string, unknown>>;
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const sourceOf = (name: string) => join(root, "packages", name);
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** Ranges for a library: who uses it may have a newer version already. */
function dependenciesOf(source: string, { without = [] as readonly string[] } = {}): Record<string, string> {
  const { dependencies = {} } = readManifest(source);
  const wanted = Object.entries(dependencies).filter(([name]) => !without.includes(name));
  return Object.fromEntries(wanted.map(([name, version]) => [name, `^${version}`]));
}

/** The types of a package, which are committed so that a change of them is seen; `npm run generate` writes them. */
export const typesOf = (source: string) => `docs/api/${basename(source)}.d.ts`;

export const publishedPackages: readonly PublishedPackage[] = [
  { name: "@freehold/protocol", source: sourceOf("protocol"), make: makeProtocol },
  { name: "@freehold/client", source: sourceOf("client"), make: makeClient },
  { name: "@freehold/conformance", source: sourceOf("conformance"), make: makeConformance },
  { name: "freehold", source: sourceOf("node"), make: makeNode },
];

/** Writes the folder of one package as npm publishes it, with what all of them have. */
export async function writePackage({ name, source, make }: PublishedPackage, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const own = await make(folder);
  cpSync(join(root, typesOf(source)), join(folder, "dist/index.d.ts"));
  const { version, description, license, type, engines } = readManifest(source) as Manifest &
    Record<string, unknown>;
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git`, directory: `packages/${basename(source)}` },
    engines,
    sideEffects: false,
    ...own,
    publishConfig: { access: "public" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ["LICENSE", "README.md"]) {
    const own = join(source, file);
    cpSync(existsSync(own) ? own : join(root, file), join(folder, file));
  }
}

const types = { types: "./dist/index.d.ts" };

async function makeProtocol(folder: string): Promise<Record<string, unknown>> {
  const source = sourceOf("protocol");
  const input = { index: "src/index.ts" };
  await bundleLibrary(source, { input, folder: join(folder, "dist"), platform: "node" });
  await bundleLibrary(source, { input, folder: join(folder, "dist/browser"), platform: "browser" });
  // The native library is twice as fast as WebAssembly; whoever wants it installs it.
  const native = { secp256k1: readManifest(source).dependencies?.secp256k1 };
  return {
    // Its sources, which Node runs as TypeScript in this repository, need a newer one.
    engines: { node: ">=22" },
    keywords: ["ewp", "ethereum", "eip-712", "publishing", "federation"],
    exports: {
      ".": { ...types, browser: "./dist/browser/index.js", default: "./dist/index.js" },
      "./package.json": "./package.json",
    },
    files: ["dist"],
    dependencies: dependenciesOf(source, { without: Object.keys(native) }),
    peerDependencies: { secp256k1: `^${native.secp256k1}` },
    peerDependenciesMeta: { secp256k1: { optional: true } },
  };
}

async function makeClient(folder: string): Promise<Record<string, unknown>> {
  const input = { index: "src/index.ts" };
  const source = sourceOf("client");
  await bundleLibrary(source, { input, folder: join(folder, "dist"), platform: "browser" });
  cpSync(join(source, "src/generated/schema.ts"), join(folder, "dist/schema.d.ts"));
  return {
    keywords: ["freehold", "graphql", "client", "api", "publishing"],
    exports: { ".": { ...types, default: "./dist/index.js" }, "./package.json": "./package.json" },
    files: ["dist"],
    // Its types alone import it: nobody who writes JavaScript installs it.
    peerDependencies: { "gql.tada": `^${readManifest(root).devDependencies?.["gql.tada"]}` },
    peerDependenciesMeta: { "gql.tada": { optional: true } },
  };
}

async function makeConformance(folder: string): Promise<Record<string, unknown>> {
  const source = sourceOf("conformance");
  const input = { index: "src/index.ts", main: "src/main.ts" };
  await bundleLibrary(source, { input, folder: join(folder, "dist"), platform: "node" });
  const command = "bin/freehold-conformance.js";
  const program = readFileSync(join(source, command), "utf8").replace("../src/main.ts", "../dist/main.js");
  mkdirSync(join(folder, dirname(command)));
  writeFileSync(join(folder, command), program, { mode: 0o755 });
  return {
    keywords: ["ewp", "conformance", "test suite"],
    // It defines what its library of certificates needs.
    sideEffects: ["./dist/main.js", "./bin/*.js"],
    exports: { ".": { ...types, default: "./dist/index.js" }, "./package.json": "./package.json" },
    bin: { "freehold-conformance": command },
    files: ["dist", "bin"],
    // Its types name those of Node.
    dependencies: { ...dependenciesOf(source), "@types/node": "^24.0.0" },
  };
}

/**
 * The node, with the programs for browsers. The native library that recovers signers comes inside: its package asks for
 * `elliptic`, which has open advisories and is never loaded.
 */
async function makeNode(folder: string): Promise<Record<string, unknown>> {
  const source = sourceOf("node");
  const { packages, packageModules } = await bundleServer(join(folder, "dist"), (files) => {
    const name = files.endsWith("/dist") ? "web" : basename(files);
    cpSync(files, join(folder, name), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
    return join(folder, name);
  });
  cpSync(join(source, "bin"), join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "NOTICES.md"), collectNotices(packageModules, sourceOf("web")));
  const inside = ["secp256k1", "node-gyp-build"];
  for (const name of inside) copyNative(name, join(folder, "node_modules", name));
  const names = [...new Set([...packages, ...inside])].sort();
  return {
    keywords: ["ewp", "publishing", "blog", "self-hosted", "federation", "ethereum"],
    sideEffects: true,
    exports: { ".": { ...types, default: "./dist/index.js" }, "./package.json": "./package.json" },
    bin: { freehold: "bin/freehold.js" },
    files: ["bin", "dist", "fonts", "styles", "web", "NOTICES.md"],
    dependencies: Object.fromEntries(names.map((name) => [name, readManifest(installed(name)).version])),
    bundleDependencies: inside,
  };
}

/** Where a package is installed, as the node finds it. */
function installed(name: string): string {
  const folders = [join(root, "packages/node/node_modules", name), join(root, "node_modules", name)];
  const found = folders.find((folder) => existsSync(join(folder, "package.json")));
  if (found === undefined) throw new Error(`${name} is not installed.`);
  return found;
}

/** What runs of a native package: its bindings and their builds, without its sources and what these ask for. */
function copyNative(name: string, folder: string): void {
  const from = installed(name);
  mkdirSync(folder, { recursive: true });
  for (const part of ["LICENSE", "bindings.js", "lib", "prebuilds", "index.js", "node-gyp-build.js"]) {
    if (existsSync(join(from, part))) cpSync(join(from, part), join(folder, part), { recursive: true });
  }
  const { version, license, dependencies = {} } = readManifest(from) as Manifest & { license?: string };
  const kept = Object.entries(dependencies).filter(([one]) => one === "node-gyp-build");
  const manifest = { name, version, license, dependencies: Object.fromEntries(kept) };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
