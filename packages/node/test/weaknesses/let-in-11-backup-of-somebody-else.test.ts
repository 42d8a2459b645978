import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIntegrationToken } from "../../src/domain/access/tokens.ts";
import { recordUnprovenFollow } from "../../src/domain/connections/connection-record.ts";
import { readMailSettings } from "../../src/domain/settings/mail-settings.ts";
import { readSettings, updateSettings } from "../../src/domain/settings/settings.ts";
import { writeBackup } from "../../src/modules/backup/write.ts";
import { subscribeNotification } from "../../src/modules/notifications/push-devices.ts";
import { listPushSubscriptions } from "../../src/modules/notifications/store.ts";
import { listWebhooks, updateWebhook } from "../../src/modules/webhooks/store.ts";
import { createWebhook, enableWebhook } from "../../src/modules/webhooks/webhooks.ts";
import { createLog } from "../../src/observability/log.ts";
import { type RunningNode, startNode } from "../../src/start.ts";
import { type OpenNode, openNode } from "../../src/startup/open-node.ts";
import { databases, freshDatabase } from "../support/databases.ts";
import { createPushDevice } from "../support/push-device.ts";
import { openShell, type Shell } from "../support/shell.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";

const transport = "smtps://ada:hunter2@mail.example:465";

let network: TestNetwork;
let shell: Shell;
let folder: string;
let receiver: TestServer;
/** The paths that were called at the receiver. */
let called: string[];

