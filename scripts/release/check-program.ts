import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/**
 * The packages of an installed program that the lock of the repository does not have in this version.
 *
 * @param folder of the program, with its `node_modules`
 * @returns `name version`, and how many packages there are
 */
export function compareWithLock(folder: string): { count: number; others: string[] } {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const locked = new Set(
    Object.entries(packages).map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`),
  );
  const installed = [...listPackages(join(folder, "node_modules"))];
  return { count: installed.length, others: installed.filter((one) => !locked.has(one)) };
}

/** `name version` of each package below a `node_modules`. */
function* listPackages(modules: string): Generator<string> {
  for (const entry of readdirSync(modules, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const path = join(modules, entry.name);
    if (entry.name.startsWith("@")) {
      for (const name of readdirSync(path)) yield* describePackage(join(path, name), `${entry.name}/${name}`);
    } else yield* describePackage(path, entry.name);
  }
}

function* describePackage(path: string, name: string): Generator<string> {
  const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { version: string };
  yield `${name} ${version}`;
  if (readdirSync(path).includes("node_modules")) yield* listPackages(join(path, "node_modules"));
}

/**
 * Checks an installed program: the versions of its packages, and its native code, which has to load without a script of npm.
 *
 * @returns a sentence for the terminal
 * @throws Error that names what differs
 */
export function checkProgram(folder: string, env: Readonly<Record<string, string | undefined>>): string {
  const { count, others } = compareWithLock(folder);
  if (count < 100 || others.length > 0)
    throw new Error(`Of ${count} packages, these are not as the lock has them: ${others.join(", ")}`);
  const options = { cwd: folder, env, encoding: "utf8" } as const;
  const native = execFileSync("node", ["--input-type=module", "--eval", showNative], options).trim();
  return `${count} packages, in the versions of the lock. ${native}`;
}

/** Native code of another machine is noticed when it is loaded. Signers can be recovered without. */
const showNative = `
const { default: sharp } = await import("sharp");
await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } }).webp().toBuffer();
const recovery = await import("secp256k1/bindings.js").then(() => "native", () => "WebAssembly");
console.log("Pictures: sharp for " + process.arch + ". Signers: " + recovery + ".");
`;
