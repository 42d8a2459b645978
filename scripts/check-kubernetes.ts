import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

/**
 * Checks the manifests of `examples/hosting/kubernetes` by the schemas of Kubernetes itself: `npx node scripts/check-kubernetes.ts`.
 * The schemas have 32 MB, so the script loads them from npm into a temporary folder. Exit code 1 for a fault.
 */
const version = "4.5.1";
const manifests = join(import.meta.dirname, "../examples/hosting/kubernetes");
const folder = mkdtempSync(join(tmpdir(), "freehold-kubernetes-"));

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

try {
  execFileSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefix", folder, `kubernetes-models@${version}`],
    {
      stdio: "ignore",
    },
  );
  const load = createRequire(join(folder, "package.json"));
  for (const file of readdirSync(manifests)) {
    for (const document of parseAllDocuments(readFileSync(join(manifests, file), "utf8"))) {
      const resource = document.toJS() as Resource;
      process.stdout.write(`${file} ${resource.kind} ${resource.metadata.name}: ${check(load, resource)}\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function check(load: NodeJS.Require, resource: Resource): string {
  const { apiVersion, kind } = resource;
  const Model = load(`kubernetes-models/${apiVersion}`)[kind];
  const unread = new Set<string>();
  try {
    Object.assign(new Model(), watchReads(resource, "", unread)).validate();
    // A field that the schema does not read does not belong to it.
    if (unread.size > 0) throw new Error(`It has no ${[...unread].join(", ")}.`);
    return "ok";
  } catch (error) {
    process.exitCode = 1;
    return String(error);
  }
}

/** A proxy of a value that removes the path of each read field from `unread`. */
function watchReads<T extends object>(value: T, path: string, unread: Set<string>): T {
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
  const inner = new Map<string | symbol, object>();
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver);
      unread.delete(`${path}/${String(key)}`);
      if (typeof found !== "object" || found === null) return found;
      const watched = inner.get(key) ?? watchReads(found, `${path}/${String(key)}`, unread);
      inner.set(key, watched);
      return watched;
    },
  });
}
