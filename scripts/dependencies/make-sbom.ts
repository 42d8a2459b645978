import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readTree } from "./read-tree.ts";

interface Component {
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  externalReferences?: unknown;
  [key: string]: unknown;
}

/** The parts of CycloneDX 1.5 that npm writes and that are looked at here. */
export interface Sbom {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
  [key: string]: unknown;
}

const run = promisify(execFile);

/**
 * A software bill of materials of what `npm ci --omit=dev` installs, on whatever platform, and of this repository's own
 * packages: CycloneDX 1.5, with the hash of each package. The same lock gives the same bytes: no time, no number of its
 * own, no version of npm, and no address of a registry.
 *
 * npm's own `--omit=dev` is not used: it leaves out whatever a tool for development needs as well, PostgreSQL's client
 * among them.
 */
export async function makeSbom(root: string): Promise<Sbom> {
  const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"];
  const { stdout } = await run("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const full = JSON.parse(stdout) as Sbom;
  const production = new Set(readTree(root).production.map(({ name, version }) => `${name}@${version}`));
  const isIncluded = (ref: string) => production.has(ref) || ref.startsWith("@freehold/");
  const { serialNumber: _number, metadata, ...rest } = full;
  const { timestamp: _time, tools: _tools, component, ...said } = metadata;
  return {
    ...rest,
    metadata: { ...said, component: plain(component) },
    components: once(full.components, "bom-ref")
      .filter((one) => isIncluded(one["bom-ref"]))
      .map(plain)
      .sort(byKey("bom-ref")),
    dependencies: once(full.dependencies, "ref")
      .filter(({ ref }) => isIncluded(ref) || ref === component["bom-ref"])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIncluded).sort() }))
      .sort(byKey("ref")),
  };
}

/** With the name that the package has, where npm takes the folder's, and without addresses and folders. */
function plain({ externalReferences: _addresses, properties: _folders, ...component }: Component): Component {
  return { ...component, name: component["bom-ref"].slice(0, component["bom-ref"].lastIndexOf("@")) };
}

/** One for each package: some versions of npm list a package for each of its folders. */
function once<Key extends string, One extends Record<Key, string>>(all: readonly One[], key: Key): One[] {
  return [...new Map(all.map((one) => [one[key], one])).values()];
}

function byKey<Key extends string>(key: Key): (a: Record<Key, string>, b: Record<Key, string>) => number {
  return (a, b) => (a[key] < b[key] ? -1 : Number(a[key] > b[key]));
}
