import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeSbom, type Sbom } from "./dependencies/make-sbom.ts";

const root = join(import.meta.dirname, "..");
let sbom: Sbom;

interface Locked {
  /** Where the folder has another one. */
  readonly name?: string;
  readonly version: string;
  readonly integrity: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** What the lock says for production: name@version, and the hash of its bytes. */
function readLock(): Map<string, string> {
  const text = readFileSync(join(root, "package-lock.json"), "utf8");
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const kept = Object.entries(packages).filter(
    ([path, one]) => path.includes("node_modules/") && !one.dev && !one.link,
  );
  return new Map(
    kept.map(([path, { name = path.split("node_modules/").at(-1), version, integrity }]) => [
      `${name}@${version}`,
      Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
    ]),
  );
}

beforeAll(async () => {
  sbom = await makeSbom(root);
});

test("it lists what the lock says for production, with the hash of each, and our own packages", () => {
  const listed = sbom.components.filter(({ name }) => !name.startsWith("@freehold/"));
  const hashes = listed.map((one) => [
    `${one.name}@${one.version}`,
    (one.hashes as { alg: string; content: string }[]).find(({ alg }) => alg === "SHA-512")?.content,
  ]);
  expect(hashes.length).toBeGreaterThan(250);
  expect(hashes).toEqual([...readLock()].sort(([a], [b]) => (a < b ? -1 : 1)));
  const ours = sbom.components.map(({ name }) => name).filter((name) => name.startsWith("@freehold/"));
  expect(ours).toEqual(
    ["client", "conformance", "import", "node", "protocol", "web"].map((name) => `@freehold/${name}`),
  );
  expect(sbom.metadata.component.name).toBe("freehold");
});

test("what needs what: every package is reached from our own, and none is named that is not listed", () => {
  const needs = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const open = [sbom.metadata.component["bom-ref"]];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (reached.has(ref)) continue;
    reached.add(ref);
    open.push(...(needs.get(ref) ?? []));
  }
  reached.delete(sbom.metadata.component["bom-ref"]);
  // What is needed by development or by choice alone hangs on nothing here: types of a library that may be told them.
  const loose = ["@types/react", "csstype"];
  const refs = sbom.components.filter(({ name }) => !loose.includes(name)).map((one) => one["bom-ref"]);
  expect([...reached].filter((ref) => !loose.some((name) => ref.startsWith(`${name}@`))).sort()).toEqual(
    refs.sort(),
  );
});

test("it is the same each time, and says neither when nor where it was made", async () => {
  expect(await makeSbom(root)).toEqual(sbom);
  const text = JSON.stringify(sbom);
  expect(text).not.toContain("timestamp");
  expect(text).not.toContain("urn:uuid:");
  expect(text).not.toContain("cdx:npm:package:development");
  expect(text.match(/https?:\/\/[^"]+/g)).toEqual(["http://cyclonedx.org/schema/bom-1.5.schema.json"]);
});
