import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificateAuthority } from "../../../packages/node/test/support/certificates.ts";
import { type BenchFolder, type BenchNode, type BenchNodeOptions, createBenchNode } from "./bench-node.ts";

/** A folder with the nodes of a scenario. */
export interface Workspace extends BenchFolder, AsyncDisposable {
  /** A node that is not started; it is killed and removed with the workspace. */
  node(name: string, options?: BenchNodeOptions): Promise<BenchNode>;
  /** What each of them is doing, and the end of what it printed. */
  describe(): string;
  /** A call from outside to any node, which gives up after `timeoutMs`. */
  call(url: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  form?: FormData;
  timeoutMs?: number;
}

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
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
    call: (url, options = {}) => call(authority.certificate, url, options),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
  return workspace;
}

async function call(ca: string, url: string, options: CallOptions): Promise<Reply> {
  const { method = "GET", timeoutMs = 15_000 } = options;
  const { headers, body } = await encode(options);
  const signal = AbortSignal.timeout(timeoutMs);
  return await new Promise((resolve, reject) => {
    // A connection for each call: one that is kept may belong to a process that was killed.
    const length = body === null ? {} : { "content-length": String(body.length) };
    const asked = request(
      url,
      { ca, method, headers: { ...headers, ...length }, agent: false, signal },
      (reply) => {
        reply.toArray().then((chunks) => {
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) });
        }, reject);
      },
    );
    // A connection that breaks may report it twice.
    asked.on("error", reject);
    asked.end(body ?? undefined);
  });
}

async function encode({ headers = {}, json, form }: CallOptions) {
  if (form) {
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    return { headers: { ...headers, "content-type": type }, body: Buffer.from(await encoded.arrayBuffer()) };
  }
  if (json === undefined) return { headers, body: null };
  return {
    headers: { ...headers, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(json)),
  };
}
