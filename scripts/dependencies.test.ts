import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import lock from "../package-lock.json" with { type: "json" };
import * as decided from "./dependencies/arguments.ts";
import { findFaults } from "./dependencies/find-faults.ts";
import { type DependencyTree, type InstalledPackage, readTree } from "./dependencies/read-tree.ts";

/** The lock's entry of a package with an install script. */
interface LockEntry {
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const root = join(import.meta.dirname, "..");
const tree = readTree(root);
const plain: InstalledPackage = {
  name: "another",
  version: "1.0.0",
  licences: ["MIT"],
  runsScript: false,
  deprecated: null,
  needsOthers: false,
};

const hash = "sha512-AAAA";

function lockOf(name: string, entry: object): Record<string, object> {
  return { [`node_modules/${name}`]: { version: "1.0.0", license: "MIT", ...entry } };
}

/** What is found when this repository's tree is changed in one way. */
function faultsOf(change: Partial<DependencyTree>, changed: Partial<typeof decided> = {}): string[] {
  return findFaults({ ...tree, ...change }, { ...decided, ...changed });
}

test("every dependency of this repository is argued for", () => {
  expect(tree.direct.length).toBeGreaterThan(30);
  expect(faultsOf({})).toEqual([]);
});

test("npm is allowed to run the scripts that an installation on Linux needs, and no others", () => {
  const needed = Object.entries(lock.packages).filter(([, one]) => {
    const { hasInstallScript = false, os = ["linux"], cpu = ["x64"] } = one as LockEntry;
    return hasInstallScript && os.includes("linux") && ["x64", "arm64"].includes(cpu[0] ?? "");
  });
  const names = needed.map(([path]) => path.replace(/^.*node_modules\//, "")).sort();
  expect(Object.keys(packageJson.allowScripts).sort()).toEqual(names);
});

test("what is installed for elliptic is the version that browsers get", () => {
  const noble = tree.production.filter(({ name }) => name === "@noble/secp256k1");
  expect(noble).toHaveLength(2);
  expect(new Set(noble.map(({ version }) => version)).size).toBe(1);
});

describe("it is found that", () => {
  test("one is new, wherever it is asked for", () => {
    const added = { name: "left-pad", range: "1.3.0", askedBy: "freehold" };
    expect(faultsOf({ direct: [...tree.direct, added] })).toEqual([
      "left-pad, which freehold asks for, has no argument.",
    ]);
  });

  test("one is gone", () => {
    expect(faultsOf({ direct: tree.direct.filter(({ name }) => name !== "pino") })).toEqual([
      "pino is argued for, and nobody asks for it.",
    ]);
  });

  test.each(["^10.4.0", "~10.4.0", "10.x", "*", "latest", ">=10", "file:../pino", "10.4.0 || 11.0.0"])(
    "%s is no exact version",
    (range) => {
      const direct = tree.direct.map((one) => (one.name === "pino" ? { ...one, range } : one));
      expect(faultsOf({ direct })).toEqual([
        `@freehold/node asks for pino as "${range}", which is no exact version.`,
      ]);
    },
  );

  test("one more comes along, or runs a script, or has another licence", () => {
    const add = (one: Partial<InstalledPackage>) =>
      faultsOf(
        { production: [...tree.production, { ...plain, ...one }] },
        { productionPackages: decided.productionPackages + 1 },
      );
    expect(faultsOf({ production: [...tree.production, plain] })).toEqual([
      `The lock has ${decided.productionPackages + 1} packages for production, and ${decided.productionPackages} were decided on.`,
    ]);
    expect(add({})).toEqual([]);
    expect(add({ runsScript: true })).toEqual([
      "another runs a script while it is installed, and nobody has argued for that.",
    ]);
    expect(add({ licences: ["MIT", "AGPL-3.0-only"] })).toEqual([
      "another has the licence AGPL-3.0-only, which is not on the list.",
    ]);
    expect(add({ licences: ["MIT AND LGPL-3.0-or-later"] })).toEqual([
      "another has the licence LGPL-3.0-or-later, which is not on the list.",
    ]);
    expect(add({ licences: ["none"] })).toHaveLength(1);
  });

  test("one is refused or deprecated", () => {
    const names = tree.production.map(({ name }) => name);
    expect(names).not.toContain("elliptic");
    expect(names).not.toContain("prom-client");
    const withOne = (one: Partial<InstalledPackage>) =>
      faultsOf({ production: [...tree.production.slice(1), { ...plain, ...one }] });
    expect(withOne({ name: "elliptic" })).toEqual([
      `elliptic is in the tree, and is refused: ${decided.refused.elliptic}`,
    ]);
    expect(withOne({ deprecated: "use that" })).toEqual(["another is deprecated: use that"]);
  });

  test("an alias is another package than its folder says", () => {
    const folder = mkdtempSync(join(tmpdir(), "freehold-lock-"));
    const packages = lockOf("left-pad", { name: "elliptic", integrity: hash, deprecated: "use that" });
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages }));
    expect(readTree(folder).production).toEqual([{ ...plain, name: "elliptic", deprecated: "use that" }]);
    rmSync(folder, { recursive: true });
  });

  test("the lock does not hold the bytes of one", () => {
    expect(faultsOf({ unpinned: ["node_modules/another"] })).toEqual([
      "node_modules/another has no hash in the lock, or an address.",
    ]);
    const lock = {
      packages: {
        ...lockOf("a", { integrity: hash }),
        ...lockOf("b", {}),
        ...lockOf("c", { integrity: "sha1-AAAA" }),
        ...lockOf("d", { integrity: hash, resolved: "https://packages.example/d.tgz" }),
      },
    };
    const folder = mkdtempSync(join(tmpdir(), "freehold-lock-"));
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    expect(readTree(folder).unpinned).toEqual(["b", "c", "d"].map((name) => `node_modules/${name}`));
    rmSync(folder, { recursive: true });
  });

  test("a list takes what is not there any more", () => {
    const quiet = tree.production.map((one) => ({ ...one, runsScript: false }));
    expect(faultsOf({ production: quiet })).toEqual([
      "secp256k1 runs no script while it is installed, and is on the list of those that do.",
    ]);
    const free = tree.production.map((one) => ({ ...one, licences: ["MIT"] }));
    expect(faultsOf({ production: free })).toHaveLength(decided.licencesTaken.length);
  });
});

test("what is built for browsers holds what is argued for there, and nothing from development", async () => {
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = "development";
  const built = await build({
    configFile: join(root, "packages/web/vite.config.ts"),
    logLevel: "silent",
    build: { write: false },
  }).finally(() => {
    process.env.NODE_ENV = mode;
  });
  const { output } = built as Rolldown.RolldownOutput;
  const modules = output.flatMap((one) => (one.type === "chunk" ? one.moduleIds : []));
  expect(modules.some((id) => id.endsWith("/react-dom/cjs/react-dom-client.production.js"))).toBe(true);
  expect(modules.filter((id) => /[.]development[.]js|jsx-dev-runtime/.test(id))).toEqual([]);
  const names = new Set(
    modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
  );
  expect(names).toContain("react-dom");
  const production = new Set(tree.production.map(({ name }) => name));
  expect([...names].filter((name) => !production.has(name))).toEqual([]);
  const elsewhere = decided.argued.filter(({ runs }) => !runs.includes("browser")).map(({ name }) => name);
  expect(elsewhere.filter((name) => names.has(name))).toEqual([]);
}, 60_000);
