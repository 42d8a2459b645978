import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatEnglish } from "../errors/errors.ts";
import { type Config, readConfig, readEnvironment } from "./config.ts";
import { findConfigWarnings } from "./config-warnings.ts";
import { formatEnvExample, type SettingName, settingNames, settings } from "./settings.ts";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "freehold-config-"));
  file = join(folder, "file.pem");
  writeFileSync(file, "");
});
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>, flags: Partial<Record<SettingName, string>> = {}) {
  try {
    readConfig(env, flags);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: "BAD_CONFIGURATION" });
    return (error as Error).message.split("\n");
  }
}

describe("readConfig", () => {
  it("has the defaults of the design", () => {
    expect(readConfig({})).toEqual({
      port: 8543,
      host: "127.0.0.1",
      dataDir: resolve("./data"),
      url: null,
      tls: null,
      peerCa: null,
      allowPrivatePeers: false,
      peerPorts: [443],
      trustProxy: false,
      owner: null,
      keystore: resolve("./data/keystore.json"),
      keystorePasswordFile: null,
      logLevel: null,
      rateLimit: 6000,
      connectionsPerAddress: 256,
      metrics: "loopback",
      role: "all",
      databaseUrl: null,
      databaseDirectUrl: null,
      drainMs: 0,
      readOnly: false,
      s3: null,
      cacheBytes: 1073741824,
      dailyBackups: 0,
      maxContentBytes: 104857600,
      ensRpc: null,
      releasesUrl: "https://api.github.com/repos/freehold-ewp/freehold/releases/latest",
    } satisfies Config);
  });

  it.each<[string, string, Partial<Config>]>([
    ["FREEHOLD_PORT", "0", { port: 0 }],
    ["FREEHOLD_PORT", "65535", { port: 65535 }],
    ["FREEHOLD_HOST", "::", { host: "::" }],
    ["FREEHOLD_HOST", "node.internal", { host: "node.internal" }],
    ["FREEHOLD_DATA", "/srv/freehold", { dataDir: "/srv/freehold", keystore: "/srv/freehold/keystore.json" }],
    ["FREEHOLD_URL", "https://alice.example/", { url: "https://alice.example" }],
    ["FREEHOLD_URL", "https://Alice.Example//", { url: "https://alice.example" }],
    ["FREEHOLD_URL", "alice.example", { url: "https://alice.example" }],
    ["FREEHOLD_URL", "http://localhost:8543", { url: "http://localhost:8543" }],
    ["FREEHOLD_URL", "http://[::1]:8543", { url: "http://[::1]:8543" }],
    ["FREEHOLD_ALLOW_PRIVATE_PEERS", "true", { allowPrivatePeers: true, peerPorts: "any" }],
    ["FREEHOLD_ALLOW_PRIVATE_PEERS", "0", { allowPrivatePeers: false, peerPorts: [443] }],
    ["FREEHOLD_PEER_PORTS", "443, 8443,443", { peerPorts: [443, 8443] }],
    ["FREEHOLD_PEER_PORTS", "any", { peerPorts: "any" }],
    ["FREEHOLD_TRUST_PROXY", "true", { trustProxy: true }],
    ["FREEHOLD_TRUST_PROXY", "0", { trustProxy: false }],
    ["FREEHOLD_TRUST_PROXY", "2", { trustProxy: 2 }],
    ["FREEHOLD_TRUST_PROXY", "10.0.0.0/8, ::1", { trustProxy: ["10.0.0.0/8", "::1"] }],
    [
      "FREEHOLD_RELEASES_URL",
      "https://releases.example/newest",
      { releasesUrl: "https://releases.example/newest" },
    ],
    ["FREEHOLD_RELEASES_URL", "off", { releasesUrl: null }],
    ["FREEHOLD_OWNER", ADDRESS.toLowerCase(), { owner: ADDRESS }],
    ["FREEHOLD_OWNER", ADDRESS, { owner: ADDRESS }],
    ["FREEHOLD_KEYSTORE", "/keys/k.json", { keystore: "/keys/k.json" }],
    ["FREEHOLD_KEYSTORE_PASSWORD_FILE", "/keys/p", { keystorePasswordFile: "/keys/p" }],
    ["FREEHOLD_DRAIN_MS", "7000", { drainMs: 7000 }],
    ["FREEHOLD_READ_ONLY", "true", { readOnly: true }],
    ["FREEHOLD_DAILY_BACKUPS", "7", { dailyBackups: 7 }],
    ["FREEHOLD_LOG_LEVEL", "silent", { logLevel: "silent" }],
    ["FREEHOLD_RATE_LIMIT", "0", { rateLimit: 0 }],
    ["FREEHOLD_ROLE", "worker", { role: "worker" }],
    ["FREEHOLD_MAX_CONTENT_BYTES", "1", { maxContentBytes: 1 }],
    ["DATABASE_URL", "postgresql://u:p@db/x", { databaseUrl: "postgresql://u:p@db/x" }],
    ["FREEHOLD_PORT", "", { port: 8543 }],
  ])("takes %s=%s", (variable, value, expected) => {
    expect(readConfig({ [variable]: value })).toMatchObject(expected);
  });

  it.each([
    ["FREEHOLD_PORT", "65536"],
    ["FREEHOLD_PORT", "-1"],
    ["FREEHOLD_PORT", "80x"],
    ["FREEHOLD_PORT", "1e3"],
    ["FREEHOLD_HOST", "http://localhost"],
    ["FREEHOLD_HOST", "256.1.1.1"],
    ["FREEHOLD_HOST", "a b"],
    ["FREEHOLD_URL", "http://alice.example"],
    ["FREEHOLD_URL", "http://127.0.0.1.alice.example"],
    ["FREEHOLD_RELEASES_URL", "http://releases.example"],
    ["FREEHOLD_RELEASES_URL", "https://ada:secret@releases.example"],
    ["FREEHOLD_RELEASES_URL", "never"],
    ["FREEHOLD_URL", "alice"],
    ["FREEHOLD_URL", "https://alice.example/blog"],
    ["FREEHOLD_URL", "https://user:pw@alice.example"],
    ["FREEHOLD_URL", "https://alice.example/?q"],
    ["FREEHOLD_URL", "http://user@localhost"],
    ["FREEHOLD_PEER_CA", "/no/such/file"],
    ["FREEHOLD_PEER_CA", "/"],
    ["FREEHOLD_ALLOW_PRIVATE_PEERS", "yes"],
    ["FREEHOLD_ALLOW_PRIVATE_PEERS", "TRUE"],
    ["FREEHOLD_PEER_PORTS", "0"],
    ["FREEHOLD_PEER_PORTS", "443,"],
    ["FREEHOLD_TRUST_PROXY", "yes"],
    ["FREEHOLD_TRUST_PROXY", "10.0.0.0/33"],
    ["FREEHOLD_TRUST_PROXY", "10.0.0.0/8/8"],
    ["FREEHOLD_TRUST_PROXY", "101"],
    ["FREEHOLD_OWNER", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"],
    ["FREEHOLD_OWNER", "alice"],
    ["FREEHOLD_LOG_LEVEL", "verbose"],
    ["FREEHOLD_RATE_LIMIT", "1.5"],
    ["FREEHOLD_ROLE", "none"],
    ["FREEHOLD_MAX_CONTENT_BYTES", "0"],
    ["FREEHOLD_MAX_CONTENT_BYTES", "100MB"],
    ["FREEHOLD_MAX_CONTENT_BYTES", "9999999999999999"],
    ["DATABASE_URL", "mysql://u:s3cret@db/x"],
    ["S3_URL", "https://s3.example/s3cret"],
    ["S3_URL", "https://key:s3cret@s3.example/"],
    ["S3_URL", "s3://key:s3cret@s3.example/bucket"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket/a//b"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket?tls=s3cret"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket?style=s3cret"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket?region=S3cret"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket?redirect=s3cret"],
    ["S3_URL", "https://key:s3cret@s3.example/bucket?redirect=1048575"],
    ["S3_URL", "http://key:s3cret@s3.example/bucket?redirect=1048576"],
    ["S3_URL", "https://key:s3cret%2@s3.example/bucket"],
    ["S3_URL", "https://key@s3.example/bucket"],
    ["FREEHOLD_CACHE_BYTES", "1 GB"],
  ])("refuses %s=%s in one sentence that names it, and shows no secret", (variable, value) => {
    const problems = problemsOf({ [variable]: value }).filter((problem) =>
      problem.startsWith(`${variable} `),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^[^\n]+\.$/);
    expect(problems.join()).not.toContain("s3cret");
  });

  it("names all problems together", () => {
    const problems = problemsOf({
      FREEHOLD_PORT: "x",
      FREEHOLD_ROLE: "y",
      S3_URL: "z",
      FREEHOLD_TLS_KEY: file,
    });
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "FREEHOLD_PORT",
      "FREEHOLD_ROLE",
      "S3_URL",
      "FREEHOLD_TLS_KEY",
    ]);
  });

  it("takes certificate and key together alone", () => {
    expect(readConfig({ FREEHOLD_TLS_CERT: file, FREEHOLD_TLS_KEY: file }).tls).toEqual({
      cert: file,
      key: file,
    });
    expect(problemsOf({ FREEHOLD_TLS_CERT: file })).toEqual([
      "FREEHOLD_TLS_CERT is set without FREEHOLD_TLS_KEY; HTTPS needs both.",
    ]);
  });

  it("lets a flag win, and names it when it is wrong", () => {
    expect(readConfig({ FREEHOLD_PORT: "1" }, { port: "2" }).port).toBe(2);
    expect(problemsOf({ FREEHOLD_PORT: "1" }, { port: "x" })).toEqual([
      '--port must be a whole number from 0 to 65535, not "x".',
    ]);
  });

  it("reads where objects are, and their secret from the address or a file", () => {
    const location = {
      endpoint: "https://s3.example:9000",
      bucket: "bucket",
      prefix: "a/node/",
      region: "eu-central-1",
      pathStyle: false,
      accessKeyId: "key:1",
      secretAccessKey: "a/b+c",
      redirectBytes: null,
    };
    const S3_URL = "https://key%3A1:a%2Fb+c@s3.example:9000/bucket/a/node/?region=eu-central-1&style=host";
    expect(readConfig({ S3_URL }).s3).toEqual(location);
    expect(readConfig({ S3_URL: `${S3_URL}&redirect=1048576` }).s3?.redirectBytes).toBe(1_048_576);
    const secret = join(folder, "secret");
    writeFileSync(secret, "from the file\nand no further");
    const fromFile = { S3_URL: "https://key@s3.example/bucket", S3_SECRET_FILE: secret };
    expect(readConfig(fromFile).s3).toMatchObject({
      secretAccessKey: "from the file",
      prefix: "",
      region: "us-east-1",
      pathStyle: true,
    });
  });

  it("has a setting for every flag, and reads every one of them", () => {
    const asked = new Set<string>();
    const env = new Proxy({}, { get: (_, name) => void asked.add(String(name)) });
    readConfig(env);
    expect([...asked].sort()).toEqual(settingNames.map((name) => settings[name].variable).sort());
  });
});

