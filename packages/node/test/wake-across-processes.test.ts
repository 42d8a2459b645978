import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished, test } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { createLog } from "../src/observability/log.ts";
import { startNode } from "../src/start.ts";
import { databases } from "./support/databases.ts";
import { freePort } from "./support/free-port.ts";
import { openShell } from "./support/shell.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

/** So long that only news wakes a queue. */
const pollMs = 10 ** 9;

let network: TestNetwork;
beforeEach(async () => {
  network = await createTestNetwork();
});
afterEach(() => network[Symbol.asyncDispose]());

it("delivers at once what a command publishes beside the running node", async () => {
  const ada = await network.start();
  const url = `https://localhost:${await freePort()}`;
  const settings = {
    FREEHOLD_URL: url,
    FREEHOLD_PORT: new URL(url).port,
    FREEHOLD_PEER_CA: network.authorityFile,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_LOG_LEVEL: "fatal",
    FREEHOLD_RATE_LIMIT: "0",
  };
  await using shell = await openShell(settings);
  const path = (name: string) => join(shell.folder, name);
  await writeFile(path("cert.pem"), network.certificate.cert);
  await writeFile(path("key.pem"), network.certificate.key);
  await writeFile(path("post.md"), "# From the shell\n");
  await shell.placeKeystore();
  await shell.runHere(["init", "--url", url, "--title", "Ben"]);
  const config = readConfig({
    ...settings,
    FREEHOLD_DATA: path("data"),
    FREEHOLD_TLS_CERT: path("cert.pem"),
    FREEHOLD_TLS_KEY: path("key.pem"),
  });
  const ben = await startNode(config, createLog(config), { pollMs });
  onTestFinished(() => ben.stop());
  await ada.follow({ url });
  const post = (await shell.run(["publish", "post.md", "--json"])).json();
  const hashes = async () => (await ada.timeline()).map(({ contentHash }) => contentHash);
  await expect.poll(hashes).toEqual([post.contentHash]);
});

test.runIf(databases.includes("postgres"))(
  "delivers at once, by a worker, what the owner publishes by a web process",
  async () => {
    const ada = await network.start();
    const web = await network.start({ database: "postgres", settings: { FREEHOLD_ROLE: "web" } });
    const config = { ...web.config, role: "worker" as const };
    const worker = await startNode(config, createLog(config), { pollMs });
    onTestFinished(() => worker.stop());
    await ada.follow(web);
    const post = await web.publish("Hello");
    const hashes = async () => (await ada.timeline()).map(({ contentHash }) => contentHash);
    await expect.poll(hashes).toEqual([post.contentHash]);
    const { store } = worker.context;
    expect([store.version(), web.running.context.store.version()]).not.toContain(null);
  },
);
