import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readConfig } from "../../src/config/config.ts";
import { type Context, createEvents } from "../../src/context.ts";
import { createOwner } from "../../src/domain/profile/owner.ts";
import { createJobWork } from "../../src/domain/run-job.ts";
import { createQueue } from "../../src/jobs/queue.ts";
import type { Queue } from "../../src/jobs/worker.ts";
import { createPeers } from "../../src/peers/peers.ts";
import { openBlobs } from "../../src/startup/open-blobs.ts";
import type { Store } from "../../src/store/database.ts";
import { writeMeta } from "../../src/store/meta.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { startLists } from "../../src/store/publications/mark-publications.ts";
import type { Job } from "../../src/store/queues/jobs.ts";
import { createCertificateAuthority } from "./certificates.ts";
import { createHandClock, createRecordedLog, type HandClock, type RecordedLog } from "./delivery-bench.ts";
import { sharedForeign } from "./shared-foreign.ts";
import { listJobs, profileOf } from "./store-records.ts";
import { serveHttps, type TestServer } from "./tls-server.ts";

type BenchContext = Pick<Context, "store" | "owner" | "config" | "peers" | "events" | "blobs" | "foreign"> & {
  clock: HandClock;
  log: RecordedLog;
};

/** Something that was posted to a receiver. */
export interface Posted {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An HTTPS server that keeps what is posted to it, and answers with a status of the test's. */
export interface Receiver extends TestServer {
  readonly posted: readonly Posted[];
  /** Its answer from now on; null: it breaks the connection. */
  answer(status: number | null, headers?: Record<string, string>, body?: string | Uint8Array): void;
}

/** An installed node's store, its guarded way out, and the queue of jobs at work. */
export interface JobBench extends AsyncDisposable {
  readonly context: BenchContext;
  readonly queue: Queue;
  /** The jobs, oldest first. */
  jobs(): Promise<Job[]>;
  set(name: string, value: string): Promise<void>;
  receive(): Promise<Receiver>;
  /** Another HTTPS server that the bench's calls reach. */
  serve(handler: Parameters<typeof serveHttps>[1]): Promise<TestServer>;
}

export async function createJobBench(store: Store): Promise<JobBench> {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "freehold-jobs-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = await createCertificateAuthority();
  const peerCa = join(folder, "ca.pem");
  await writeFile(peerCa, authority.certificate);
  const config = readConfig({
    FREEHOLD_DATA: folder,
    FREEHOLD_PEER_CA: peerCa,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
  });
  const peers = createPeers({ config, userAgent: "Freehold/0.1" });
  resources.defer(() => peers.close());
  const context: BenchContext = {
    store,
    owner: createOwner(store),
    config,
    peers,
    foreign: sharedForeign,
    blobs: openBlobs(config, store, createRecordedLog()).blobs,
    clock: createHandClock(),
    log: createRecordedLog(),
    events: createEvents(),
  };
  await store.transaction(async (tx) => {
    const own = profileOf(1, { isSelf: true, fetchedAt: 0 });
    await saveProfile(tx, own);
    await startLists(tx, own.address);
  });
  const queue = createQueue({
    name: "jobs",
    table: "jobs",
    context,
    work: createJobWork(context),
    health: null,
    concurrency: 8,
    perPeer: 4,
    slow: { atATime: 8, abortAfterMs: null },
    leaseMs: 60_000,
    pollMs: 50,
    random: () => 0,
  });
  queue.start();
  resources.defer(() => queue.stop());
  return {
    context,
    queue,
    jobs: async () => (await listJobs(store.db, { limit: 1_000 })).reverse(),
    set: (name, value) => store.transaction((tx) => writeMeta(tx, `setting.${name}`, value)),
    serve: async (handler) => resources.use(await serveHttps(await authority.issue(["localhost"]), handler)),
    async receive() {
      const posted: Posted[] = [];
      const unread = "what it says is left unread";
      let answer = {
        status: 201 as number | null,
        headers: {} as Record<string, string>,
        body: unread as string | Uint8Array,
      };
      const server = await serveHttps(await authority.issue(["localhost"]), (request, response) => {
        void buffer(request).then((body) => {
          posted.push({ path: request.url ?? "", headers: request.headers, body });
          if (answer.status === null) response.destroy();
          else response.writeHead(answer.status, answer.headers).end(answer.body);
        });
      });
      resources.use(server);
      return Object.assign(server, {
        posted,
        answer(
          status: number | null,
          headers: Record<string, string> = {},
          body: string | Uint8Array = unread,
        ) {
          answer = { status, headers, body };
        },
      });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
