import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listPeers } from "../src/domain/connections/peers.ts";
import { readSetupCode } from "../src/domain/installation/setup-code.ts";
import { requireLeadsHere } from "../src/modules/diagnosis/leads-here.ts";
import { diagnoseRunning } from "../src/modules/diagnosis/run-diagnosis.ts";
import { listMeta } from "../src/store/meta.ts";
import { type CertificateAuthority, createCertificateAuthority } from "./support/certificates.ts";
import { databases } from "./support/databases.ts";
import { resultOf, startProxiedNode, troubles } from "./support/proxied-node.ts";
import { openShell } from "./support/shell.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";
import { serveHttps } from "./support/tls-server.ts";

const dayMs = 24 * 60 * 60_000;
const always = { "configuration.settings": "warning" };
/** A diagnosis uploads as much; diagnosis-proxy.test.ts has it upload more. */
const settings = { FREEHOLD_MAX_CONTENT_BYTES: String(1024 * 1024) };

let network: TestNetwork;
let resources: AsyncDisposableStack;
beforeEach(async () => {
  network = await createTestNetwork();
  resources = new AsyncDisposableStack();
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await resources.disposeAsync();
});

describe("a certificate", () => {
  const inDays = (from: number, until: number) => ({
    from: new Date(Date.now() + from * dayMs),
    until: new Date(Date.now() + until * dayMs),
  });
  const unknown = async () => {
    const authority = await createCertificateAuthority("Nobody knows it");
    return await authority.issue(["localhost"], inDays(-1, 90));
  };
  const cases: [
    string,
    (authority: CertificateAuthority) => ReturnType<CertificateAuthority["issue"]>,
    RegExp,
    RegExp,
  ][] = [
    [
      "for another name",
      (ca) => ca.issue(["other.example"], inDays(-1, 90)),
      /not for localhost/,
      /Get a certificate for localhost/,
    ],
    ["that has expired", (ca) => ca.issue(["localhost"], inDays(-90, -1)), /expired on 20/, /Renew it/],
    [
      "that is not valid yet",
      (ca) => ca.issue(["localhost"], inDays(1, 90)),
      /not valid yet/,
      /machine\.clock/,
    ],
    ["without its chain", unknown, /lacks its chain/, /fullchain\.pem/],
  ];

  it.each(cases)("%s is reported, with what to do", async (_what, certify, finding, advice) => {
    const { diagnose } = await startProxiedNode(network, resources, { settings, certify });
    const lines = await diagnose();
    expect(troubles(lines)).toEqual({
      ...always,
      "outside.certificate": "failed",
      "outside.reach": "failed",
    });
    expect(resultOf(lines, "outside.certificate").finding).toMatch(finding);
    expect(resultOf(lines, "outside.certificate").advice).toMatch(advice);
    expect(resultOf(lines, "outside.reach").advice).toContain("outside.certificate");
    expect(resultOf(lines, "proxy.methods").state).toBe("skipped");
  });

  it.each([
    [2, "failed", /in 1 day\b|in 2 days/],
    [10, "warning", /in 9 days|in 10 days/],
  ] as const)("that expires in %i days is a matter of its own", async (days, state, finding) => {
    const { diagnose } = await startProxiedNode(network, resources, {
      settings,
      certify: (ca) => ca.issue(["localhost"], inDays(days - 90, days)),
    });
    const lines = await diagnose();
    expect(troubles(lines)).toEqual({ ...always, "outside.certificate": state });
    expect(resultOf(lines, "outside.certificate").finding).toMatch(finding);
  });
});

