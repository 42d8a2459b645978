import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSelfSignedCertificate, type ServerCertificate } from "../../test/support/certificates.ts";
import { wordsOf } from "../../test/support/error-words.ts";
import { readTlsPair } from "../domain/settings/tls-pair.ts";
import { renewCertificate } from "./tls-files.ts";

let folder: string;
let [first, second]: ServerCertificate[] = [];
let files: { cert: string; key: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
  files = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  [first, second] = await Promise.all([
    createSelfSignedCertificate(["localhost"]),
    createSelfSignedCertificate(["localhost"]),
  ]);
});

beforeEach(() => place(first));

afterAll(() => rm(folder, { recursive: true, force: true }));

async function place(pair: ServerCertificate | undefined): Promise<void> {
  await writeFile(files.cert, pair?.cert ?? "");
  await writeFile(files.key, pair?.key ?? "");
}

/** A server with the files as they are, and what it logs. */
async function serve() {
  const lines: string[] = [];
  const log = {
    info: (_fields: object, text: string) => lines.push(text),
    error: (_fields: object, text: string) => lines.push(text),
  };
  const server = createServer(readTlsPair(files), (_request, response) => response.end());
  const { look } = renewCertificate(server, files, log as never);
  await look();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, look, lines, [Symbol.asyncDispose]: () => close(server) };
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function servedBy(server: Server): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await new Promise((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

it("serves a renewed certificate, and keeps the old one while the files are not a pair", async () => {
  await using running = await serve();
  const { server, look, lines } = running;
  const old = readTlsPair(files).fingerprint;
  expect(await servedBy(server)).toBe(old);

  await writeFile(files.cert, second?.cert ?? "");
  await look();
  await look();
  expect(await servedBy(server)).toBe(old);
  expect(lines).toEqual(["the files of the certificate can't be used, so the old certificate stays in use"]);

  await writeFile(files.key, second?.key ?? "");
  await look();
  expect(await servedBy(server)).toBe(readTlsPair(files).fingerprint);
  expect(await servedBy(server)).not.toBe(old);
  expect(lines.slice(1)).toEqual(["the certificate was loaded again"]);
  await look();
  expect(lines).toHaveLength(2);
});

it("follows links, as certbot replaces them", async () => {
  const [cert, key] = [join(folder, "cert1.pem"), join(folder, "key1.pem")];
  await Promise.all([copyFile(files.cert, cert), copyFile(files.key, key)]);
  for (const path of [files.cert, files.key]) await rm(path);
  await Promise.all([symlink(cert, files.cert), symlink(key, files.key)]);
  await using running = await serve();
  const old = await servedBy(running.server);
  for (const path of [files.cert, files.key]) await rm(path);
  await place(second);
  await running.look();
  expect(await servedBy(running.server)).not.toBe(old);
});

it.each([
  [() => place(undefined), /no certificate in .*cert\.pem\.$/, /fullchain/],
  [() => writeFile(files.key, "x"), /no private key in .*key\.pem/, /privkey/],
  [
    () => writeFile(files.key, second?.key ?? ""),
    /the key in .*key\.pem belongs to another certificate than the one in .*cert\.pem\.$/,
    /same certificate/,
  ],
  [() => rm(files.key), /key\.pem: there is no such file\.$/, /^Correct FREEHOLD_TLS/],
])("names what is wrong with a pair %#", async (spoil, finding, advice) => {
  await spoil();
  const error = catchError(() => readTlsPair(files));
  expect(wordsOf(error)).toMatchObject({
    code: "CANNOT_OPEN",
    finding: expect.stringMatching(finding),
    advice: expect.stringMatching(advice),
  });
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
