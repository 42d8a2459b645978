import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Those that need no newer Node than 22. */
const libraries = /^freehold-(?:protocol|client)-.*\.tgz$/;

/**
 * `node scripts/release/try-libraries.ts [FOLDER]`: installs the libraries of a release, by default of `build/release`, into an
 * empty folder, and uses them with the Node that runs it. npm refuses a Node that is older than they ask for.
 */
function main(): void {
  const release = resolve(process.argv[2] ?? join(import.meta.dirname, "../../build/release"));
  const tarballs = readdirSync(release).filter((name) => libraries.test(name));
  if (tarballs.length !== 2) throw new Error(`These are not the two libraries: ${tarballs.join(", ")}.`);
  const folder = mkdtempSync(join(tmpdir(), "freehold-libraries-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const files = tarballs.map((name) => join(release, name));
    const options = ["--engine-strict", "--no-audit", "--no-fund", "--silent"];
    execFileSync("npm", ["install", ...options, ...files], { cwd: folder, stdio: "inherit" });
    writeFileSync(join(folder, "program.js"), program);
    execFileSync(process.execPath, ["program.js"], { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A key is encrypted and read again, and signs; nobody is called. */
const program = `
import assert from "node:assert/strict";
import { FreeholdClient, FreeholdError } from "@freehold/client";
import * as protocol from "@freehold/protocol";

const key = protocol.createPrivateKey();
const keystore = await protocol.encryptKeystore(key, "a long password");
assert.deepEqual(await protocol.decryptKeystore(keystore, "a long password"), key);
const owner = protocol.addressOfPrivateKey(key);
const meaning = {
  followerAddress: owner,
  followerUrl: "https://me.example",
  followeeAddress: protocol.addressOfPrivateKey(protocol.createPrivateKey()),
  followeeUrl: "https://friend.example",
  timestamp: Math.floor(Date.now() / 1000),
};
const message = protocol.signEnvelope("CreateConnection", meaning, protocol.signDigestWith(key));
const known = { recover: protocol.recoverPublicKey, now: Date.now() };
const { signer } = protocol.verifyEnvelope(protocol.parseEnvelope("CreateConnection", message), known);
assert.equal(signer, owner);
const fetch = () => Promise.reject(new Error("There is no network."));
const client = new FreeholdClient({ url: "https://me.example", fetch });
await assert.rejects(client.request("{ profile { title } }"), FreeholdError);
console.log("The libraries work in Node " + process.version + ".");
`;

main();