describe("the public address", () => {
  it("that leads to another node is reported", async () => {
    const otherSite = resources.use(
      await serveHttps(network.certificate, (_request, response) => response.end("hello")),
    );
    const url = otherSite.url("");
    const { diagnose, node } = await startProxiedNode(network, resources, { settings, url });
    const lines = await diagnose();
    expect(resultOf(lines, "outside.reach")).toMatchObject({
      state: "failed",
      finding: expect.stringContaining("is not this node (status 200)"),
      advice: expect.stringContaining(`127.0.0.1:${node.config.port}`),
    });
    expect(resultOf(lines, "machine.server").state).toBe("ok");
  });

  it("that differs from the setting is reported", async () => {
    const { node, url } = await startProxiedNode(network, resources, { settings });
    const config = { ...node.config, url: "https://moved.example" };
    const lines = await diagnoseRunning({ ...node.running.context, config });
    expect(resultOf(lines, "configuration.public-url")).toMatchObject({
      state: "warning",
      finding: `FREEHOLD_URL is https://moved.example, but other sites know this one as ${url}, which is used.`,
      advice: expect.stringContaining("freehold moved https://moved.example"),
    });
    expect(resultOf(lines, "outside.reach").state).toBe("ok");
  });
});

describe("an address that is to be signed", () => {
  it("leads to this node, or is one of this machine alone", async () => {
    const here = await startProxiedNode(network, resources, { settings });
    const elsewhere = resources.use(
      await serveHttps(network.certificate, (_request, response) => response.end("hello")),
    );
    const { context } = here.node.running;
    const signal = AbortSignal.timeout(60_000);
    const look = (url: string, current: string) => requireLeadsHere(context, { url, current, signal });
    const current = "https://before.example";
    await look(here.url, current);
    await look("http://localhost:9", current);
    await look(current, current);
    await expect(look(elsewhere.url(""), current)).rejects.toMatchObject({
      code: "ADDRESS_NOT_HERE",
      message: expect.stringContaining("does not point to this node, so it was not signed."),
    });
    await expect(look("https://nope.invalid", current)).rejects.toMatchObject({
      code: "ADDRESS_NOT_HERE",
      message: expect.stringContaining("The name nope.invalid has no address."),
    });
    // A person who answers for it may sign an address whose name is not there yet; one that leads elsewhere stays refused.
    const warned: string[] = [];
    const onNoName = (finding: string) => warned.push(finding);
    await requireLeadsHere(context, { url: "https://nope.invalid", current, signal, onNoName });
    expect(warned).toEqual(["The name nope.invalid has no address."]);
    await expect(
      requireLeadsHere(context, { url: elsewhere.url(""), current, signal, onNoName }),
    ).rejects.toMatchObject({ code: "ADDRESS_NOT_HERE" });
    expect(await listMeta(context.store.db, "probe.")).toEqual(new Map());
  });
});

