import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { RefusedError } from "../../../packages/node/test/support/http-owner.ts";
import type { Bench, Scenario, Tally } from "../scenario.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

/** For how long another program holds the database (s): shorter than a request waits, longer, and much longer. */
const usual = [1, 10, 60];
/** A reader of `/livez` must not wait for a lock that he has nothing to do with. */
const livezMs = 2_500;

/** Somebody has the database open in another program, in the middle of a change. */
export const lockedDatabase: Scenario = {
  about: "another process holds the database's lock; writers wait or get 503, readers are served.",
  async run(bench) {
    const network = await createTestNetwork(bench.workspace, { followers: 1 });
    const broken: string[] = [];
    for (const seconds of bench.isShort ? [7] : usual) {
      broken.push(...(await holdLock(bench, network, seconds)));
    }
    broken.push(...(await network.check()));
    return { kills: 0, acknowledged: network.acknowledged, broken } satisfies Tally;
  },
};

async function holdLock(
  { print, workspace, seed }: Bench,
  { publisher, followers }: TestNetwork,
  seconds: number,
): Promise<string[]> {
  const broken: string[] = [];
  const { node, ledger } = publisher;
  using other = new DatabaseSync(join(node.dataDir, "freehold.sqlite"));
  // The node may write at this moment.
  other.exec("pragma busy_timeout = 5000; begin exclusive");
  const until = Date.now() + seconds * 1000;
  const answers = { written: 0, busy: 0 };
  let slowest = 0;
  const writing = (async () => {
    for (let number = 0; Date.now() < until; number += 1) {
      const text = `Locked ${seconds}.${number} of ${seed}`;
      try {
        const { id, contentHash } = await publisher.create(text, { state: "LOCAL" });
        ledger.acknowledge(`publication ${id}`, `local ${contentHash} `);
        answers.written += 1;
      } catch (error) {
        if (error instanceof RefusedError && error.code === "BUSY") answers.busy += 1;
        else broken.push(`a write while the database was locked: ${String(error)}`);
      }
    }
  })();
  while (Date.now() < until) {
    const started = performance.now();
    const { status } = await workspace.call(`${node.url}/livez`);
    slowest = Math.max(slowest, performance.now() - started);
    const read = await workspace.call(`${node.url}/ewp/publications`);
    if (status !== 200 || read.status !== 200) broken.push(`reading answered ${status} and ${read.status}`);
    await pause(50);
  }
  // A proof that comes in, or goes out, is written down like everything else: by the form of the protocol.
  const refused = seconds > 6 ? await bringProof(workspace, publisher, followers) : null;
  other.exec("rollback");
  await writing;
  if (refused) broken.push(refused);
  if (slowest > livezMs) broken.push(`/livez took ${Math.round(slowest)} ms while the database was locked`);
  if (seconds > 6 && answers.busy === 0) broken.push("nobody was told that the database is locked");
  if (!node.isRunning) broken.push("the node ended");
  print(
    `${seconds} s: ${answers.busy} were told to come again, ${answers.written} waited, /livez at most ${Math.round(slowest)} ms`,
  );
  return broken;
}

/** Writes by the protocol are answered 503 with `Retry-After`. @returns a sentence when they are not */
async function bringProof(
  workspace: Bench["workspace"],
  publisher: TestNetwork["publisher"],
  [follower]: TestNetwork["followers"],
): Promise<string | null> {
  if (!follower) return null;
  const { createSigner } = await import("../../../packages/node/src/domain/access/signer.ts");
  using signer = createSigner(Uint8Array.from(follower.node.key));
  const body = signer.sign("DestroyConnection", {
    followerAddress: follower.wallet.address,
    followeeAddress: publisher.wallet.address,
    timestamp: Math.floor(Date.now() / 1000),
  });
  const reply = await workspace.call(`${publisher.node.url}/ewp/connections`, {
    method: "DELETE",
    body,
  });
  const text = `${reply.status} ${reply.body.toString("utf8")} ${reply.headers["retry-after"]}`;
  return text === '503 {"error":"BUSY"} 5' ? null : `the end of a follow was answered ${text}`;
}
