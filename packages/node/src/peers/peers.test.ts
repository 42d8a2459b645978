import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCertificateAuthority } from "../../test/support/certificates.ts";
import { serveHttps, type TestServer } from "../../test/support/tls-server.ts";
import { createPeers, type PeersOptions } from "./peers.ts";

let folder: string;
let peerCa: string;
let server: TestServer;
const agents: (string | undefined)[] = [];

const profile = {
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  url: "https://localhost",
  title: "A peer",
  description: null,
  ewpVersion: "1",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-peers-"));
  peerCa = join(folder, "ca.pem");
  const authority = await createCertificateAuthority();
  await writeFile(peerCa, authority.certificate);
  server = await serveHttps(await authority.issue(["localhost", "127.0.0.1"]), (request, response) => {
    agents.push(request.headers["user-agent"]);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(profile));
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function readProfile(config: Partial<PeersOptions["config"]>, host = "localhost") {
  const peers = createPeers({
    config: { peerCa, allowPrivatePeers: true, peerPorts: "any", ...config },
    userAgent: "Freehold/0.1 (+https://own.test)",
  });
  try {
    return await peers.at(server.url("", host)).profile();
  } finally {
    await peers.close();
    await server.untilIdle();
  }
}

test("a peer on this machine is read where private peers are allowed, and sees who asks", async () => {
  expect(await readProfile({})).toMatchObject({ address: profile.address, title: "A peer" });
  expect(await readProfile({}, "127.0.0.1")).toMatchObject({ address: profile.address });
  expect(agents).toEqual(["Freehold/0.1 (+https://own.test)", "Freehold/0.1 (+https://own.test)"]);
});

test("the clocks of those who answered are known, each host once, without the own one", async () => {
  const peers = createPeers({
    config: { peerCa, allowPrivatePeers: true, peerPorts: "any" },
    userAgent: "Freehold/0.1",
  });
  const clocks = (except: string | null) => peers.othersClocks?.(except) ?? [];
  expect(clocks(null)).toEqual([]);
  for (const host of ["localhost", "localhost", "127.0.0.1"]) await peers.at(server.url("", host)).profile();
  expect(clocks("127.0.0.1")).toHaveLength(1);
  expect(clocks(null)).toHaveLength(2);
  expect(peers.clockOf?.("elsewhere.example")).toBeNull();
  for (const shows of [...clocks(null), peers.clockOf?.("localhost") ?? 0])
    expect(Math.abs(shows - Date.now())).toBeLessThan(60_000);
  await peers.close();
  await server.untilIdle();
});

test("it is not read by name or by address where they are not", async () => {
  for (const host of ["localhost", "127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"]) {
    const reading = readProfile({ allowPrivatePeers: false }, host);
    await expect(reading).rejects.toMatchObject({ kind: "unreachable", code: "ADDRESS_NOT_ALLOWED" });
  }
});

test("private peers are checked for their certificate like all others", async () => {
  await expect(readProfile({ peerCa: null })).rejects.toMatchObject({
    kind: "unreachable",
    message: "The certificate or the TLS handshake was refused.",
  });
});

test("a port that is not allowed is not connected to", async () => {
  await expect(readProfile({ peerPorts: [443] })).rejects.toMatchObject({ code: "PORT_NOT_ALLOWED" });
});

test("a file that holds no certificate is told at once", async () => {
  const empty = join(folder, "empty.pem");
  await writeFile(empty, "nothing");
  const open = (file: string) =>
    createPeers({ config: { peerCa: file, allowPrivatePeers: false, peerPorts: "any" }, userAgent: "x" });
  expect(() => open(empty)).toThrow("holds no certificate");
  expect(() => open(join(folder, "missing.pem"))).toThrow("ENOENT");
  await writeFile(empty, "-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n");
  expect(() => open(empty)).toThrow("holds no certificate");
});
