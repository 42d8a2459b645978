import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommandLine } from "../src/cli/run-command-line.ts";
import { anybody, authenticate } from "../src/domain/access/callers.ts";
import { createIntegrationToken } from "../src/domain/access/tokens.ts";
import { search } from "../src/domain/search/search.ts";
import { createLog } from "../src/observability/log.ts";
import { startNode } from "../src/start.ts";
import { type CopiedRow, rowTexts } from "../src/store/copies/copied-tables.ts";
import { listOutbox } from "../src/store/queues/outbox.ts";
import { captureStreams } from "./support/captured-terminal.ts";
import { freshDatabase } from "./support/databases.ts";
import { openShell } from "./support/shell.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

let network: TestNetwork;
beforeEach(async () => {
  network = await createTestNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

const indexOf = async ({ url }: Pick<TestNode, "url">) =>
  (await network.fetch(`${url}/ewp/publications?limit=1000`)).json;
const caller = { kind: "client", tokenId: "none" } as const;

it("moves a node to PostgreSQL while it runs and is killed in between, and back", async () => {
  await using shell = await openShell();
  await using target = await freshDatabase("postgres");
  const node = await network.start({ title: "Moving" });
  const follower = await network.start({ title: "Follower" });
  await follower.follow(node);
  for (let number = 0; number < 5; number += 1) await node.publish(`Post ${number} #tag`);
  const draft = await node.draft("# Hidden words");
  await node.settled();
  const token = await createIntegrationToken(node.running.context, {
    label: "program",
    scopes: ["read:timeline" as const],
    expiresInSeconds: null,
  });
  const [old, url] = [`sqlite:${node.config.dataDir}`, target.databaseUrl ?? ""];
  const config = { ...node.config, databaseUrl: url };
  const start = (which: TestNode["config"] = config) => startNode(which, createLog(which));

  const killed = shell.launch(["migrate-database", old, url, "--progress"]);
  killed.stderr?.on("data", () => killed.kill("SIGKILL"));
  expect((await once(killed, "close"))[1]).toBe("SIGKILL");
  await expect(start()).rejects.toThrow("half copied");
  const first = await shell.run(["migrate-database", old, url]);
  expect([first.code, first.err]).toEqual([1, expect.stringContaining("the node still runs. Stop it")]);
  await expect(start()).rejects.toThrow("half copied");

  // Changes meanwhile: a new post, a waiting delivery, a published draft, and deleted rows.
  await node.publish("Meanwhile #tag");
  await node.settled();
  await follower.stop();
  await node.publish("Nobody is there #tag");
  await node.running.context.store.transaction(async (tx) => {
    await tx.updateTable("publications").set({ state: "local" }).where("id", "=", draft.id).execute();
    await tx.deleteFrom("notifications").execute();
  });
  const before = await indexOf(node);
  await node.stop();

  const moved = await shell.run(["migrate-database", old, url, "--json"]);
  expect([moved.code, moved.err]).toEqual([0, ""]);
  expect(moved.json()).toEqual({ changed: expect.any(Number), standstillMs: expect.any(Number) });
  await expect(start(node.config)).rejects.toThrow("has moved to another database");

  const running = await start();
  try {
    expect(await indexOf(node)).toEqual(before);
    const found = await search(running.context, { query: "hidden", first: 10, caller });
    expect(found.items).toHaveLength(1);
    const readers = await search(running.context, { query: "hidden", first: 10, caller: anybody });
    expect(readers.items).toHaveLength(1);
    const good = await authenticate(running.context, { bearer: token.token, cookie: null });
    expect(good).toMatchObject({ kind: "integration" });
    const waiting = await listOutbox(running.context.store.db, { limit: 9, state: "pending" });
    expect(waiting.map(({ peerAddress }) => peerAddress)).toEqual([follower.signer.address]);
    await follower.start();
    await running.queues?.outbox.settled();
  } finally {
    await running.stop();
  }

  await using back = await freshDatabase("sqlite");
  const again = await shell.runHere(["migrate-database", url, `sqlite:${back.dataDir}`]);
  expect([again.code, again.err]).toEqual([
    0,
    expect.stringContaining("Start the node without DATABASE_URL"),
  ]);
  const reopened = await shell.runHere(["migrate-database", "--reopen", old]);
  expect([reopened.code, reopened.out]).toEqual([0, expect.stringContaining("may start")]);
  await node.start();
  expect(await indexOf(node)).toEqual(before);
}, 60_000);

it("refuses what it can't copy into or from, and says why", async () => {
  const run = async (...args: string[]) => {
    const streams = captureStreams();
    const code = await runCommandLine(args, streams, () => new AbortController().signal);
    return { code, ...streams.text };
  };
  await using used = await freshDatabase("sqlite", { withTables: true });
  const node = await network.start();
  await node.stop();
  const from = `sqlite:${node.config.dataDir}`;
  const cases: [string[], number, string][] = [
    [[from, from], 2, "the same database"],
    [[from, "mysql://x"], 2, "A database is sqlite:FOLDER"],
    [["sqlite:/nowhere/at/all", `sqlite:${used.dataDir}`], 1, "There is no node in /nowhere/at/all"],
    [["--reopen", from], 1, "No node has moved away"],
  ];
  for (const [args, code, words] of cases) {
    const { code: found, err } = await run("migrate-database", ...args);
    expect([found, err]).toEqual([code, expect.stringContaining(words)]);
  }
  const other = await network.start();
  const full = await run("migrate-database", from, `sqlite:${other.config.dataDir}`);
  expect([full.code, full.err]).toEqual([1, expect.stringContaining("Another Freehold works on the data")]);
  await other.stop();
  const stopped = await run("migrate-database", from, `sqlite:${other.config.dataDir}`);
  expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining("is not empty")]);
}, 60_000);

it("has the same text for a row of either database, without what a database computes", () => {
  const table = { name: "publications", key: ["id"], computed: ["sort_time"] } as const;
  const text = (row: CopiedRow) => rowTexts(table, [row]);
  const row = { b: "1", a: null, c: new Uint8Array([1, 2]), sort_time: 1 };
  expect(text(row)).toEqual(['[null,"1",{"bytes":"AQI="}]']);
  expect(text({ c: Buffer.from([1, 2]), a: null, sort_time: 2, b: "1" })).toEqual(text(row));
  expect(text({ ...row, b: 1 })).not.toEqual(text(row));
});
