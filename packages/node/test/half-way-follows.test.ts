import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encryptKeystore } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeKeystore } from "../src/domain/access/keystore.ts";
import { findConnection } from "../src/store/peers/connections.ts";
import { listOutbox } from "../src/store/queues/outbox.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";
import { serveHttps } from "./support/tls-server.ts";

const hour = 3_600;
const key = "33".repeat(32);

describe("follows that were interrupted (decisions 3, weaknesses: Lost 3)", () => {
  let network: TestNetwork;
  let ahead = 0;
  let stoppedAt: number | null = null;
  const clock = { now: () => (stoppedAt ?? Date.now()) + ahead * 1000 };
  beforeEach(async () => {
    ahead = 0;
    stoppedAt = null;
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  const now = () => Math.floor(clock.now() / 1000);
  const knows = async (node: TestNode, follower: TestNode, followee: TestNode) =>
    (await findConnection(
      node.running.context.store.db,
      follower.signer.address,
      followee.signer.address,
    )) !== null;
  const outboxOf = ({ running }: TestNode) => listOutbox(running.context.store.db, { limit: 10 });

  test("a follow whose 201 was lost is recorded on the 409 of the next try", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    const follow = {
      followerAddress: ben.signer.address,
      followeeAddress: ada.signer.address,
      followerUrl: ben.url,
      followeeUrl: ada.url,
      timestamp: now(),
    };
    const envelope = ben.signer.sign("CreateConnection", follow);
    expect((await ada.fetch("/ewp/connections", { method: "POST", body: envelope })).status).toBe(201);
    expect(await knows(ben, ben, ada)).toBe(false);
    expect(await ben.follow(ada)).toEqual({ status: "following" });
    expect([await knows(ada, ben, ada), await knows(ben, ben, ada)]).toEqual([true, true]);
  });

  test("a follow between clocks that differ says so, and leaves nothing on either side", async () => {
    const ada = await network.start();
    const ben = await network.start({ clock });
    ahead = -2 * hour - 180;
    await expect(ben.follow(ada)).rejects.toMatchObject({
      code: "PEER_FAILED",
      message: expect.stringContaining("is 123 minutes ahead of"),
    });
    expect([await knows(ada, ben, ada), await knows(ben, ben, ada)]).toEqual([false, false]);
    expect((await outboxOf(ben)).map(({ state }) => state)).toEqual(["refused"]);
  });

  test("a follow that is refused leaves nothing on either side", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    // Ben's node is not where he says: Ada's can't verify him.
    const { config } = ben;
    await ben.stop();
    expect(config.url).toBe(ben.url);
    const follow = {
      followerAddress: ben.signer.address,
      followeeAddress: ada.signer.address,
      followerUrl: ben.url,
      followeeUrl: ada.url,
      timestamp: now(),
    };
    const reply = await ada.fetch("/ewp/connections", {
      method: "POST",
      body: ben.signer.sign("CreateConnection", follow),
    });
    expect(reply.json).toEqual({ error: "FOLLOWER_IDENTITY_MISMATCH" });
    expect(await knows(ada, ben, ada)).toBe(false);
  });

  test.each([
    { withKey: true, end: "undone on both sides", calls: ["POST", "DELETE"] },
    { withKey: false, end: "follow again", calls: ["POST"] },
  ])(
    "a follow whose hour runs out is undone, or named (key at hand: $withKey)",
    async ({ withKey, end, calls }) => {
      const settings = await keystoreSettings(network);
      const ben = await network.start({ clock, privateKey: key, ...(withKey && { settings }) });
      const seen: string[] = [];
      const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
      await using silent = await serveHttps(network.certificate, ({ method = "", url }, response) => {
        if (url === "/ewp/profile") {
          const profile = {
            address,
            url: `https://${response.req.headers.host}`,
            title: "Silent",
            description: null,
          };
          response.end(JSON.stringify({ ...profile, ewpVersion: "1", createdAt: null, updatedAt: null }));
          return;
        }
        if (url === "/ewp/connections") seen.push(method);
        response.statusCode = method === "DELETE" ? 204 : 503;
        response.end();
      });
      expect(await ben.follow({ url: silent.url().replace(/\/$/, "") })).toMatchObject({ status: "waiting" });
      // The worker tries at once. An attempt that ends after the jump would set a new time.
      await ben.settled();
      ahead = 2 * hour;
      for (const queue of Object.values(ben.running.queues ?? {})) queue.nudge();
      await ben.settled();
      const [row] = await outboxOf(ben);
      expect(row).toMatchObject({ state: "refused" });
      expect(row?.lastError).toContain(end);
      expect([...new Set(seen)]).toEqual(calls);
    },
  );

  test("an unfollow that the other node missed reaches it when it is back", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    await ben.follow(ada);
    await ada.stop();
    // The clock stands still, so that no retry becomes due while Ada's node starts.
    stoppedAt = Date.now();
    await ben.unfollow(ada);
    await ben.settled();
    expect(await knows(ben, ben, ada)).toBe(false);
    await ada.start();
    expect(await knows(ada, ben, ada)).toBe(true);
    ahead = 600;
    ben.running.queues?.outbox.nudge();
    await ben.settled();
    expect(await knows(ada, ben, ada)).toBe(false);
  });

  test("and when its signature is older than an hour, it is signed again with the local key", async () => {
    const settings = await keystoreSettings(network);
    const ada = await network.start({ clock });
    const ben = await network.start({ clock, privateKey: key, settings });
    await ben.follow(ada);
    await ada.stop();
    stoppedAt = Date.now();
    await ben.unfollow(ada);
    await ben.settled();
    await ada.start();
    ahead = 3 * hour;
    ben.running.queues?.outbox.nudge();
    await ben.settled();
    expect((await outboxOf(ben)).map((row) => row.state)).toEqual(["done", "done"]);
    expect(await knows(ada, ben, ada)).toBe(false);
  });

  test("a repeated follow is not ended by the late unfollow of the one before", async () => {
    const ada = await network.start({ clock });
    const ben = await network.start({ clock });
    await ben.follow(ada);
    await ada.stop();
    ahead = 1;
    await ben.unfollow(ada);
    await ada.start();
    ahead = 5;
    expect(await ben.follow(ada)).toEqual({ status: "following" });
    ahead = 600;
    ben.running.queues?.outbox.nudge();
    await ben.settled();
    expect([await knows(ada, ben, ada), await knows(ben, ben, ada)]).toEqual([true, true]);
  });
});

/** A keystore with the test's key, and the file with its password. */
async function keystoreSettings({ authorityFile }: TestNetwork): Promise<Record<string, string>> {
  const folder = join(authorityFile, "..");
  const [keystore, password] = [join(folder, "keystore.json"), join(folder, "password")];
  await writeKeystore(keystore, await encryptKeystore(Buffer.from(key, "hex"), "secret"));
  await writeFile(password, "secret\n");
  return { FREEHOLD_KEYSTORE: keystore, FREEHOLD_KEYSTORE_PASSWORD_FILE: password };
}
