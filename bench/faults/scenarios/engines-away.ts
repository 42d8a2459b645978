import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type S3Fault, startFaultyS3 } from "../../../packages/node/test/support/faulty-s3.ts";
import { RefusedError } from "../../../packages/node/test/support/http-owner.ts";
import { startPostgres } from "../../../packages/node/test/support/lazy-postgres.ts";
import { startMuteRelay } from "../../../packages/node/test/support/mute-relay.ts";
import { startS3 } from "../../../packages/node/test/support/s3-server.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { type OperationName, operations } from "../support/operations.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

/** Faults of S3, in turns: one request in ten ends with one of them. */
const failures: readonly S3Fault[] = ["500", "reset", "slow", "cut", "lost", "503"];
/** The actions that owners do side by side; no two of them change the same thing. */
const lanes: readonly (readonly OperationName[])[] = [
  ["publish"],
  ["upload"],
  ["draft", "publish"],
  ["rename"],
];
/** The longest time for an answer: a request to S3 with all its tries that stores a part, or a database that does not answer. */
const slowestMs = 60_000;
/** Longer than a node waits for an answer of PostgreSQL. */
const silentMs = 50_000;
/** The time after which everything must work again once an engine is back. */
const backMs = 15_000;
/** After six failures in a row a node waits up to five minutes before it calls a peer again. */
const settleMs = 100_000;

/** The answers in a phase. */
interface Phase {
  readonly name: string;
  done: number;
  busy: number;
  brokenOff: number;
  slowestMs: number;
}

