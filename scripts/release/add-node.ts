import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Processor } from "./write-archive.ts";

const root = join(import.meta.dirname, "../..");

/** The bytes of the packages on npm that hold the binary, of the version in package.json. A new version needs new hashes. */
const integrity: Readonly<Record<Processor, string>> = {
  x64: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  arm64: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
};

/**
 * Puts the Node of this repository into `node` of a program: the binary and its licence, without headers and npm.
 *
 * @param folder of the program
 * @throws Error where npm has other bytes than the hash here
 */
export function addNode(folder: string, processor: Processor): void {
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: { node: string } };
  const name = `node-linux-${processor}`;
  const version = devDependencies.node;
  const about = { name: "freehold-node", version: "1.0.0", dependencies: { [name]: version } };
  const packages = { "": about, [`node_modules/${name}`]: { version, integrity: integrity[processor] } };
  const work = mkdtempSync(join(tmpdir(), "freehold-node-"));
  try {
    const write = (file: string, value: object) => writeFileSync(join(work, file), JSON.stringify(value));
    write("package.json", about);
    write("package-lock.json", { ...about, lockfileVersion: 3, requires: true, packages });
    const platform = ["--os=linux", `--cpu=${processor}`];
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefer-offline"];
    execFileSync("npm", ["ci", ...platform, ...quiet], { cwd: work, stdio: "inherit" });
    for (const file of ["bin/node", "LICENSE"])
      cpSync(join(work, "node_modules", name, file), join(folder, "node", file), { recursive: true });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
