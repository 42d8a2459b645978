import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../packages/node/test/support/free-port.ts";
import { freehold, nodeFlags } from "../packages/node/test/support/node-flags.ts";
import { bindServer, median } from "./measure.ts";
import { print } from "./print.ts";
import { addFigure, printHeads } from "./report.ts";
import { seedNode } from "./seed-node.ts";

const publications = 300;
const rounds = 5;
/** After which a node that nobody asks has done what it does at its start. */
const settledMs = 20_000;

const bareServer =
  'require("node:http").createServer((_, reply) => reply.end("ok")).listen(process.env.PORT)';

interface Started extends AsyncDisposable {
  readonly child: ChildProcess;
  /** From the spawn to the first good answer, and the processor time of the process until then; ms. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** What one program took: medians, ms. */
interface Took {
  readonly wall: number[];
  readonly cpu: number[];
}

/**
 * Measures how long a node and a command take to start, and what an idle node holds, each beside the least that Node takes:
 * a bare server that answers, and a program of nothing. What is compiled is in the cache, as from the second start on.
 */
export async function benchStart(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-bench-"));
  try {
    print(
      `Start and rest, ${publications} publications, medians of ${rounds}; a ratio is the floor's share.`,
    );
    await seedNode(dataDir, publications);
    const env = { FREEHOLD_DATA: dataDir, FREEHOLD_LOG_LEVEL: "error" };
    const startNode = (port: number) =>
      startServer([...nodeFlags, freehold, "start", "--port", String(port)], port, env);
    const startBare = (port: number) => startServer(["-e", bareServer], port, { PORT: String(port) });
    // The first start compiles everything.
    await (await startNode(await freePort()))[Symbol.asyncDispose]();

    const took = { node: emptyTook(), bare: emptyTook() };
    for (let round = 0; round < rounds; round += 1) {
      await time(took.bare, startBare);
      await time(took.node, startNode);
    }
    printHeads("asked", "cpu, ms");
    addRow("to ready, ms", median(took.node.wall), median(took.bare.wall), 0.1, {
      asked: 400,
      cpu: Math.round(median(took.node.cpu)),
    });

    await using node = await startNode(await freePort());
    await using bare = await startBare(await freePort());
    for (const name of ["peers", "timeline", "outbox", "profile"]) {
      const command: number[] = [];
      const nothing: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        nothing.push(await run(["-e", "0"], env));
        const ms = await run([...nodeFlags, freehold, name, "--json"], env);
        if (round >= 0) command.push(ms);
      }
      addRow(`freehold ${name}, ms`, median(command), median(nothing), 0.1, { asked: 350, cpu: "" });
    }
    await pause(settledMs);
    const [held, least] = await Promise.all([readMemory(node.child), readMemory(bare.child)]);
    addRow("idle, RSS in MB", held.rss, least.rss, 0.44, { asked: 110, cpu: "" });
    addRow("idle, PSS in MB", held.pss, least.pss, 0.2, { asked: "", cpu: "" });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function addRow(
  name: string,
  node: number,
  floor: number,
  least: number,
  more: Readonly<Record<string, number | string>>,
): void {
  addFigure({ name: `start: ${name}`, node, floor, ratio: floor / node, least, more });
}

const emptyTook = (): Took => ({ wall: [], cpu: [] });

async function time({ wall, cpu }: Took, start: (port: number) => Promise<Started>): Promise<void> {
  await using started = await start(await freePort());
  wall.push(started.wallMs);
  cpu.push(started.cpuMs);
}

async function startServer(
  args: readonly string[],
  port: number,
  env: Record<string, string>,
): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } });
  bindServer(child);
  const closed = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await closed;
  };
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error("The server ended before it answered.");
    await pause(5);
  }
  const wallMs = performance.now() - startedAt;
  return { child, wallMs, cpuMs: await readCpuMs(child), [Symbol.asyncDispose]: stop };
}

/** Runs a program to its end. @returns ms */
async function run(args: readonly string[], env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${args.join(" ")} failed.`);
  return performance.now() - startedAt;
}

/** The processor time of a process and its threads so far; Linux counts hundredths of a second. */
async function readCpuMs({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** MB that a process holds, and its share of what several hold together. */
async function readMemory({ pid }: ChildProcess): Promise<{ rss: number; pss: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) / 1000;
  return { rss: read("Rss"), pss: read("Pss") };
}