/** The database server and the storage are machines of their own, which go away and come back. */
export const enginesAway: Scenario = {
  about:
    "PostgreSQL stops for 20 s and says nothing for 50 s, S3 stops for 10 s, under load, and S3 fails one request in ten.",
  // This scenario waits for two minutes and needs two engines.
  isLong: true,
  async run(bench) {
    await using resources = new AsyncDisposableStack();
    const postgres = await startPostgres();
    resources.defer(() => postgres.stop());
    const relay = resources.use(await startMuteRelay(postgres.url));
    const s3 = resources.use(await startS3());
    const proxy = resources.use(await startFaultyS3(s3.location.endpoint));
    const network = await createTestNetwork(bench.workspace, {
      followers: 1,
      node: async (name) => ({
        settings: {
          DATABASE_URL: await createDatabase(relay.url, name),
          S3_URL: urlOf(proxy.endpoint, name),
          // Files of an upload are above an eighth of it: they are read from S3 each time.
          FREEHOLD_CACHE_BYTES: "1000000",
        },
      }),
    });
    const load = new Load(bench, network);
    const pids = network.all.map(({ node }) => node.pid);
    let count = 0;
    const oneInTen = () => {
      count += 1;
      return count % 10 === 0 ? (failures[(count / 10) % failures.length] ?? null) : null;
    };
    const away = bench.isShort ? [3_000, 2_000] : [20_000, 10_000];
    proxy.fault = oneInTen;
    await load.during("S3 fails one request in ten", () => pause(bench.isShort ? 2_000 : 15_000));
    await load.during("PostgreSQL is stopped", async () => {
      await postgres.halt();
      await pause(away[0]);
      await postgres.resume();
    });
    await load.untilBack("PostgreSQL is back");
    await load.during("PostgreSQL takes connections and says nothing", async () => {
      relay.mute();
      await pause(silentMs);
      relay.unmute();
    });
    await load.untilBack("PostgreSQL is back");
    proxy.fault = () => "reset";
    await load.during("S3 is stopped", () => pause(away[1]));
    proxy.fault = oneInTen;
    await load.untilBack("S3 is back");
    proxy.fault = () => "silent";
    await load.during("S3 takes connections and says nothing", () => pause(away[0]));
    proxy.fault = oneInTen;
    await load.untilBack("S3 is back");
    await load.stop();
    proxy.fault = () => null;
    const { broken } = load;
    const hasEnded = network.all.some(({ node }, at) => !node.isRunning || node.pid !== pids[at]);
    if (hasEnded) broken.push(`a node ended: ${bench.workspace.describe()}`);
    else broken.push(...(await network.check(settleMs)));
    bench.print(`${count} requests to S3, ${Math.floor(count / 10)} of them failed`);
    return { kills: 0, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

/** Owners who write and readers who read, all the time; each answer is success or a clear 503. */
class Load {
  readonly broken: string[] = [];
  readonly #bench: Bench;
  readonly #network: TestNetwork;
  readonly #stopping = new AbortController();
  readonly #work: Promise<unknown>;
  #phase: Phase = begin("the start");
  #texts = 0;
  #told = 0;
  #files: string[] = [];

  constructor(bench: Bench, network: TestNetwork) {
    this.#bench = bench;
    this.#network = network;
    const { publisher } = network;
    const { create } = publisher;
    // Readers ask for files that were acknowledged.
    Object.assign(publisher, {
      create: async (...args: Parameters<typeof create>) => {
        const made = await create(...args);
        if (typeof args[0] !== "string") this.#files = [...this.#files.slice(-20), made.contentHash];
        return made;
      },
    });
    const readers = ["/", "/ewp/profile", "/ewp/publications?limit=5", "/livez"].map(
      (path) => () => this.#read(path),
    );
    const writers = lanes.map((names) => () => this.#write(names));
    const tasks = [...readers, ...writers, () => this.#readFile(), () => this.#readFile()];
    this.#work = Promise.all(tasks.map((task) => this.#repeat(task)));
  }

  async during(name: string, work: () => Promise<unknown>): Promise<void> {
    if (this.broken.length > 20) return;
    this.#phase = begin(name);
    await work();
    const { done, busy, brokenOff, slowestMs: ms } = this.#phase;
    for (const sentence of this.broken.slice(this.#told)) this.#bench.print(sentence);
    this.#told = this.broken.length;
    const files = brokenOff > 0 ? `, ${brokenOff} files broke off` : "";
    this.#bench.print(`${name}: ${done} done, ${busy} were told 503${files}, at most ${Math.round(ms)} ms`);
  }

  /** A time without a fault, in which each action has to succeed. */
  async untilBack(name: string): Promise<void> {
    const { acknowledged } = this.#network;
    const began = Date.now();
    await this.during(name, () => pause(backMs));
    if (this.#network.acknowledged === acknowledged)
      this.broken.push(`${name}: nothing was written in ${Date.now() - began} ms`);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#work;
  }

  async #repeat(task: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const phase = this.#phase;
      const began = performance.now();
      await task().catch((error: unknown) => {
        this.broken.push(`${phase.name}: no answer: ${String(error)}`);
      });
      const ms = performance.now() - began;
      phase.slowestMs = Math.max(phase.slowestMs, ms);
      if (ms > slowestMs) this.broken.push(`${phase.name}: an answer took ${Math.round(ms)} ms`);
      await pause(100);
      // Without this, the loop would ask a node that ended a thousand times.
      if (this.broken.length > 20) return;
    }
  }

  async #write(names: readonly OperationName[]): Promise<void> {
    this.#texts += 1;
    const name = names[this.#texts % names.length] ?? "publish";
    const { random, seed } = this.#bench;
    try {
      await operations[name]({ network: this.#network, random, text: `Text ${this.#texts} of ${seed}` });
      this.#phase.done += 1;
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === "BUSY"))
        this.broken.push(`${this.#phase.name}: ${name}: ${String(error)} ${this.#readLog()}`);
      else this.#busy(name, error.status === 503 ? error.retryAfter : "none: its status is no 503");
    }
  }

  async #read(path: string): Promise<void> {
    const { publisher } = this.#network;
    const reply = await this.#bench.workspace.call(publisher.node.url + path, { timeoutMs: 90_000 });
    if (reply.status === 200) this.#phase.done += 1;
    else if (reply.status === 503 && path !== "/livez") this.#busy(path, reply.headers["retry-after"]);
    else this.broken.push(`${this.#phase.name}: ${path} was answered ${reply.status}`);
  }

  async #readFile(): Promise<void> {
    const file = this.#files[Math.floor(this.#bench.random() * this.#files.length)];
    if (!file) return;
    const { publisher } = this.#network;
    const url = `${publisher.node.url}/ewp/contents/${file}`;
    const reply = await this.#bench.workspace.call(url, { timeoutMs: 90_000 }).catch(() => null);
    if (reply === null) this.#phase.brokenOff += 1;
    else if (reply.status === 503) this.#busy("a file", reply.headers["retry-after"]);
    else if (reply.status === 200) {
      const hash = `0x${createHash("sha256").update(reply.body).digest("hex")}`;
      if (hash !== file) this.broken.push(`${this.#phase.name}: a file has other bytes`);
      this.#phase.done += 1;
      // Nobody can read it until it is signed.
    } else if (reply.status !== 404) this.broken.push(`${this.#phase.name}: a file: ${reply.status}`);
  }

  /** The publisher's last own errors in its log. */
  #readLog(): string {
    const log = this.#network.publisher.node.log();
    const at = log.lastIndexOf('"err":');
    return at < 0 ? "" : log.slice(at, at + 700);
  }

  #busy(what: string, retryAfter: unknown): void {
    this.#phase.busy += 1;
    if (!(Number(retryAfter) > 0)) this.broken.push(`${this.#phase.name}: ${what}: 503 without Retry-After`);
  }
}

function begin(name: string): Phase {
  return { name, done: 0, busy: 0, brokenOff: 0, slowestMs: 0 };
}

function urlOf(endpoint: string, name: string): string {
  const url = new URL(`/freehold/${name}`, endpoint);
  return Object.assign(url, { username: "S3RVER", password: "S3RVER" }).href;
}

async function createDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: name }).href;
}
