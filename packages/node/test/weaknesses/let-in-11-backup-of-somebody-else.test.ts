import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIntegrationToken } from "../../src/domain/access/tokens.ts";
import { writeBackup } from "../../src/domain/backup/write.ts";
import { subscribeNotification } from "../../src/domain/notifications/push-devices.ts";
import { readMailSettings } from "../../src/domain/settings/mail-settings.ts";
import { updateSettings } from "../../src/domain/settings/settings.ts";
import { createWebhook, enableWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { createLog } from "../../src/observability/log.ts";
import { type RunningNode, startNode } from "../../src/start.ts";
import { listPushSubscriptions } from "../../src/store/notifications.ts";
import { listWebhooks, updateWebhook } from "../../src/store/webhooks.ts";
import { type DatabaseName, freshDatabase } from "../support/databases.ts";
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

describe.each<DatabaseName>(["sqlite", "postgres"])("a backup, restored on %s by the command", (database) => {
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
  expect(err.trimEnd().split("\n").at(-1)).toMatch(/: freehold restore --confirm, with the same settings\.$/);
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
  });
});
