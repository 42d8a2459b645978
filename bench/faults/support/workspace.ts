import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificateAuthority } from "../../../packages/node/test/support/certificates.ts";
import { createTestFetch } from "../../../packages/node/test/support/test-fetch.ts";
import type { TestFetch } from "../../../packages/node/test/support/test-node.ts";
import { type BenchFolder, type BenchNode, type BenchNodeOptions, createBenchNode } from "./bench-node.ts";

/** A folder with the nodes of a scenario. */
export interface Workspace extends BenchFolder, AsyncDisposable {
  /** A node that is not started; it is killed and removed with the workspace. */
  node(name: string, options?: BenchNodeOptions): Promise<BenchNode>;
  /** What each of them is doing, and the end of what it printed. */
  describe(): string;
  /** A call from outside to any node, which gives up after 15 seconds where no time is given. */
  readonly call: TestFetch;
}

export async function openWorkspace(): Promise<Workspace> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-faults-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = await createCertificateAuthority("Freehold faults");
  const certificate = await authority.issue(["localhost", "127.0.0.1"]);
  const files = { ca: join(folder, "ca.pem"), cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(files.ca, authority.certificate);
  await writeFile(files.cert, certificate.cert);
  await writeFile(files.key, certificate.key, { mode: 0o600 });
  const { fetch } = resources.use(createTestFetch(authority.certificate, { keepsConnections: false }));
  const owned = resources.move();
  const nodes: BenchNode[] = [];
  const workspace: Workspace = {
    folder,
    files,
    async node(name, options = {}) {
      const node = owned.use(await createBenchNode(workspace, name, options));
      nodes.push(node);
      return node;
    },
    describe: () =>
      nodes
        .map((node) => `${node.name} ${node.isRunning ? "runs" : "does not run"}. ${node.log().slice(-600)}`)
        .join("\n"),
    call: (url, options) => fetch(url, { timeoutMs: 15_000, ...options }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return workspace;
}
