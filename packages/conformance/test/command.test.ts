import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLightKeystore } from "../../node/test/support/light-keystore.ts";
import type { Report } from "../src/index.ts";
import { createKey } from "../src/signing/key.ts";
import { changeJson } from "./faults/fault.ts";
import type { Behaviour } from "./right-node/behaviour.ts";
import { startRightNode } from "./right-node/start-right-node.ts";
import { type Authority, createAuthority } from "./support/authority.ts";

const command = fileURLToPath(new URL("../bin/freehold-conformance.js", import.meta.url));
const ownerKey = randomBytes(32);
let authority: Authority;
let folder: string;

beforeAll(async () => {
  authority = await createAuthority();
  folder = await mkdtemp(join(tmpdir(), "conformance-command-"));
  const { ca, certificate } = authority;
  const files = {
    ca,
    cert: certificate.cert,
    key: certificate.key,
    keystore: makeLightKeystore("open", ownerKey),
    password: "open\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function call(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [command, ...args]);
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    texts.err += chunk;
  });
  const [code] = (await once(child, "close")) as [number];
  return { code, ...texts };
}

async function runCommand(args: readonly string[], wrong: Partial<Behaviour> = {}) {
  const { ca, certificate } = authority;
  await using node = await startRightNode(certificate, ca, wrong, createKey(ownerKey));
  const at = (name: string) => join(folder, name);
  const peer = ["--peer-cert", at("cert"), "--peer-key", at("key")];
  const result = await call([node.url, "--ca", at("ca"), ...peer, ...args]);
  return { ...result, url: node.url };
}

describe("freehold-conformance", () => {
  it("exits 0 if nothing failed, also with the owner's key", async () => {
    const owner = [
      "--owner-keystore",
      join(folder, "keystore"),
      "--owner-password-file",
      join(folder, "password"),
    ];
    const { code, out, err, url } = await runCommand(owner);
    expect(err).toBe("");
    expect(out).toContain(
      `${url} speaks the baseline form and the reference form; checked in the baseline form\n\n2.1  Node profile\n  pass  profile-fields `,
    );
    expect(out).toMatch(/\n\d{3} passed, none failed, in [\d.]+ s\n$/);
    expect(code).toBe(0);
  });

  it.each([
    ["--baseline", "reference", "baseline"],
    ["--reference", "baseline", "reference"],
  ] as const)("reports once that %s does not fit a node of the %s form", async (flag, spoken, checked) => {
    const { code, out, url } = await runCommand([flag, "--only", "follow"], { forms: [spoken] });
    expect(out.replace(/ in [\d.]+ s/, "").split("\n")).toEqual([
      `${url} speaks the ${spoken} form; checked in the ${checked} form`,
      "",
      "4.11  Variant forms",
      expect.stringMatching(/^ {2}FAIL {2}form-spoken +the node speaks the checked form$/),
      `        expected  the ${checked} form`,
      `        got       only the ${spoken} form (see --${spoken})`,
      "        rule      specification 4.11, decisions 6",
      "",
      "0 passed, 1 failed,",
      "  form-spoken",
      "",
    ]);
    expect(code).toBe(1);
  });

  it("reports an unknown form and still checks the node", async () => {
    const bare = changeJson("/ewp/", ({ created_at: _one, updated_at: _other, ...json }) => ({
      ...json,
      pagination: {},
    }));
    const { code, out } = await runCommand(["--only", "form-spoken"], { forms: ["reference"], ...bare });
    expect(out).toContain(" speaks no known form; checked in the baseline form\n");
    expect(out).toContain("  got       no known form\n");
    expect(code).toBe(1);
  });

  it("exits 1 if something failed, and prints the expected and the actual value", async () => {
    const wrong = { isNewer: (timestamp: number, since: number) => timestamp >= since };
    const { code, out } = await runCommand(["--only", "index-since"], wrong);
    expect(out).toMatch(
      / {2}FAIL {2}index-since-exclusive .*\n +expected {2}only entries newer than \d+\n +got +an entry of/,
    );
    expect(out).toMatch(/passed, 1 failed, in [\d.]+ s\n {2}index-since-exclusive\n$/);
    expect(code).toBe(1);
  });

  it("fails no other node for a rule that is Freehold's own, unless it is asked to, and hides no accepted message", async () => {
    const wrong: Partial<Behaviour> = {
      instead: ({ path }) =>
        path === "/ewp/nothing"
          ? { status: 404, headers: {}, body: Buffer.from('{"error":"GONE_FISHING"}') }
          : null,
    };
    const only = ["--only", "unknown-path"];
    const { code, out } = await runCommand(only, wrong);
    expect(out).toContain("  diff  unknown-path");
    expect(out).toContain("rule      decisions 2 of Freehold; the specification leaves it open");
    expect(out).toMatch(/\n0 passed, none failed, 1 different from Freehold, in [\d.]+ s\n$/);
    expect(code).toBe(0);
    const strict = await runCommand([...only, "--strict"], wrong);
    expect([strict.code, strict.out]).toEqual([1, expect.stringContaining("  FAIL  unknown-path")]);
  });

  it("prints one JSON document and writes JUnit", async () => {
    const junit = join(folder, "report.xml");
    const { code, out, url } = await runCommand(["--reference", "--json", "--junit", junit]);
    const report = JSON.parse(out) as Report;
    expect(report).toMatchObject({ node: url, form: "reference", counts: { failed: 0 } });
    expect(report.results.length).toBe(report.counts.passed + report.counts.skipped);
    const xml = await readFile(junit, "utf8");
    expect(xml).toContain(`tests="${report.results.length}" failures="0"`);
    expect(code).toBe(0);
  });

  it.each([
    [["https://localhost:1"], 1, /https:\/\/localhost:1 does not answer/],
    [[], 2, /URL is missing/],
    [["https://node.example", "--only", "no-such-check"], 2, /No check is called no-such-check/],
    [["https://node.example", "--ca", "/nowhere/ca.pem"], 2, /ca.pem can't be read/],
  ])("reports why it can't start: %j", async (args, code, sentence) => {
    const result = await call(args);
    expect(result).toMatchObject({ code, out: "" });
    expect(result.err).toMatch(sentence);
  });

  it("refuses a node that is not installed, and another owner's key", async () => {
    const gone = await runCommand([], { instead: () => ({ status: 404, headers: {}, body: null }) });
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining("There is no installed node") });
    await writeFile(join(folder, "other"), makeLightKeystore("open", randomBytes(32)));
    const owner = [
      "--owner-keystore",
      join(folder, "other"),
      "--owner-password-file",
      join(folder, "password"),
    ];
    expect(await runCommand(owner)).toMatchObject({
      code: 2,
      err: expect.stringContaining("The key belongs to"),
    });
  });

  it("prints help and version", async () => {
    expect(await call(["--help"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("--owner-keystore FILE"),
    });
    expect(await call(["--version"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});
