import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs the tests of S3 against OpenStack Swift with its S3 API, on Debian:
 *
 *   apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object memcached
 *   npx node scripts/try-swift.ts [FILE of tests…]
 *
 * Its servers run from a temporary folder until the tests end.
 */
const folder = mkdtempSync(join(tmpdir(), "freehold-swift-"));
const devices = join(folder, "devices");
const userName = userInfo().username;
mkdirSync(join(devices, "disk"), { recursive: true });

const ports = await Promise.all(["account", "container", "object", "proxy", "memcached"].map(findPort));
const [account = 0, container = 0, object = 0, proxy = 0, memory = 0] = ports;
for (const [name, port] of Object.entries({ account, container, object })) {
  const ring = join(folder, `${name}.builder`);
  const builder = (...words: string[]) =>
    execFileSync("swift-ring-builder", [ring, ...words], { stdio: "ignore" });
  builder("create", "4", "1", "0");
  builder("add", `r1z1-127.0.0.1:${port}/disk`, "1");
  builder("rebalance");
  writeConfig(name, port, `pipeline = ${name}-server`, `[app:${name}-server]\nuse = egg:swift#${name}`);
}
const filters = {
  catch_errors: "",
  gatekeeper: "",
  healthcheck: "",
  memcache: `memcache_servers = 127.0.0.1:${memory}`,
  listing_formats: "",
  bulk: "",
  s3api: "location = us-east-1\ns3_acl = false\ndns_compliant_bucket_names = false",
  tempauth: "user_test_tester = testing .admin",
  copy: "",
  slo: "",
  dlo: "",
  versioned_writes: "allow_versioned_writes = true",
};
writeConfig(
  "proxy",
  proxy,
  `pipeline = ${Object.keys(filters).join(" ")} proxy-server`,
  "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n" +
    Object.entries(filters)
      .map(([name, options]) => `[filter:${name}]\nuse = egg:swift#${name}\n${options}\n`)
      .join(""),
);

const servers: ChildProcess[] = [];
try {
  servers.push(
    spawn("memcached", ["-l", "127.0.0.1", "-p", String(memory), "-u", userName], { stdio: "ignore" }),
  );
  for (const name of ["account", "container", "object", "proxy"]) {
    const log = openSync(join(folder, `${name}.log`), "w");
    servers.push(
      spawn(`swift-${name}-server`, [join(folder, `${name}.conf`), "-v"], { stdio: ["ignore", log, log] }),
    );
  }
  await untilHealthy();
  const url = `http://test%3Atester:testing@127.0.0.1:${proxy}/freehold`;
  await makeBucket();
  const files = process.argv.slice(2);
  const tests = spawn(
    "npx",
    ["vitest", "run", "--project", "unit", ...(files.length > 0 ? files : ["packages/node/src/blobs"])],
    { stdio: "inherit", env: { ...process.env, TEST_S3: url } },
  );
  const [code] = await once(tests, "exit");
  process.exitCode = code ?? 1;
  if (process.exitCode !== 0)
    process.stderr.write(readFileSync(join(folder, "proxy.log"), "utf8").slice(-4_000));
} finally {
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
}

function writeConfig(name: string, port: number, pipeline: string, apps: string): void {
  const text = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userName}
swift_dir = ${folder}
devices = ${devices}
mount_check = false
log_address = /dev/null

[pipeline:main]
${pipeline}

${apps}
`;
  writeFileSync(join(folder, `${name}.conf`), text);
}

async function untilHealthy(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${proxy}/healthcheck`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`Swift does not start: ${readFileSync(join(folder, "proxy.log"), "utf8").slice(-2_000)}`);
}

/** Uses Swift's own API. */
async function makeBucket(): Promise<void> {
  const user = { "x-storage-user": "test:tester", "x-storage-pass": "testing" };
  const { headers } = await fetch(`http://127.0.0.1:${proxy}/auth/v1.0`, { headers: user });
  const token = { "x-auth-token": headers.get("x-auth-token") ?? "" };
  for (let tries = 0; tries < 100; tries += 1) {
    const made = await fetch(`${headers.get("x-storage-url")}/freehold`, { method: "PUT", headers: token });
    if (made.ok) return;
    // The servers behind the proxy start at the same time.
    await sleep(500);
  }
  throw new Error("The bucket can't be made.");
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
