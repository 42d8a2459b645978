import "../../packages/node/test/support/load-modules.ts";
import { Pool } from "undici";
import { endChild } from "../../packages/node/test/support/child-process.ts";
import { type NodeGroup, startNodeGroup } from "./node-group.ts";
import { proxies } from "./proxies.ts";
import { tryCache } from "./try-cache.ts";

/**
 * Tries the configurations of `examples/hosting/many` with the proxies of Debian, in front of two web processes and a worker:
 *
 *   apt-get install --no-install-recommends nginx haproxy caddy
 *   npx node scripts/proxies/try-proxies.ts [nginx] [haproxy] [caddy]
 *
 * Each proxy checks its file. Then `freehold doctor` tests methods, uploads, host and address through it, events of the dashboard
 * have to arrive at once, and one of the two web processes is stopped. The cache of nginx is tested as well.
 */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  await using group = await startNodeGroup();
  const token = await makeToken(group);
  for (const [name, start] of Object.entries(proxies)) {
    if (names.length > 0 && !names.includes(name)) continue;
    print(`\n${name}: the configuration is right`);
    const proxy = start(group);
    const pool = new Pool(`https://localhost:${group.front}`, {
      connections: 100,
      // nginx closes a connection after 1,000 requests, and undici does not repeat a request over HTTP/2.
      allowH2: false,
      connect: { ca: group.authority },
    });
    try {
      await untilAnswers(pool);
      await tryDoctor(group);
      await tryStream(pool, token);
      await tryRestart(group, pool);
      if (name === "nginx") await tryCache(group, pool, print);
    } finally {
      await pool.destroy();
      await endChild(proxy, "SIGTERM");
    }
  }
}

async function untilAnswers(pool: Pool): Promise<void> {
  let last: unknown;
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await pool.request({ path: "/", method: "GET" }).catch((error: unknown) => {
      last = error;
    });
    await answer?.body.dump();
    if (answer?.statusCode === 200) return;
    if (answer) last = answer.statusCode;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The proxy does not answer: ${last}.`);
}

async function makeToken({ run }: NodeGroup): Promise<string> {
  const made = await run(["token", "create", "--label", "x", "--scope", "read:timeline", "--json"]);
  return made.json().token;
}

async function tryDoctor({ run }: NodeGroup): Promise<void> {
  const result = await run(["doctor", "--json"]);
  const { checks } = result.json() as { checks: { id: string; state: string; finding: string }[] };
  for (const { id, state, finding } of checks.filter(({ id }) => /^(outside|proxy)\./.test(id))) {
    print(`  ${state.padEnd(8)} ${id.padEnd(22)} ${finding}`);
    if (state === "failed") process.exitCode = 1;
  }
}

/** A stream that a proxy holds back has no first byte. */
async function tryStream(pool: Pool, token: string): Promise<void> {
  const began = performance.now();
  const { statusCode, body } = await pool.request({
    path: "/api/events",
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  });
  const iterator = body[Symbol.asyncIterator]();
  const { done } = await iterator.next();
  print(`  /api/events: ${statusCode}, the first bytes after ${Math.round(performance.now() - began)} ms`);
  if (statusCode !== 200 || done) process.exitCode = 1;
  body.on("error", () => {});
  body.destroy();
}

/** Tests that no reader notices the upgrade of a web process. */
async function tryRestart(group: NodeGroup, pool: Pool): Promise<void> {
  let isOver = false;
  const answers = new Map<string, number>();
  const restart = group.restartOne().finally(() => {
    isOver = true;
  });
  const ask = async (method: "GET" | "POST") => {
    while (!isOver) {
      const json = { "content-type": "application/json" };
      const call = method === "GET" ? { path: "/search?q=a" } : { path: "/api/graphql", headers: json };
      const body = method === "GET" ? null : '{"query":"{ profile { title } }"}';
      const answer = await pool.request({ method, ...call, body }).catch((error: Error) => error.message);
      if (typeof answer !== "string") await answer.body.dump();
      const outcome = `${method} ${typeof answer === "string" ? answer : answer.statusCode}`;
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all([restart, ask("GET"), ask("GET"), ask("POST"), ask("POST")]);
  const counted = [...answers].map(([outcome, count]) => `${outcome}: ${count}`).join(", ");
  print(`  one of two web processes is started anew: ${counted}`);
  // Not every proxy repeats a write that was already sent.
  if ([...answers.keys()].some((outcome) => !/ 200$|^POST 502$/.test(outcome))) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
