import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const { version } = read("package.json") as { version: string };
const manifests = globSync("packages/*/package.json", { cwd: root }).map(read);

test("every package has the version of the release, and asks for the others in it", () => {
  expect(manifests.length).toBeGreaterThan(3);
  for (const { name, version: own, dependencies, devDependencies } of manifests) {
    expect(own, name).toBe(version);
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([one]) =>
      one.startsWith("@freehold/"),
    );
    for (const [one, range] of ours) expect(range, `${one} in ${name}`).toBe(version);
  }
});

test("the lock has these versions, and the changelog this one", () => {
  const { packages } = read("package-lock.json");
  const locked = Object.keys(packages).filter((path) => path === "" || /^packages\/[^/]+$/.test(path));
  expect(locked.map((path) => packages[path].version)).toEqual(locked.map(() => version));
  expect(readFileSync(join(root, "CHANGELOG.md"), "utf8")).toMatch(new RegExp(`^## ${version}\\b`, "m"));
});
