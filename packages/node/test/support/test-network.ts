import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";
import { type Config, readConfig } from "../../src/config/config.ts";
import type { Clock } from "../../src/context.ts";
import { createSigner, type Signer } from "../../src/domain/access/signer.ts";
import { type FollowStatus, prepareFollow, submitFollow } from "../../src/domain/connections/follow.ts";
import { endConnection, prepareEnd } from "../../src/domain/connections/unfollow.ts";
import { installNode } from "../../src/domain/installation/install.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/sign.ts";
import { readTimelineItems, type TimelineItem } from "../../src/domain/publications/timeline.ts";
import { createLog } from "../../src/observability/log.ts";
import { type RunningNode, startNode } from "../../src/start.ts";
import type { Publication } from "../../src/store/publications.ts";
import { createCertificateAuthority, type ServerCertificate } from "./certificates.ts";
import { type DatabaseName, freshDatabase } from "./databases.ts";
import { freePort } from "./free-port.ts";

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

export interface TestNodeOptions {
  title?: string;
  description?: string;
  database?: DatabaseName;
  install?: boolean;
  /** Settings beside those that the network sets, by the names of the environment. */
  settings?: Record<string, string>;
  clock?: Clock;
  /** How often its queues poll (ms). */
  pollMs?: number;
  /** 64 hex digits; any by default. */
  privateKey?: string;
  /** Any that is free by default. */
  port?: number;
}

export interface FetchOptions {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
}

export interface TestReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body as JSON, or undefined when it is none. */
  json: unknown;
}

/** A node and its owner. */
export interface TestNode {
  readonly url: string;
  readonly signer: Signer;
  readonly config: Config;
  /** Throws while it is stopped. */
  readonly running: RunningNode;
  stop(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** A call to this node from outside: a path, beginning with a slash. */
  fetch(path: string, options?: FetchOptions): Promise<TestReply>;
  follow(other: Pick<TestNode, "url">): Promise<FollowStatus>;
  unfollow(other: Pick<TestNode, "signer">): Promise<void>;
  removeFollower(other: Pick<TestNode, "signer">): Promise<void>;
  /** Creates and signs a post (a text) or a file (bytes). */
  publish(
    content: string | Uint8Array,
    options?: { slug?: string; description?: string; filename?: string; mediaType?: string },
  ): Promise<Publication>;
  /** Creates a post and does not sign it. */
  draft(text: string, state?: "draft" | "local"): Promise<Publication>;
  timeline(): Promise<TimelineItem[]>;
  /** Waits until nothing that is due is left to do. */
  settled(): Promise<void>;
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
  const agent = new Agent({ connect: { ca: authority.certificate, timeout: 60_000 } });
  resources.defer(() => agent.close());
  const fetch = (url: string, options: FetchOptions = {}) => call(agent, url, options);
  return {
    authority: authority.certificate,
    authorityFile: files.ca,
    certificate,
    fetch,
    async start(options = {}) {
      const node = await createTestNode(files, fetch, resources, options);
      resources.defer(() => node.stop());
      return node;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function call(dispatcher: Agent, url: string, options: FetchOptions): Promise<TestReply> {
  const { method = "GET", headers = {}, body } = options;
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const reply = await request(url, {
    dispatcher,
    method,
    headers: raw ? headers : { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  const plain = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(plain),
    body: bytes,
    json: parseJson(bytes),
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function createTestNode(
  files: { ca: string; cert: string; key: string },
  fetch: TestNetwork["fetch"],
  resources: AsyncDisposableStack,
  options: TestNodeOptions,
): Promise<TestNode> {
  const database = resources.use(await freshDatabase(options.database ?? "sqlite"));
  const port = options.port ?? (await freePort());
  const url = `https://localhost:${port}`;
  const signer = createSigner(options.privateKey ? Buffer.from(options.privateKey, "hex") : randomBytes(32));
  const config = readConfig({
    FREEHOLD_PORT: String(port),
    FREEHOLD_DATA: database.dataDir,
    FREEHOLD_URL: url,
    FREEHOLD_TLS_CERT: files.cert,
    FREEHOLD_TLS_KEY: files.key,
    FREEHOLD_PEER_CA: files.ca,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_RATE_LIMIT: "0",
    FREEHOLD_LOG_LEVEL: "fatal",
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
    async publish(content, { slug, description, filename, mediaType } = {}) {
      const { id } = await createPublication(context(), {
        kind: typeof content === "string" ? "POST" : "FILE",
        source: Readable.from([typeof content === "string" ? Buffer.from(content) : content]),
        state: "local",
        slug: slug ?? null,
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