describe("readEnvironment", () => {
  it("reads .env below the real environment, and does without one", () => {
    expect(readEnvironment(folder)).toBe(process.env);
    writeFileSync(join(folder, ".env"), "FREEHOLD_TITLE_OF_TEST='from the file'\nPATH=nowhere\n");
    const environment = readEnvironment(folder);
    expect(environment.FREEHOLD_TITLE_OF_TEST).toBe("from the file");
    expect(environment.PATH).toBe(process.env.PATH);
  });
});

describe("findConfigWarnings", () => {
  it.each([
    [{ FREEHOLD_URL: "http://localhost:1" }, {}, /plain http/],
    [{ FREEHOLD_ALLOW_PRIVATE_PEERS: "1" }, {}, /inside your network/],
    [{ FREEHOLD_PROT: "1" }, {}, /FREEHOLD_PROT is not a setting/],
    [{ S3_URL: "http://key:s3cret@s3.example/bucket" }, {}, /plain http/],
    [{}, { "s3-url": "https://key:s3cret@s3.example/bucket" }, /Use S3_URL/],
    [{}, { "database-url": "postgres://me:pw@db/x" }, /Use DATABASE_URL/],
  ])("warns of %j %j", (env, flags, sentence) => {
    const warnings = findConfigWarnings(readConfig(env, flags), env, flags).map(formatEnglish);
    expect(warnings).toEqual([expect.stringMatching(sentence)]);
    expect(warnings.join()).not.toContain("pw@");
  });

  it("is content with a good configuration", () => {
    const env = { FREEHOLD_URL: "https://alice.example", DATABASE_URL: "postgres://me:pw@db/x", HOME: "/" };
    expect(findConfigWarnings(readConfig(env), env)).toEqual([]);
  });
});

describe(".env.example", () => {
  it("is what the table of settings makes; `vitest -u` writes it anew", async () => {
    await expect(formatEnvExample()).toMatchFileSnapshot("../../../../.env.example");
  });
});
