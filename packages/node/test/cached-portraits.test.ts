import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scopes } from "../src/domain/access/scopes.ts";
import { createIntegrationToken } from "../src/domain/access/tokens.ts";
import { readConnectionsPage } from "../src/domain/connections/peers.ts";
import { sweepContents } from "../src/domain/contents/sweep.ts";
import { setAvatar } from "../src/domain/profile/avatar.ts";
import { createPeerPictureCache } from "../src/domain/profile/peer-picture.ts";
import { databases } from "./support/databases.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

const dayMs = 86_400_000;

let network: TestNetwork;
beforeEach(async () => {
  network = await createTestNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

const paint = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
const pictureAt = async (node: TestNode) => {
  const { items } = await readConnectionsPage(node.running.context, "following", { first: 1, after: null });
  return items[0]?.picture ?? null;
};

test.each(databases)(
  "the picture of a followed node is cached, small, and shown in the timeline: %s",
  async (database) => {
    const ada = await network.start({ database });
    const grace = await network.start();
    await setAvatar(grace.running.context, await paint("#88a06b"));
    await ada.follow(grace);
    await ada.settled();
    // It is fetched after the catch-up, which is what `settled` waits for.
    const portrait = new RegExp(`^/api/portraits/${grace.signer.address}\\?v=[0-9a-f]{8}$`);
    await expect.poll(() => pictureAt(ada)).toMatch(portrait);
    const path = await pictureAt(ada);

    const see = async (headers: Record<string, string> = {}) => await ada.fetch(path ?? "", { headers });
    const { context } = ada.running;
    const tokenOf = async (granted: string[]) => {
      const wanted = { label: "a program", scopes: granted, expiresInSeconds: null };
      return { authorization: `Bearer ${(await createIntegrationToken(context, wanted)).token}` };
    };
    const reader = await tokenOf(["read:timeline"]);
    const others = scopes.filter((scope) => scope !== "read:timeline");
    expect((await see()).status).toBe(404);
    expect((await see(await tokenOf(others))).status).toBe(404);
    const reply = await see(reader);
    expect(reply.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=86400",
      "content-security-policy": expect.stringContaining("sandbox"),
      "cross-origin-resource-policy": "same-origin",
    });
    expect(await sharp(reply.body).metadata()).toMatchObject({ width: 128, height: 128, format: "webp" });
    const unknown = await ada.fetch(`/api/portraits/${ada.signer.address}`, { headers: reader });
    expect(unknown.status).toBe(404);

    // Its bytes stay as long as it is shown, and go afterwards.
    let now = Date.now() + 30 * dayMs;
    const later = { ...context, clock: { now: () => now } };
    await sweepContents(later);
    expect((await see(reader)).status).toBe(200);
    const keep = createPeerPictureCache(later);
    await grace.stop();
    await keep(grace.signer.address);
    expect(await pictureAt(ada)).toBe(path);
    await grace.start();
    await setAvatar(grace.running.context, await paint("#203040"));
    await keep(grace.signer.address);
    expect(await pictureAt(ada)).toBe(path);
    // The first call may meet a connection that the stop has ended.
    const nextDay = async () => {
      now += dayMs + 1;
      await keep(grace.signer.address);
      return await pictureAt(ada);
    };
    await expect.poll(nextDay).not.toBe(path);
    await setAvatar(grace.running.context, null);
    await expect.poll(nextDay).toBeNull();
    expect((await see(reader)).status).toBe(404);
  },
);
