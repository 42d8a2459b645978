import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createCertificateAuthority } from "../../packages/node/test/support/certificates.ts";
import { freePort } from "../../packages/node/test/support/free-port.ts";
import { startPostgres } from "../../packages/node/test/support/lazy-postgres.ts";
import { openShell, type Shell } from "../../packages/node/test/support/shell.ts";

/** A node of two web processes and a worker on one PostgreSQL, and a certificate for the proxy in front of it. */
export interface NodeGroup extends AsyncDisposable {
  /** The folder of all temporary files: `cert.pem`, `key.pem`, `both.pem`. */
  readonly folder: string;
  /** The ports of the web processes. */
  readonly ports: readonly number[];
  /** The port of the proxy. */
  readonly front: number;
  /** PEM. */
  readonly authority: string;
  readonly run: Shell["run"];
  /** Stops the first web process as an upgrade does, and starts it again. */
  restartOne(): Promise<void>;
  /** The number of requests that the web processes have answered. */
  countReads(): Promise<number>;
}

/** A proxy needs no more of a group. */
export type Proxied = Pick<NodeGroup, "folder" | "ports" | "front">;

/** Starts the processes, and gives the node an owner. */
export async function startNodeGroup(): Promise<NodeGroup> {
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres();
  resources.defer(() => postgres.stop());
  const [front, ...ports] = await Promise.all([freePort(), freePort(), freePort()]);
  const url = `https://localhost:${front}`;
  const settings: Record<string, string> = {
    DATABASE_URL: postgres.url,
    FREEHOLD_DATA: "node",
    FREEHOLD_URL: url,
    FREEHOLD_TRUST_PROXY: "127.0.0.1",
    FREEHOLD_METRICS: "any",
    FREEHOLD_RATE_LIMIT: "0",
    FREEHOLD_CONNECTIONS_PER_ADDRESS: "0",
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_PEER_PORTS: "any",
    FREEHOLD_PEER_CA: "authority.pem",
    NODE_ENV: "production",
  };
  const shell = resources.use(await openShell(settings));
  const { folder, run } = shell;
  const authority = await createCertificateAuthority();
  const { cert, key } = await authority.issue(["localhost"], {
    from: new Date(),
    until: new Date(Date.now() + 90 * 86_400_000),
  });
  const files = { "authority.pem": authority.certificate, "cert.pem": cert, "key.pem": key };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "both.pem"), `${cert}\n${key}`);
  const { code, err } = await run(["init", "--url", url, "--title", "A group"]);
  if (code !== 0) throw new Error(err);
  shell.launch(["start"], { FREEHOLD_ROLE: "worker" });
  const startWeb = (port = 0) =>
    shell.launch(["start"], { FREEHOLD_ROLE: "web", FREEHOLD_PORT: String(port) });
  let [first] = ports.map(startWeb);
  for (const port of ports) await untilReady(`http://127.0.0.1:${port}/readyz`);
  const owned = resources.move();
  return {
    folder,
    ports,
    front,
    run,
    authority: authority.certificate,
    async restartOne() {
      const ended = first && once(first, "close");
      first?.kill("SIGTERM");
      await ended;
      first = startWeb(ports[0]);
      await untilReady(`http://127.0.0.1:${ports[0]}/readyz`);
    },
    async countReads() {
      const texts = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
      return (await Promise.all(texts)).flatMap(countsOf).reduce((sum, count) => sum + count, 0);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Counts routes for readers and nodes, without the health of the process. */
function countsOf(metrics: string): number[] {
  const lines = [...metrics.matchAll(/^freehold_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
  return lines
    .filter(([, labels]) => !/livez|readyz|metrics/.test(labels ?? ""))
    .map(([, , count]) => Number(count));
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`${url} does not get ready.`);
}

const hosting = join(import.meta.dirname, "../../examples/hosting/many");

/** A configuration of the repository with the addresses of a group. */
export function configure(name: string, { folder, ports, front }: Proxied): string {
  const text = readFileSync(join(hosting, name), "utf8")
    .replace("10.0.0.11:8543", `127.0.0.1:${ports[0]}`)
    .replace("10.0.0.12:8543", `127.0.0.1:${ports[1]}`)
    .replaceAll("me.example:443", `localhost:${front}`)
    .replaceAll("/etc/haproxy/me.example.pem", join(folder, "both.pem"))
    .replaceAll("/etc/letsencrypt/live/me.example/fullchain.pem", join(folder, "cert.pem"))
    .replaceAll("/etc/letsencrypt/live/me.example/privkey.pem", join(folder, "key.pem"))
    .replaceAll("/var/cache/nginx/freehold", join(folder, "cache"))
    .replaceAll("me.example", "localhost");
  return text;
}