describe("another node", () => {
  it("is asked to call back, which changes nothing on either side", async () => {
    const [ada, ben] = [await network.start({ settings }), await network.start()];
    await ada.follow(ben);
    const before = await Promise.all(
      [ada, ben].map((node) => Array.fromAsync(listPeers(node.running.context))),
    );
    const line = resultOf(await diagnoseRunning(ada.running.context), "outside.peer");
    expect(line).toMatchObject({
      state: "ok",
      finding: expect.stringMatching(
        /^Another site reached .* its request came from (::ffff:)?127\.0\.0\.1\.$/,
      ),
    });
    const after = await Promise.all(
      [ada, ben].map((node) => Array.fromAsync(listPeers(node.running.context))),
    );
    expect(
      after.map((peers) => peers.map(({ address, follower, followed }) => [address, follower, followed])),
    ).toEqual(
      before.map((peers) => peers.map(({ address, follower, followed }) => [address, follower, followed])),
    );
    const { db } = ada.running.context.store;
    expect([...(await listMeta(db, "probe"))]).toEqual([]);
  });

  it("that can't reach this node is reported", async () => {
    const ben = await network.start();
    const { node, proxy, url } = await startProxiedNode(network, resources, {
      settings,
      certify: async () => network.certificate,
    });
    await node.follow(ben);
    await proxy[Symbol.asyncDispose]();
    const lines = await diagnoseRunning(node.running.context);
    expect(resultOf(lines, "outside.peer")).toMatchObject({
      state: "failed",
      finding: `Another site tried to reach ${url}, but the request did not arrive.`,
    });
    expect(resultOf(lines, "outside.reach")).toMatchObject({
      state: "failed",
      finding: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("has a clock to compare with", async () => {
    let offset = 0;
    const ada = await network.start({ settings, clock: { now: () => Date.now() + offset } });
    await ada.follow(await network.start());
    const look = async () => resultOf(await diagnoseRunning(ada.running.context), "machine.clock");
    expect(await look()).toMatchObject({
      state: "ok",
      finding: "The clock agrees with other sites (1).",
    });
    offset = 2 * 60 * 60_000;
    expect(await look()).toMatchObject({
      state: "failed",
      finding: expect.stringMatching(/^The clock is (7199|720\d) s ahead of others \(sites asked: 1\)\.$/),
      advice: expect.stringContaining("NTP"),
    });
    offset = -5 * 60_000;
    expect(await look()).toMatchObject({
      state: "warning",
      finding: expect.stringMatching(/^The clock is (299|30\d) s behind/),
    });
  });
});

describe("POST /api/install/diagnosis", () => {
  it("says to the installer whether the address is right, before it is signed", async () => {
    const { node, url } = await startProxiedNode(network, resources, {
      settings,
      install: false,
      faults: { strips: ["DELETE"] },
    });
    const code = await readSetupCode(node.running.context);
    const ask = (headers: Record<string, string>, body: object = {}) =>
      network.fetch(`http://localhost:${node.config.port}/api/install/diagnosis`, {
        method: "POST",
        headers,
        body,
      });
    expect((await ask({})).json).toEqual({
      error: "FORBIDDEN",
      message: "The setup code is missing or wrong.",
    });
    expect((await ask({ "x-setup-code": "0".repeat(64) })).status).toBe(403);
    for (const odd of ["ftp://example", { toString: 1 }, 7]) {
      const wrong = await ask({ "x-setup-code": code }, { url: odd });
      expect([wrong.status, wrong.json]).toMatchObject([400, { error: "VALIDATION_FAILED" }]);
    }
    const good = await ask({ "x-setup-code": code }, { url });
    const { checks } = good.json as { checks: Awaited<ReturnType<typeof diagnoseRunning>> };
    expect(troubles(checks)).toEqual({ "proxy.methods": "failed" });
    expect(resultOf(checks, "outside.reach").state).toBe("ok");
    expect(checks.some(({ id }) => id === "work.mail")).toBe(false);
  });

  it("is refused once there is an owner", async () => {
    const { node } = await startProxiedNode(network, resources);
    const path = `http://localhost:${node.config.port}/api/install/diagnosis`;
    expect((await network.fetch(path, { method: "POST", body: {} })).status).toBe(409);
  });
});

describe.each(databases)("freehold doctor on %s", (database) => {
  it("checks a running node and a stopped one, and prints no secret", async () => {
    const { node, url } = await startProxiedNode(network, resources, { database, settings });
    const { config } = node;
    const shell = resources.use(
      await openShell({
        FREEHOLD_DATA: config.dataDir,
        FREEHOLD_PORT: String(config.port),
        FREEHOLD_URL: url,
        FREEHOLD_PEER_CA: config.peerCa ?? "",
        FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
        FREEHOLD_TRUST_PROXY: "1",
        FREEHOLD_MAX_CONTENT_BYTES: String(config.maxContentBytes),
        ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
      }),
    );
    await node.publish("A post whose hash is looked at.");
    const running = await shell.run(["doctor", "--json"]);
    expect(running.err).toBe("");
    expect(running.code).toBe(0);
    expect(running.json().sound).toBe(true);
    expect(troubles(running.json().checks)).toEqual(always);
    expect(resultOf(running.json().checks, "database.contents").finding).toMatch(
      /^The files of a sample \(1\)/,
    );
    expect(running.out).not.toMatch(/postgres:|:[^ /]+@/);

    await node.stop();
    const stopped = await shell.runHere(["doctor"]);
    expect(stopped.code).toBe(1);
    expect(stopped.err).toMatch(/2 of \d+ checks failed/);
    expect(stopped.out).toMatch(/FAILED +machine\.server +127\.0\.0\.1:\d+ does not respond/);
    expect(stopped.out).toMatch(/FAILED +outside\.reach .* returns 502: .*\n +→ Start the node\./);
    expect(stopped.out).toMatch(/ok +database\.opens +(SQLite|PostgreSQL) \d/);
    expect(stopped.out).toMatch(/skipped +proxy\.methods/);
  });
});
