import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { readConfig } from "../../src/config/config.ts";
import { createSigner } from "../../src/domain/access/signer.ts";
import { prepareFollow, submitFollow } from "../../src/domain/connections/follow.ts";
import { endConnection, prepareEnd } from "../../src/domain/connections/unfollow.ts";
import { installNode } from "../../src/domain/installation/install.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { readTimelineItems } from "../../src/domain/publications/timeline.ts";
import { createLog } from "../../src/observability/log.ts";
import { type RunningNode, startNode } from "../../src/start.ts";
import { createCertificateAuthority, type ServerCertificate } from "./certificates.ts";
import { freshDatabase } from "./databases.ts";
import { freePort } from "./free-port.ts";
import { createGroupNode } from "./group/group-node.ts";
import { requireAgreement } from "./group/require-agreement.ts";
import { type CertificateFiles, nodeSettings } from "./node-settings.ts";
import { placeSqliteTables } from "./sqlite-tables.ts";
import { createTestFetch } from "./test-fetch.ts";
import type { FetchOptions, TestNode, TestNodeOptions, TestReply } from "./test-node.ts";

export type { FetchOptions, TestNode, TestNodeOptions, TestReply };

/** Some machines of one test: one authority that all of them trust, real HTTPS on loopback, real databases. */
export interface TestNetwork extends AsyncDisposable {
  /** The authority's certificate, PEM. */
  readonly authority: string;
  readonly authorityFile: string;
  /** A certificate of the authority for `localhost` and 127.0.0.1. */
  readonly certificate: ServerCertificate;
  /** Starts a node; it is installed unless `install` is false. */
  start(options?: TestNodeOptions): Promise<TestNode>;
  /** A call to anything of the network, with the authority trusted. */
  fetch(url: string, options?: FetchOptions): Promise<TestReply>;
}

export async function createTestNetwork(): Promise<TestNetwork> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-network-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = await createCertificateAuthority();
  const certificate = await authority.issue(["localhost", "127.0.0.1"]);
  const files = { ca: join(folder, "ca.pem"), cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(files.ca, authority.certificate);
  await writeFile(files.cert, certificate.cert);
  await writeFile(files.key, certificate.key);
  const { fetch } = resources.use(createTestFetch(authority.certificate));
  const groups = new Set<TestNode>();
  return {
    authority: authority.certificate,
    authorityFile: files.ca,
    certificate,
    fetch,
    async start(options = {}) {
      const node = isGroup(options)
        ? await createGroupNode({ folder, files }, fetch, resources, options)
        : await createTestNode(files, fetch, resources, options);
      if (isGroup(options)) groups.add(node);
      resources.defer(() => node.stop());
      return node;
    },
    async [Symbol.asyncDispose]() {
      try {
        if (process.env.TEST_KILLS) await requireAgreement([...groups]);
      } finally {
        await resources.disposeAsync();
      }
    },
  };
}

/** With TEST_GROUP=1 each node has several processes, unless its test sets its clock, its queues or its role. */
function isGroup({ clock, pollMs, settings }: TestNodeOptions): boolean {
  return process.env.TEST_GROUP === "1" && !clock && !pollMs && !settings?.FREEHOLD_ROLE;
}

async function createTestNode(
  files: CertificateFiles,
  fetch: TestNetwork["fetch"],
  resources: AsyncDisposableStack,
  options: TestNodeOptions,
): Promise<TestNode> {
  const database = resources.use(await freshDatabase(options.database ?? "sqlite", { withTables: true }));
  if (database.databaseUrl === null) await placeSqliteTables(database.dataDir);
  const port = options.port ?? (await freePort());
  const url = `https://localhost:${port}`;
  const signer = createSigner(options.privateKey ? Buffer.from(options.privateKey, "hex") : randomBytes(32));
  const config = readConfig({
    ...nodeSettings(files, { port, dataDir: database.dataDir }),
    ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
    ...options.settings,
  });
  const log = createLog(config);
  const { clock, pollMs } = options;
  const edges = { ...(clock && { clock }), ...(pollMs && { pollMs }) };
  let running: RunningNode | null = await startNode(config, log, edges);
  const context = () => {
    if (!running) throw new Error("The node is stopped.");
    return running.context;
  };
  const now = () => Math.floor(context().clock.now() / 1000);
  const end = async (other: Pick<TestNode, "signer">, owner: "follower" | "followee") => {
    const { meaning, form } = await prepareEnd(context(), { peer: other.signer.address, owner });
    await endConnection(context(), signer.sign("DestroyConnection", meaning, form));
  };

  const node: TestNode = {
    url,
    signer,
    config,
    get running() {
      if (!running) throw new Error("The node is stopped.");
      return running;
    },
    async stop() {
      await running?.stop();
      running = null;
    },
    async start() {
      running ??= await startNode(config, log, edges);
    },
    fetch: (path, fetchOptions) => fetch(`${url}${path}`, fetchOptions),
    async follow(other) {
      const { meaning, form } = await prepareFollow(context(), other.url);
      return await submitFollow(context(), signer.sign("CreateConnection", meaning, form));
    },
    unfollow: (other) => end(other, "follower"),
    removeFollower: (other) => end(other, "followee"),
    async publish(content, { slug, takesSlug = false, description, filename, mediaType } = {}) {
      const { id } = await createPublication(context(), {
        kind: typeof content === "string" ? "POST" : "FILE",
        source: Readable.from([typeof content === "string" ? Buffer.from(content) : content]),
        state: "local",
        slug: slug ?? null,
        takesSlug,
        description: description ?? null,
        filename: filename ?? null,
        mediaType: mediaType ?? null,
      });
      const statement = await prepareSignature(context(), id);
      const signed = await signPublication(context(), id, signer.sign("StatementOfSource", statement));
      return signed.publication;
    },
    draft: (text, state = "draft") =>
      createPublication(context(), { kind: "POST", source: Readable.from([Buffer.from(text)]), state }),
    timeline: () => Array.fromAsync(readTimelineItems(context(), { limit: null })),
    async settled() {
      const { queues } = node.running;
      // What one queue does may make work for another one: the last round finds nothing to do in any.
      for (let round = 0; round < 3; round += 1) {
        for (const queue of Object.values(queues ?? {})) await queue.settled();
      }
    },
  };
  if (options.install !== false) {
    const { title = "A node", description = "" } = options;
    await installNode(
      context(),
      signer.sign("DATA", {
        node: { avatar: "", address: signer.address, url, title, description },
        settings: { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" },
        timestamp: now(),
      }),
    );
  }
  return node;
}
