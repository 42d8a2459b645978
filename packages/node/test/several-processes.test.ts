import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../src/config/config.ts";
import { createIntegrationToken, revokeToken } from "../src/domain/access/tokens.ts";
import { isSetupCode, readSetupCode, removeSetupCode } from "../src/domain/installation/setup-code.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../src/domain/profile/update-profile.ts";
import { updateSettings } from "../src/domain/settings/settings.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { notify } from "../src/modules/notifications/notify.ts";
import { createLog } from "../src/observability/log.ts";
import { type RunningNode, startNode } from "../src/start.ts";
import { databases } from "./support/databases.ts";
import {
  createTestNetwork,
  type FetchOptions,
  type TestNetwork,
  type TestNode,
} from "./support/test-network.ts";

/** Two web processes of one node, with one data folder. */
describe.runIf(databases.includes("postgres"))("web processes of one node", () => {
  const resources = new AsyncDisposableStack();
  let network: TestNetwork;
  let first: TestNode;
  let second: RunningNode;

  beforeAll(async () => {
    network = resources.use(await createTestNetwork());
    first = await network.start({ database: "postgres", settings: { FREEHOLD_ROLE: "web" }, title: "Ada" });
    second = await startAnother(first.config);
  });
  beforeEach(async () => {
    for (const { context } of [first.running, second])
      await expect.poll(() => context.store.version(), { interval: 5 }).not.toBeNull();
  });
  afterAll(() => resources.disposeAsync());

  async function startAnother(config: Config): Promise<RunningNode> {
    const node = await startNode({ ...config, port: 0 }, createLog(config));
    resources.defer(() => node.stop());
    return node;
  }

  const at = (node: RunningNode) => (path: string, options?: FetchOptions) =>
    network.fetch(`${node.address?.url}${path}`, options);
  const page = async (node: RunningNode, path: string) => {
    const { status, body } = await at(node)(path);
    return `${status} ${body}`;
  };

  it("know the same visitors, also one that starts later", async () => {
    const address = "0x00000000000000000000000000000000000000AA";
    const here = async (node: RunningNode) =>
      ((await at(node)("/api/visitors")).json as { visitors: { address: string }[] }).visitors.map(
        (visitor) => visitor.address,
      );
    await at(first.running)("/api/visitors", { method: "POST", body: { address } });
    await expect.poll(() => here(second), { interval: 10 }).toEqual([address]);
    const third = await startAnother(first.config);
    await expect.poll(() => here(third), { interval: 10 }).toEqual([address]);
    await at(third)("/api/visitors", { method: "DELETE", body: { address } });
    await expect.poll(() => here(first.running), { interval: 10 }).toEqual([]);
    await expect.poll(() => here(second), { interval: 10 }).toEqual([]);
    await third.stop();
  });

  it("show what another one wrote, and no longer what it deleted", async () => {
    for (const node of [first.running, second]) await page(node, "/");
    const post = await first.publish("# Salt\n\nOf the sea.");
    await expect.poll(() => page(second, "/"), { interval: 10 }).toContain("Salt");
    expect(await page(second, `/publications/${post.id}`)).toContain("Of the sea.");
    const { meaning } = await prepareProfileUpdate(first.running.context, { title: "Ada of the Sea" });
    await updateOwnProfile(
      first.running.context,
      [first.signer.sign("NodeProfileUpdate", meaning)],
      takeAnyAddress,
    );
    await expect.poll(() => page(second, "/ewp/profile"), { interval: 10 }).toContain("Ada of the Sea");
    expect(await page(second, "/")).toContain("Ada of the Sea");
    await destroyPublication(second.context, post.id);
    await expect
      .poll(() => page(first.running, `/publications/${post.id}`), { interval: 10 })
      .toMatch(/^410/);
    expect(await page(first.running, "/")).not.toContain("Salt");
  });

  it("have the styles that a page of another one names", async () => {
    await updateSettings(first.running.context, { accentHue: "120" });
    const [stylesheet = ""] = /\/assets\/site[^"]+\.css/.exec(await page(first.running, "/")) ?? [];
    expect(await page(second, stylesheet)).toMatch(/^200/);
  });

  it("refuse a token at once that another one revoked", async () => {
    const { id, token } = await createIntegrationToken(first.running.context, {
      label: "reader",
      scopes: ["read:timeline"],
      expiresInSeconds: null,
    });
    const ask = async (node: RunningNode) => {
      const headers = { authorization: `Bearer ${token}` };
      const body = { query: "{ timeline(first: 1) { edges { node { id } } } }" };
      return (await at(node)("/api/graphql", { method: "POST", headers, body })).status;
    };
    expect(await ask(second)).toBe(200);
    await revokeToken(first.running.context, id);
    expect(await ask(second)).toBe(401);
  });

  it("go on after the connection for news was lost, with what came meanwhile", async () => {
    await page(second, "/");
    const { store } = first.running.context;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'freehold listen'`.execute(store.db);
    await first.publish("# Pepper\n\nOf the land.");
    await expect.poll(() => page(second, "/"), { interval: 10 }).toContain("Pepper");
    await expect.poll(() => second.context.store.version(), { interval: 10 }).not.toBeNull();
    const heard: string[] = [];
    second.context.store.onDue("notifications", () => heard.push("notifications"));
    const now = Date.now();
    await store.transaction((tx) => notify(tx, { type: "failed-backup", reason: "full", now }));
    await expect.poll(() => heard, { interval: 10 }).toContain("notifications");
  });

  it("take one setup code, also on several machines", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "freehold-another-"));
    resources.defer(() => rm(dataDir, { recursive: true, force: true }));
    const { context } = first.running;
    const another = { ...context, config: { ...context.config, dataDir } };
    const codes = await Promise.all([context, another].map((one) => readSetupCode(one)));
    expect(codes[1]).toBe(codes[0]);
    expect(await readSetupCode({ config: another.config })).toBe(codes[0]);
    expect(await isSetupCode(another, String(codes[0]))).toBe(true);
    await removeSetupCode(context);
    expect(await isSetupCode(context, String(codes[0]))).toBe(false);
  });
});