beforeEach(async () => {
  network = await createTestNetwork();
  shell = await openShell();
  folder = await mkdtemp(join(tmpdir(), "freehold-foreign-"));
  called = [];
  receiver = await serveHttps(network.certificate, (request, response) => {
    called.push(String(request.url));
    response.writeHead(201).end();
  });
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await shell[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A node that sends to everything that it can send to, and a backup of it. */
async function startMaker(): Promise<{ maker: TestNode; file: string }> {
  const maker = await network.start({ title: "Maker" });
  const { context } = maker.running;
  await createWebhook(context, { url: receiver.url("/hook"), events: ["follower.created"] });
  const { id } = await createWebhook(context, { url: receiver.url("/off"), events: ["follower.created"] });
  await context.store.transaction((tx) => updateWebhook(tx, id, { active: 0 }));
  await updateSettings(context, { mailTransport: transport, mailFrom: "ada@maker.example" });
  const { keys } = createPushDevice();
  await subscribeNotification(context, { endpoint: receiver.url("/push-of-a-device"), keys });
  await createIntegrationToken(context, {
    label: "program",
    scopes: ["read:timeline"],
    expiresInSeconds: null,
  });
  const { path } = await writeBackup(context, { path: join(folder, "backup.tar.zst"), keystore: null });
  await maker.stop();
  return { maker, file: path };
}

const commandOn =
  (databaseUrl: string | null, run: Shell["run"] = shell.runHere) =>
  (args: string[]) =>
    run(["restore", ...args, "--data", join(folder, "restored")], {
      env: databaseUrl === null ? {} : { DATABASE_URL: databaseUrl },
    });

async function isFollowedBy(running: RunningNode, title: string, url: string): Promise<string[]> {
  called.length = 0;
  const follower = await network.start({ title });
  await follower.follow({ url });
  for (let round = 0; round < 2; round += 1) {
    for (const queue of Object.values(running.queues ?? {})) await queue.settled();
  }
  return [...called].sort();
}

describe.each(databases)("a backup, restored on %s by the command", (database) => {
  it("sends nothing to the targets that it names, until the owner confirms them", async () => {
    const { maker, file } = await startMaker();
    await using target = await freshDatabase(database);
    const restore = commandOn(target.databaseUrl);
    const restored = await commandOn(target.databaseUrl, shell.run)([file, "--json"]);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    const listed = {
      webhooks: [{ url: receiver.url("/hook"), events: ["follower.created"] }],
      mailServer: { host: "mail.example", port: 465, user: "ada" },
      pushDevices: [{ service: new URL(receiver.url("/")).host, createdAt: expect.any(String) }],
      held: [],
    };
    expect(restored.json()).toMatchObject({
      node: { address: maker.signer.address, url: maker.url, title: "Maker" },
      switchedOff: listed,
    });
    expect(restored.out).not.toMatch(/hunter2|whsec|push-of-a-device/);

    const config = { ...maker.config, dataDir: join(folder, "restored"), databaseUrl: target.databaseUrl };
    const running = await startNode(config, createLog(config));
    try {
      const { db } = running.context.store;
      expect(await isFollowedBy(running, "First", maker.url)).toEqual([]);
      expect(await readMailSettings(db)).toBeNull();
      expect(await listPushSubscriptions(db)).toEqual([]);
      expect(await db.selectFrom("tokens").select("id").execute()).toEqual([]);

      const confirmed = await restore(["--confirm", "--json"]);
      expect([confirmed.code, confirmed.json()]).toEqual([0, { switchedOn: listed }]);
      expect(await isFollowedBy(running, "Second", maker.url)).toEqual(["/hook", "/push-of-a-device"]);
      expect((await readMailSettings(db))?.transport.login?.password).toBe("hunter2");

      const again = await restore(["--confirm"]);
      expect([again.code, again.out, again.err]).toEqual([0, "", expect.stringContaining("Nothing")]);
    } finally {
      await running.stop();
    }
  });
});

it("prints the owner, what is turned off, and the next step", async () => {
  const { maker, file } = await startMaker();
  const restore = commandOn(null);
  const { code, out, err } = await commandOn(null, shell.run)([file]);
  expect(code).toBe(0);
  expect(out).toContain(`Its owner is ${maker.signer.address} (Maker, ${maker.url}).`);
  expect(out).toContain(`  webhook      ${receiver.url("/hook")}, for follower.created\n`);
  expect(out).toContain("  mail server  mail.example:465, as ada\n");
  expect(out).toMatch(/ {2}push device {2}localhost:\d+, since \d{4}-/);
  expect(out + err).not.toMatch(/hunter2|whsec|push-of-a-device|\/off/);
  expect(err.trimEnd().split("\n").at(-1)).toMatch(
    /: .*freehold restore --confirm, with the same settings\.$/,
  );
  expect((await restore([file, "--confirm"])).code).toBe(2);
  expect((await restore([])).code).toBe(2);
});

it("keeps later settings of the owner, and puts unconfirmed targets into the next backup", async () => {
  const { maker, file } = await startMaker();
  const restore = commandOn(null);
  await restore([file]);
  const config = { ...maker.config, dataDir: join(folder, "restored") };
  const running = await startNode(config, createLog(config));
  const next = join(folder, "next.tar.zst");
  await writeBackup(running.context, { path: next, keystore: null });
  await updateSettings(running.context, { mailTransport: "smtps://mail.own.example" });
  await enableWebhook(running.context, 1);
  const confirmed = await restore(["--confirm", "--json"]);
  expect(confirmed.json()).toMatchObject({
    switchedOn: { webhooks: [], mailServer: null, pushDevices: [{}] },
  });
  expect((await readMailSettings(running.context.store.db))?.transport.host).toBe("mail.own.example");
  expect((await listWebhooks(running.context.store.db)).map(({ active }) => active)).toEqual([1, 0]);
  await running.stop();

  const again = await shell.runHere(["restore", next, "--data", join(folder, "again"), "--json"]);
  expect(again.json().switchedOff).toEqual({
    webhooks: [{ url: receiver.url("/hook"), events: ["follower.created"] }],
    mailServer: { host: "mail.example", port: 465, user: "ada" },
    pushDevices: [expect.any(Object)],
    held: [],
  });
});

/** Settings and rows that make a node call somebody, and a follow that nobody signed. */
async function addCalls(context: OpenNode, signer: TestNode["signer"]): Promise<void> {
  await updateSettings(context, {
    ensRpc: receiver.url("/rpc"),
    indexNow: receiver.url("/indexnow"),
    stylesheet: "p { color: teal }",
  });
  const now = context.clock.now();
  const stranger = "0x000000000000000000000000000000000000dEaD";
  const peer = { address: stranger, url: receiver.url("/"), title: "Stranger", description: null } as const;
  const own = { address: signer.address, url: "https://own.example" };
  await context.store.transaction(async (tx) => {
    const follow = { peer, side: "followee", since: now, now } as const;
    await recordUnprovenFollow(tx, own, follow);
    await sql`insert into outbox (peer_address, host, kind, subject, payload, state, attempts, next_try_at, created_at, expires_at)
      values (${stranger}, 'localhost', 'profile.update', 'x', '{}', 'pending', 0, 0, ${now}, ${now + 1e9})`.execute(
      tx,
    );
    await sql`insert into feed_subscriptions (callback, host, topic, secret, created_at, expires_at)
      values (${receiver.url("/callback")}, 'localhost', 'feed', null, ${now}, ${now + 1e12})`.execute(tx);
    await sql`insert into feeds (url, title, site_url, created_at, next_fetch_at, failures)
      values (${receiver.url("/feed")}, 'Feed', null, ${now}, 0, 0)`.execute(tx);
  });
}

describe.each(databases)("a backup that calls in every other way, on %s", (database) => {
  it("calls, restyles and follows nobody before its owner confirms, also through a second backup", async () => {
    const maker = await network.start({ title: "Maker" });
    await maker.stop();
    // A node without its queues, which would make the calls.
    const made = await openNode(maker.config, createLog(maker.config));
    await addCalls(made, maker.signer);
    const { path } = await writeBackup(made, { path: join(folder, "calls.tar.zst"), keystore: null });
    await made[Symbol.asyncDispose]();
    await using first = await freshDatabase(database);
    await using second = await freshDatabase(database);
    const held = [
      { whom: "a search engine (IndexNow)", count: 1 },
      { whom: "an Ethereum RPC (ENS)", count: 1 },
      { whom: "feeds that the owner reads", count: 1 },
      { whom: "follows that nobody signed", count: 1 },
      { whom: "nodes that get a message", count: 1 },
      { whom: "subscribers to a feed of this site", count: 1 },
      { whom: "the stylesheet of the site", count: 1 },
    ];
    called.length = 0;
    const restored = await commandOn(first.databaseUrl)([path, "--json"]);
    expect(restored.json().switchedOff.held).toEqual(expect.arrayContaining(held));
    expect(restored.json().signatures).toBe(0);
    const config = { ...maker.config, dataDir: join(folder, "restored"), databaseUrl: first.databaseUrl };
    const running = await startNode(config, createLog(config));
    for (const queue of Object.values(running.queues ?? {})) await queue.settled();
    expect(called).toEqual([]);
    const { stylesheet, indexNow, ensRpcIsSet } = await readSettings(running.context);
    expect([stylesheet, indexNow, ensRpcIsSet]).toEqual(["", "", false]);
    expect(await running.context.store.db.selectFrom("connections").select("proof").execute()).toEqual([]);
    const next = join(folder, "next-calls.tar.zst");
    await writeBackup(running.context, { path: next, keystore: null });
    await running.stop();
    await rm(join(folder, "restored"), { recursive: true });

    const again = await commandOn(second.databaseUrl)([next, "--json"]);
    expect(again.json().switchedOff.held).toEqual(expect.arrayContaining(held));
    const confirmed = await commandOn(second.databaseUrl)(["--confirm", "--json"]);
    expect(confirmed.json().switchedOn.held).toEqual(expect.arrayContaining(held));
    const open = { ...config, databaseUrl: second.databaseUrl };
    await using node = await openNode(open, createLog(open));
    expect(await readSettings(node)).toMatchObject({
      stylesheet: "p { color: teal }",
      indexNow: receiver.url("/indexnow"),
      ensRpcIsSet: true,
    });
    const { db } = node.store;
    expect(await db.selectFrom("connections").select("proof").execute()).toEqual([{ proof: "null" }]);
    expect(await db.selectFrom("outbox").select("kind").execute()).toEqual([{ kind: "profile.update" }]);
    expect(await db.selectFrom("feed_subscriptions").select("topic").execute()).toHaveLength(1);
    expect(await db.selectFrom("feeds").select("nextFetchAt").execute()).toEqual([{ nextFetchAt: 0 }]);
    expect(await db.selectFrom("meta").select("key").where("key", "like", "restore.%").execute()).toEqual([]);
  });
});
