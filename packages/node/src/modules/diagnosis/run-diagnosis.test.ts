import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressOfPrivateKey } from "@freehold/protocol";
import { expect, it } from "vitest";
import { type FreshDatabase, forEachDatabase } from "../../../test/support/databases.ts";
import { startScriptedMailServer } from "../../../test/support/scripted-mail-server.ts";
import {
  connectionOf,
  profileOf,
  signedOf,
  storePublication,
  T0,
} from "../../../test/support/store-records.ts";
import { createDiskBlobs } from "../../blobs/disk-blobs.ts";
import { readConfig } from "../../config/config.ts";
import { createLog } from "../../observability/log.ts";
import { describeProgram } from "../../startup/program-version.ts";
import { saveContent } from "../../store/contents.ts";
import type { Store, Tx } from "../../store/database.ts";
import { writeMeta } from "../../store/meta.ts";
import { listMigrationNames, migrate } from "../../store/migrate.ts";
import { openStore } from "../../store/open-store.ts";
import { insertConnection } from "../../store/peers/connections.ts";
import { recordPeerFailure } from "../../store/peers/peers.ts";
import { saveProfile } from "../../store/peers/profiles.ts";
import { addJobs } from "../../store/queues/jobs.ts";
import { addOutboxEntry } from "../../store/queues/outbox.ts";
import { saveFailure } from "../backup/daily.ts";
import { savePushSubscription } from "../notifications/store.ts";
import { addWebhook, updateWebhook } from "../webhooks/store.ts";
import { openDiagnosisTarget } from "./open-target.ts";
import { type DiagnosisResult, listChecks, runDiagnosis } from "./run-diagnosis.ts";

const dayMs = 24 * 60 * 60_000;

