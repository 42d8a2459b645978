import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A third-party package in the tree that `npm ci --omit=dev` installs, on any platform. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** What the lock and, where the package is installed here, its own manifest say; the same, where all is well. */
  readonly licences: readonly string[];
  readonly runsScript: boolean;
  /** What its maintainers say in place of "use this", where the registry told the lock so. */
  readonly deprecated: string | null;
  /** Whether it needs other packages. */
  readonly needsOthers: boolean;
}

/** What one `package.json` of ours asks for. */
export interface DirectDependency {
  readonly name: string;
  /** As it is written there. */
  readonly range: string;
  /** The name of the package of ours. */
  readonly askedBy: string;
}

export interface DependencyTree {
  readonly direct: readonly DirectDependency[];
  readonly production: readonly InstalledPackage[];
  /** Where the lock has packages without the hash of their bytes, or with an address to get them from; tools, too. */
  readonly unpinned: readonly string[];
}

interface Manifest {
  readonly name?: string;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockedPackage {
  /** Its own name, where the folder has another one: an alias. */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly deprecated?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const installScripts = ["preinstall", "install", "postinstall"];

/** Reads the manifests of this repository's packages, the lock, and what is installed. */
export function readTree(root: string): DependencyTree {
  const lock = readJson<{ packages: Readonly<Record<string, LockedPackage>> }>(root, "package-lock.json");
  const foreign = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );
  const production = foreign.filter(([, { dev }]) => !dev);
  return {
    direct: readDirect(root),
    production: production.map(([path, entry]) => readInstalled(root, path, entry)),
    unpinned: foreign.filter(([, entry]) => !isPinned(entry)).map(([path]) => path),
  };
}

function isPinned({ integrity, resolved }: LockedPackage): boolean {
  return integrity?.startsWith("sha512-") === true && resolved === undefined;
}

function readDirect(root: string): DirectDependency[] {
  const manifests = ["package.json", ...globSync("packages/*/package.json", { cwd: root })];
  return manifests.flatMap((path) => {
    const { name = path, dependencies, optionalDependencies } = readJson<Manifest>(root, path);
    return Object.entries({ ...dependencies, ...optionalDependencies }).map(([dependency, range]) => ({
      name: dependency,
      range,
      askedBy: name,
    }));
  });
}

function readInstalled(root: string, path: string, locked: LockedPackage): InstalledPackage {
  const manifest = existsSync(join(root, path, "package.json"))
    ? readJson<Manifest>(root, `${path}/package.json`)
    : null;
  const licences = new Set([locked.license, ...(manifest ? [manifest.license] : [])]);
  return {
    name: locked.name ?? path.replace(/^.*node_modules\//, ""),
    version: locked.version ?? "",
    licences: [...licences].map((licence) => (typeof licence === "string" ? licence : "none")),
    runsScript: locked.hasInstallScript === true || installScripts.some((name) => manifest?.scripts?.[name]),
    deprecated: locked.deprecated ?? null,
    needsOthers: Object.keys(locked.dependencies ?? {}).length > 0,
  };
}

function readJson<Value>(root: string, path: string): Value {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as Value;
}
