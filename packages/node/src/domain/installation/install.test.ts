import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { databases, freshPostgres } from "../../../test/support/databases.ts";
import { type HttpNode, type HttpNodeOptions, openHttpNode } from "../../../test/support/http-node.ts";
import { toNodeProfile } from "../profile/owner.ts";
import { readSettings } from "../settings/settings.ts";
import { installationSteps, readInstallation, runInstallation } from "./install.ts";
import { readSetupCode } from "./setup-code.ts";

const use = closeAfterEach();

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

function signed(node: HttpNode, changes: { avatar?: string; timestamp?: number; language?: string } = {}) {
  const { avatar = "", timestamp = Math.floor(Date.now() / 1000), language = "de" } = changes;
  return node.sign("DATA", {
    node: { avatar, address: node.address, url: "https://ada.example", title: "Ada", description: "" },
    settings: { defaultLanguage: language, defaultTheme: "dark", walletConnectProjectId: "" },
    timestamp,
  });
}

/** By somebody who has the setup code. */
const install = async (node: HttpNode, body: unknown) =>
  await runInstallation(node.ctx, body, await readSetupCode(node.ctx));

const outcome = (report: { result: readonly { success: boolean }[] }) =>
  report.result.map(({ success }) => success);

describe.each(databases)("on %s", (database) => {
  async function open(settings: HttpNodeOptions["settings"] = {}): Promise<HttpNode> {
    const postgres = database === "postgres" ? await freshPostgres() : null;
    if (postgres) use(postgres);
    const node = await openHttpNode({
      install: false,
      settings: { ...(postgres && { DATABASE_URL: postgres.url }), ...settings },
    });
    use(node);
    return node;
  }

  it("goes through its steps, and keeps what was signed", async () => {
    const node = await open();
    const { result, node: profile } = await install(node, signed(node, { avatar: pixel }));
    expect(result).toEqual(installationSteps.map((step) => ({ step, success: true, error: null })));
    const own = await node.ctx.owner.get();
    expect(profile).toEqual(own && toNodeProfile(own));
    expect(profile).toMatchObject({ address: node.address, title: "Ada", description: null });
    expect(await readSettings(node.ctx)).toMatchObject({ defaultLanguage: "de", defaultTheme: "dark" });
    expect((await readInstallation(node.ctx)).installed).toBe(true);
  });

  it("happens once, also when two come at the same time", async () => {
    const node = await open();
    const both = await Promise.all([1, 2].map(() => install(node, signed(node))));
    expect(both.map((report) => report.node !== null).sort()).toEqual([false, true]);
    const again = await install(node, signed(node));
    expect(outcome(again)).toEqual([false, false, false]);
    expect(again.result[0]?.error).toContain("CONFLICT");
    expect(again.node).toBeNull();
  });

  it("can be run again after its tables could not be made", async () => {
    const node = await open();
    const { store } = node.ctx;
    const future = { name: "9999-from-the-future", appliedAt: 1 };
    await store.transaction((tx) => tx.insertInto("migrations").values(future).execute());
    const failed = await install(node, signed(node));
    expect(outcome(failed)).toEqual([true, false, false]);
    expect(failed.result[1]?.error).toMatch(/^INTERNAL_ERROR/);
    expect(node.lines.some(({ level }) => level === "error")).toBe(true);
    await store.transaction((tx) => tx.deleteFrom("migrations").where("name", "=", future.name).execute());
    expect(outcome(await install(node, signed(node)))).toEqual([true, true, true]);
  });

  it("can be run again after its data could not be written", async () => {
    const node = await open();
    const folder = join(node.ctx.config.dataDir, "contents");
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, "in the way");
    const failed = await install(node, signed(node, { avatar: pixel }));
    expect(outcome(failed)).toEqual([true, true, false]);
    expect(await readInstallation(node.ctx)).toEqual({ installed: false, installedAt: null });
    expect(await node.ctx.owner.get()).toBeNull();
    await rm(folder);
    await mkdir(folder);
    const retried = await install(node, signed(node, { avatar: pixel }));
    expect(outcome(retried)).toEqual([true, true, true]);
  });

  it.each([
    ["an old signature", (node: HttpNode) => signed(node, { timestamp: 1_700_000_000 }), "INVALID_TIMESTAMP"],
    [
      "another signer",
      (node: HttpNode) => ({ ...signed(node), signature: `0x${"11".repeat(64)}1b` }),
      "INVALID_SIGNATURE",
    ],
    [
      "a message of another kind",
      (node: HttpNode) => ({ ...signed(node), typedData: {} }),
      "INVALID_PAYLOAD",
    ],
    ["a setting that is none", (node: HttpNode) => signed(node, { language: "<b>" }), "VALIDATION_FAILED"],
    ["nothing", () => null, "INVALID_PAYLOAD"],
  ])("refuses %s in its first step", async (_what, body, code) => {
    const node = await open();
    const { result } = await install(node, body(node));
    expect(result.map(({ success }) => success)).toEqual([false, false, false]);
    expect(result[0]?.error).toContain(code);
    expect(await node.ctx.owner.get()).toBeNull();
  });

  it("asks for the code, which opens nothing any more afterwards", async () => {
    const node = await open();
    const code = await readSetupCode(node.ctx);
    for (const setupCode of [null, "", "0".repeat(64), code.slice(1), `${code}0`]) {
      const refused = await runInstallation(node.ctx, signed(node), setupCode);
      expect(refused.result[0]?.error).toMatch(/^FORBIDDEN/);
    }
    const taken = await runInstallation(node.ctx, signed(node), code);
    expect(taken.node?.address).toBe(node.address);
    await expect(stat(join(node.ctx.config.dataDir, "setup-code"))).rejects.toThrow("ENOENT");
  });

  it("asks the configured owner for none, and nobody else gets in with one", async () => {
    const other = await open();
    const node = await open({ FREEHOLD_OWNER: other.address });
    const code = await readSetupCode(node.ctx);
    for (const setupCode of [null, code]) {
      const refused = await runInstallation(node.ctx, signed(node), setupCode);
      expect(refused.result[0]?.error).toMatch(/^FORBIDDEN/);
    }
    expect((await runInstallation(node.ctx, signed(other), null)).node?.address).toBe(other.address);
  });
});