forEachDatabase((name, _open, fresh) => {
  /** A node that is not running, after `prepare`. */
  async function diagnose(
    prepare: (store: Store, database: FreshDatabase) => Promise<void> = async () => {},
    afterwards: (database: FreshDatabase) => Promise<void> = async () => {},
  ): Promise<(id: string) => DiagnosisResult> {
    const database = await fresh();
    {
      await using store = await openStore(database);
      await migrate(store);
      await prepare(store, database);
    }
    await afterwards(database);
    const lines = await runOn(database);
    expect(lines.map(({ id }) => id)).toEqual(listChecks().map(({ id }) => id));
    return (id) => lines.find((line) => line.id === id) as DiagnosisResult;
  }

  async function runOn(
    database: FreshDatabase,
    settings: Record<string, string> = {},
  ): Promise<DiagnosisResult[]> {
    const config = readConfig({
      FREEHOLD_DATA: database.dataDir,
      FREEHOLD_PORT: "0",
      FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
      FREEHOLD_PEER_PORTS: "any",
      ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
      ...settings,
    });
    await using target = await openDiagnosisTarget(config, createLog({ logLevel: "silent" }), []);
    return await runDiagnosis(target);
  }

  const write = (work: (tx: Tx) => Promise<unknown>) => (store: Store) =>
    store.transaction(async (tx) => void (await work(tx)));

  it("says in which time zone the site shows dates, also where nobody has chosen one", async () => {
    const found = async (work: (tx: Tx) => Promise<unknown>) => {
      const line = await diagnose(
        write(async (tx) => {
          await work(tx);
          await saveProfile(tx, profileOf(1, { isSelf: true }));
        }),
      );
      return line("configuration.time-zone");
    };
    const post = (tx: Tx) => storePublication(tx, signedOf(1, 1, T0 / 1000));
    expect(await found(async () => {})).toMatchObject({
      state: "ok",
      finding: expect.stringContaining("will show"),
    });
    expect(await found(post)).toMatchObject({
      state: "ok",
      finding: expect.stringContaining("Settings, Site"),
    });
    const chosen = await found(async (tx) => {
      await post(tx);
      await writeMeta(tx, "setting.timeZone", "Asia/Shanghai");
    });
    expect(chosen).toMatchObject({
      state: "ok",
      finding: "The site shows dates in the time zone Asia/Shanghai.",
    });
  });

  it("finds a fresh node in order, and says of what it can't look at why", async () => {
    const line = await diagnose();
    expect(line("database.opens").finding).toMatch(name === "sqlite" ? /^SQLite 3\.\d+/ : /^PostgreSQL \d+/);
    expect(line("database.migrations").state).toBe("ok");
    expect(line("database.sound").state).toBe(name === "sqlite" ? "ok" : "skipped");
    expect(line("database.contents")).toMatchObject({
      state: "skipped",
      finding: "There are no files yet.",
    });
    expect(line("outside.dns")).toMatchObject({
      id: "outside.dns",
      area: "outside",
      state: "skipped",
      finding: "The node has no public address yet.",
      advice: null,
    });
    expect(line("work.peers").finding).toBe("The node has no owner yet.");
    expect(line("machine.server").state).toBe("skipped");
  });

  it("gives advice where something is wrong, and nowhere else", async () => {
    const line = await diagnose();
    for (const { id } of listChecks()) {
      const { state, advice } = line(id);
      expect(advice === null, id).toBe(state === "ok" || state === "skipped");
    }
  });

  it("finds contents that are gone and contents that have changed", async () => {
    const hashes: string[] = [];
    const line = await diagnose(async (store, { dataDir }) => {
      const blobs = createDiskBlobs(join(dataDir, "contents"));
      for (let index = 0; index < 3; index += 1) {
        const bytes = randomBytes(1000);
        const { hash, size } = await blobs.put(
          (async function* () {
            yield bytes;
          })(),
          { maxBytes: 1000 },
        );
        expect(hash).toBe(`0x${createHash("sha256").update(bytes).digest("hex")}`);
        hashes.push(hash);
        await store.transaction((tx) => saveContent(tx, { hash, size, now: Date.now() }));
      }
      const files = (
        await readdir(join(dataDir, "contents"), { recursive: true, withFileTypes: true })
      ).filter((file) => file.isFile());
      const pathOf = (hash: string | undefined) => {
        const file = files.find((one) => hash?.endsWith(one.name.slice(-16)));
        return join(file?.parentPath ?? "", file?.name ?? "");
      };
      await rm(pathOf(hashes[0]));
      await chmod(pathOf(hashes[1]), 0o600);
      await writeFile(pathOf(hashes[1]), randomBytes(1000));
    });
    const { state, finding } = line("database.contents");
    expect(state).toBe("failed");
    expect(finding).toMatch(/: 2 of 3\./);
    expect(finding).toContain(`${hashes[0]} is missing`);
    expect(finding).toContain(`${hashes[1]} is damaged`);
  });

  it("does not read tables that the next start is going to change", async () => {
    const database = await fresh();
    {
      await using store = await openStore(database);
      await migrate(store, { last: "0011-jobs" });
    }
    const lines = await runOn(database);
    const line = (id: string) => lines.find((one) => one.id === id);
    const names = listMigrationNames();
    const missing = names.slice(names.indexOf("0011-jobs") + 1);
    const lack = `The tables lack ${missing.join(", ")} of this version.`;
    expect(line("database.migrations")).toMatchObject({ state: "warning", finding: lack });
    expect(line("work.queues")).toMatchObject({ state: "skipped", finding: lack });
    expect(lines.filter(({ area, state }) => area === "database" && state === "failed")).toEqual([]);
  });

  it("does not say that a node is not installed where its database can't be read", async () => {
    const lines = await runOn(await fresh());
    expect(lines.find(({ id }) => id === "configuration.public-url")).toMatchObject({
      state: "skipped",
      finding: "The database can't be read.",
    });
  });

  it("sees that nobody works on the queues, and that pushes don't get through", async () => {
    const now = Date.now();
    const line = await diagnose(
      write(async (tx) => {
        const job = { kind: "push" as const, host: "push.example", payload: "{}", expiresAt: now + dayMs };
        await addJobs(tx, [{ ...job, now: now - 60 * 60_000 }]);
        await tx.updateTable("jobs").set({ attempts: 3 }).execute();
        await savePushSubscription(tx, {
          endpoint: "https://push.example/1",
          p256dh: "a",
          auth: "b",
          createdAt: now,
        });
      }),
    );
    expect(line("work.queues")).toMatchObject({
      state: "warning",
      finding: expect.stringMatching(
        /1 for email, push messages, webhooks and so on\. No worker seems to be running\. .* due for 60 min/,
      ),
    });
    expect(line("work.push")).toMatchObject({
      state: "failed",
      finding: expect.stringContaining("keys for push services are missing"),
    });
  });

  const ownProfile = (tx: Tx) => saveProfile(tx, profileOf(1, { isSelf: true }));

  it("tells of backups that fail, that are missing and that are old", async () => {
    const found = async (work: (tx: Tx) => Promise<unknown>) => {
      const line = await diagnose(
        write(async (tx) => {
          await ownProfile(tx);
          await work(tx);
        }),
      );
      return line("work.backups");
    };
    const installed = (tx: Tx, agoMs: number) =>
      writeMeta(tx, "installed_at", new Date(Date.now() - agoMs).toISOString());
    const made = (tx: Tx, agoMs: number) => writeMeta(tx, "backup.made", String(Date.now() - agoMs));
    expect(await found((tx) => installed(tx, dayMs))).toMatchObject({ state: "skipped" });
    expect(await found((tx) => installed(tx, 15 * dayMs))).toMatchObject({
      state: "warning",
      finding: "There is no backup, and automatic backups are off.",
      advice: expect.stringContaining("FREEHOLD_DAILY_BACKUPS=7"),
    });
    expect(await found((tx) => made(tx, dayMs))).toMatchObject({ state: "ok" });
    expect(await found((tx) => made(tx, 15 * dayMs))).toMatchObject({ state: "warning" });
    expect(
      await found((tx) => saveFailure(tx, { at: Date.now(), reason: "ENOSPC: no space left" })),
    ).toMatchObject({
      state: "failed",
      finding: expect.stringMatching(/failed at 20.*: ENOSPC: no space left$/),
    });
  });

  it("tells of webhooks that fail, and is not content with none", async () => {
    const found = async (...hooks: { failures: number; active: number }[]) => {
      const line = await diagnose(
        write(async (tx) => {
          for (const [index, health] of hooks.entries()) {
            const url = `https://hook${index}.example/`;
            await updateWebhook(
              tx,
              await addWebhook(tx, { url, secret: "", events: "", createdAt: 1 }),
              health,
            );
          }
        }),
      );
      return line("work.webhooks");
    };
    expect(await found()).toMatchObject({ state: "skipped", finding: "There is no webhook." });
    expect(await found({ failures: 2, active: 1 })).toMatchObject({ state: "ok" });
    expect(await found({ failures: 0, active: 1 }, { failures: 3, active: 1 })).toMatchObject({
      state: "warning",
      finding: "Webhooks that fail: 1 of 2. The one of hook1.example failed 3 times in a row.",
    });
    expect(await found({ failures: 100, active: 0 })).toMatchObject({
      state: "failed",
      finding: "The webhook of hook0.example was turned off, because it failed 100 times in a row.",
    });
    expect(await found({ failures: 0, active: 0 })).toMatchObject({ state: "skipped" });
  });

  it("tells of nodes that answer and take no delivery, and is not content with none", async () => {
    const peer = profileOf(2);
    const found = async (attempts: number | null) => {
      const line = await diagnose(
        write(async (tx) => {
          await ownProfile(tx);
          if (attempts === null) return;
          await saveProfile(tx, peer);
          await insertConnection(tx, connectionOf(2, 1));
          const entry = { kind: "connection.create" as const, subject: "x", payload: "{}" };
          const times = { now: Date.now(), expiresAt: Date.now() + dayMs };
          await addOutboxEntry(tx, { ...entry, ...times, peerAddress: peer.address });
          await tx.updateTable("outbox").set({ attempts, lastError: "HTTP 500" }).execute();
        }),
      );
      return line("work.peers");
    };
    expect(await found(null)).toMatchObject({ state: "skipped", finding: "No sites are connected yet." });
    expect(await found(4)).toMatchObject({ state: "ok" });
    expect(await found(5)).toMatchObject({
      state: "warning",
      finding: expect.stringMatching(/: 1; .+ failed 5 times: HTTP 500$/),
      advice: expect.stringContaining("Tell its owner"),
    });
  });

  it("knows a node that was set up on this machine and has a public address now", async () => {
    const database = await fresh();
    {
      await using store = await openStore(database);
      await migrate(store);
      const own = profileOf(1, { isSelf: true, url: "http://localhost:8543" });
      await store.transaction((tx) => saveProfile(tx, own));
    }
    const lines = await runOn(database, { FREEHOLD_URL: "https://ada.invalid" });
    const line = (id: string) => lines.find((one) => one.id === id);
    expect(line("configuration.public-url")).toMatchObject({
      state: "warning",
      finding:
        "FREEHOLD_URL is https://ada.invalid, but the signed address is http://localhost:8543, which only this machine can open.",
      advice: expect.stringContaining("freehold moved https://ada.invalid"),
    });
    expect(line("outside.dns")).toMatchObject({ state: "failed" });
  });

  it("tells of nodes that have been away for long", async () => {
    const [own, peer] = [randomBytes(32), randomBytes(32)].map(addressOfPrivateKey);
    if (!own || !peer) throw new Error("There are no addresses.");
    const about = {
      title: "A",
      description: null,
      form: null,
      avatarHash: null,
      avatarType: null,
      createdAt: 0,
      updatedAt: 0,
      fetchedAt: 0,
    };
    const failing = (sinceMs: number) =>
      diagnose(
        write(async (tx) => {
          await saveProfile(tx, { ...about, address: own, url: "http://localhost:1", isSelf: true });
          await saveProfile(tx, { ...about, address: peer, url: "https://peer.example", isSelf: false });
          await recordPeerFailure(tx, peer, { now: Date.now() - sinceMs, error: "x", nextTryAt: 0 });
        }),
      );
    expect((await failing(60_000))("work.peers")).toMatchObject({ state: "ok" });
    expect((await failing(2 * dayMs))("work.peers")).toMatchObject({
      state: "warning",
      finding: "Connected sites that can't be reached: 1. For more than a day: https://peer.example.",
    });
  });

  it("tries the mail server, and tells neither its password nor what it said", async () => {
    const line = await diagnose(
      write(async (tx) => {
        const values = { mailTransport: "smtp://ada:hunter2@127.0.0.1:1", mailFrom: "ada@example.org" };
        await tx
          .insertInto("meta")
          .values(Object.entries(values).map(([key, value]) => ({ key: `setting.${key}`, value })))
          .execute();
      }),
    );
    expect(line("work.mail")).toMatchObject({
      state: "failed",
      finding: "The mail server can't be reached.",
    });
    for (const { id } of listChecks()) expect(JSON.stringify(line(id))).not.toContain("hunter2");
  });

  it("shows what a mail server says that refuses the connection, and mails that fail for an hour", async () => {
    await using refusing = await startScriptedMailServer([
      { at: "connect", say: "554 5.7.1 192.0.2.1 is on a blocklist", cut: true },
    ]);
    await using good = await startScriptedMailServer();
    const mailFrom = "ada@example.org";
    const row = async (mailTransport: string, createdAt = Date.now()) => {
      const line = await diagnose(
        write(async (tx) => {
          const values = Object.entries({ mailTransport, mailFrom });
          for (const [key, value] of values) await writeMeta(tx, `setting.${key}`, value);
          const job = { kind: "mail", host: "localhost", payload: "{}", expiresAt: createdAt + dayMs };
          await addJobs(tx, [{ ...job, now: createdAt }]);
          await tx.updateTable("jobs").set({ attempts: 3, lastError: "450 later" }).execute();
        }),
      );
      return line("work.mail");
    };
    expect(await row(refusing.url)).toMatchObject({
      state: "failed",
      finding: "The mail server refuses the connection. It said: 192.0.2.1 is on a blocklist",
      advice: expect.stringContaining("blocklist"),
    });
    expect(await row(good.url)).toMatchObject({ state: "ok" });
    expect(await row(good.url, Date.now() - 2 * 60 * 60 * 1000)).toMatchObject({
      state: "warning",
      finding: expect.stringMatching(/more than an hour: 1; not sent in the last day: 0\..* 450 later$/),
    });
  });

  it("knows a newer version of Freehold", async () => {
    const known = JSON.stringify({ askedAt: Date.now(), newest: "99.0.1" });
    const line = await diagnose(write((tx) => writeMeta(tx, "releases", known)));
    expect(line("machine.version")).toMatchObject({
      state: "warning",
      finding: `Freehold 99.0.1 is available. This is ${describeProgram()}.`,
      advice: expect.stringContaining("https://github.com/"),
    });
  });

  it("knows a database of a newer version", async () => {
    const newer = { name: "9999-later", appliedAt: 1 };
    const line = await diagnose(write((tx) => tx.insertInto("migrations").values(newer).execute()));
    expect(line("database.migrations")).toMatchObject({
      state: "failed",
      finding: expect.stringContaining("9999-later"),
    });
  });

  it.runIf(name === "sqlite")("finds damage in the database file", async () => {
    const line = await diagnose(
      write(async (tx) => {
        for (let index = 0; index < 2_000; index += 1) {
          await saveContent(tx, { hash: `0x${randomBytes(32).toString("hex")}`, size: index, now: index });
        }
      }),
      async ({ dataDir }) => {
        await using file = await open(join(dataDir, "freehold.sqlite"), "r+");
        const { size } = await file.stat();
        await file.write(randomBytes(4096), 0, 4096, size - 3 * 4096);
      },
    );
    expect(line("database.sound")).toMatchObject({
      state: "failed",
      finding: expect.stringMatching(/^The database file is damaged: /),
      advice: expect.stringContaining("backup"),
    });
  });

  it.runIf(name === "sqlite")("asks for no backup where the file was not read", async () => {
    const line = await diagnose(undefined, async ({ dataDir }) => {
      const file = join(dataDir, "freehold.sqlite");
      await rm(file);
      await mkdir(file);
    });
    const { state, finding, advice } = line("database.opens");
    expect(state).toBe("failed");
    expect(finding).toMatch(/freehold\.sqlite: that is a folder\.$/);
    expect(advice).not.toMatch(/restore/i);
  });

  it.runIf(process.geteuid?.() === 0)(
    "finds files of another user, as a copy by root leaves them",
    async () => {
      const line = await diagnose(undefined, async ({ dataDir }) => {
        await writeFile(join(dataDir, "keystore.json"), "{}", { mode: 0o600 });
        await chown(join(dataDir, "keystore.json"), 65_534, 65_534);
        await chmod(dataDir, 0o700);
      });
      expect(line("machine.permissions")).toMatchObject({
        state: "warning",
        finding: expect.stringMatching(/keystore\.json belongs to another user/),
        advice: expect.stringMatching(/^Run `chown -R 0 /),
      });
    },
  );

  it("says what others may read", async () => {
    const line = await diagnose(undefined, async ({ dataDir }) => {
      await mkdir(dataDir, { recursive: true });
      await chmod(dataDir, 0o755);
    });
    expect(line("machine.permissions")).toMatchObject({
      state: "failed",
      advice: expect.stringMatching(/^Run `chmod 700 /),
    });
  });
});
