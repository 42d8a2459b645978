import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  createSelfSignedCertificate,
  type ServerCertificate,
} from "../../../../test/support/certificates.ts";
import { findDiskObstacle, mountSmallDisk } from "../../../../test/support/small-disk.ts";
import { serveHttps } from "../../../../test/support/tls-server.ts";
import { readConfig } from "../../../config/config.ts";
import { createLog } from "../../../observability/log.ts";
import { migrate } from "../../../store/migrate.ts";
import { openStore } from "../../../store/open-store.ts";
import { openDiagnosisTarget } from "../open-target.ts";
import { runDiagnosis } from "../run-diagnosis.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The results of a node that is not running, by check. */
async function diagnose(settings: Record<string, string>, { beforeRun = () => {} } = {}) {
  const data = { dataDir: settings.FREEHOLD_DATA ?? join(folder, "data"), databaseUrl: null };
  {
    await using store = await openStore(data);
    await migrate(store);
  }
  const config = readConfig({ FREEHOLD_DATA: data.dataDir, FREEHOLD_PORT: "1", ...settings });
  await using target = await openDiagnosisTarget(config, createLog({ logLevel: "silent" }), []);
  beforeRun();
  const results = await runDiagnosis(target);
  return (id: string) => results.find((result) => result.id === id);
}

/** @returns the settings of a node with those files */
async function place({ cert }: ServerCertificate, { key }: ServerCertificate) {
  const files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  await writeFile(files.cert, cert);
  await writeFile(files.key, key);
  return { FREEHOLD_TLS_CERT: files.cert, FREEHOLD_TLS_KEY: files.key };
}

it("names the key of another certificate as the cause of a node that does not start", async () => {
  const [one, other] = await Promise.all(
    ["localhost", "localhost"].map((name) => createSelfSignedCertificate([name])),
  );
  if (!one || !other) throw new Error("There are no certificates.");
  const line = await diagnose(await place(one, other));
  expect(line("machine.certificate")).toMatchObject({
    state: "failed",
    finding: expect.stringMatching(/the key in .*key\.pem belongs to another certificate/),
    advice: expect.stringContaining("files of the same certificate"),
  });
  expect(line("machine.server")).toMatchObject({
    advice: expect.stringContaining("see machine.certificate"),
  });
});

it("names files of a certificate that are gone, or are none", async () => {
  const pair = await createSelfSignedCertificate(["localhost"]);
  const settings = await place(pair, pair);
  for (const [spoil, finding] of [
    [() => rm(settings.FREEHOLD_TLS_KEY), /key\.pem: there is no such file\.$/],
    [() => mkdir(settings.FREEHOLD_TLS_KEY), /key\.pem: that is a folder\.$/],
    [() => rm(settings.FREEHOLD_TLS_CERT), /cert\.pem: there is no such file\.$/],
  ] as const) {
    await spoil();
    expect((await diagnose(settings))("machine.certificate")).toMatchObject({
      state: "failed",
      finding: expect.stringMatching(finding),
      advice: "Correct FREEHOLD_TLS_CERT and FREEHOLD_TLS_KEY.",
    });
  }
  await rm(settings.FREEHOLD_TLS_KEY, { recursive: true });
});

it("sees that the server still shows another certificate", async () => {
  const [old, renewed] = await Promise.all(
    ["localhost", "localhost"].map((name) => createSelfSignedCertificate([name])),
  );
  if (!old || !renewed) throw new Error("There are no certificates.");
  await using server = await serveHttps(old, (_request, response) => response.end());
  const settings = await place(renewed, renewed);
  const FREEHOLD_PORT = new URL(server.url("")).port;
  const line = await diagnose({ ...settings, FREEHOLD_PORT });
  expect(line("machine.certificate")).toMatchObject({
    state: "warning",
    finding: `The server at 127.0.0.1:${FREEHOLD_PORT} shows another certificate than that of ${settings.FREEHOLD_TLS_CERT}.`,
  });
  await place(old, old);
  expect((await diagnose({ ...settings, FREEHOLD_PORT }))("machine.certificate")).toMatchObject({
    state: "ok",
    finding: expect.stringContaining("and the node serves them"),
  });
});

it("tells a port that takes connections and says nothing from one where nobody listens", async () => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  try {
    const line = await diagnose({ FREEHOLD_PORT: String(portOf(mute)) });
    expect(line("machine.server")).toMatchObject({
      finding: `A program takes connections at 127.0.0.1:${portOf(mute)} and does not respond.`,
      advice: expect.stringContaining("stop that program"),
    });
  } finally {
    mute.close();
  }
  expect((await diagnose({}))("machine.server")).toMatchObject({
    finding: expect.stringMatching(/^127\.0\.0\.1:1 does not respond:/),
  });
});

const portOf = (server: Server) => {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
};

it.skipIf(await findDiskObstacle())("says that the disk is full, and in which unit", async () => {
  await using disk = await mountSmallDisk(4_000);
  const line = await diagnose({ FREEHOLD_DATA: disk.folder }, { beforeRun: () => disk.fill() });
  expect(line("machine.disk")).toMatchObject({
    state: "failed",
    finding: expect.stringMatching(/^0 MB of 4 MB /),
    advice: expect.stringMatching(/^Free some space/),
  });
  expect(line("machine.server")).toMatchObject({
    finding: "The disk is full, so this could not be checked.",
    advice: expect.stringContaining("machine.disk"),
  });
});
