import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadCount, LoadOrder } from "./load-client.ts";

/** What is asked of a server. */
export interface Call {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Of a good answer; 200 unless it says so. */
  status?: number;
}

/** What one side of a comparison did: the medians of its rounds. */
export interface Measured {
  /** Good answers a second. */
  rate: number;
  /** Of all answers, those that were 503: 0 to 1. */
  shed: number;
  /** Milliseconds. */
  p99: number;
}

/** The processor of the servers and that of their clients, where this machine lets a process be bound to one. */
const [serverCore, clientCore] = ["0", "1"];

/** A server and what is asked of it. */
export interface Target {
  readonly call: Call;
  readonly port: number;
  /** 127.0.0.1 where it is not given. */
  readonly host?: string;
}

/** How long a comparison takes: a short one is for a first look. */
export interface Effort {
  readonly rounds?: number;
  readonly seconds?: number;
  readonly connections?: number;
  /** Seconds before the measurement, so that V8 has compiled the code; 1 by default. */
  readonly warmUpSeconds?: number;
}

/**
 * Asks several servers in turns, so that a noisy machine is noisy for all of them. Throws when an answer is neither good nor
 * 503.
 */
export async function measureInTurns(
  targets: readonly Target[],
  { rounds = 5, seconds = 2, connections = 50, warmUpSeconds = 1 }: Effort = {},
): Promise<Measured[]> {
  const counts = targets.map((): LoadCount[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { call, port, host = "127.0.0.1" }] of targets.entries()) {
      const order = { host, port, requests: [render(call, host)], connections, status: call.status ?? 200 };
      const count = await load({ ...order, seconds: round < 0 ? warmUpSeconds : seconds });
      if (count.failed > 0)
        throw new Error(`${call.path}: ${count.failed} answers failed, the last with ${count.failedWith}.`);
      // The first round warms all of them up.
      if (round >= 0) counts[index]?.push(count);
    }
  }
  return counts.map((all) => ({
    rate: median(all.map(({ good }) => good / seconds)),
    shed: median(all.map(({ good, shed }) => shed / Math.max(1, good + shed))),
    p99: median(all.map(({ p99 }) => p99)),
  }));
}

/** Binds a process that runs to the processor for servers. */
export function bindServer(child: ChildProcess): void {
  bind(child, serverCore);
}

/** Runs one load from a process of its own. */
export async function load(order: LoadOrder): Promise<LoadCount> {
  const client = fork(join(import.meta.dirname, "load-client.ts"));
  bind(client, clientCore);
  client.send(order);
  const [count] = (await once(client, "message")) as [LoadCount];
  return count;
}

/** Binds every thread of a process; a machine that can't do so measures with more noise. */
function bind({ pid }: ChildProcess, core: string): void {
  spawnSync("taskset", ["--all-tasks", "--cpu-list", "--pid", core, String(pid)]);
}

/** The request as it goes over the wire. */
export function render({ path, method = "GET", headers = {}, body = "" }: Call, host = "127.0.0.1"): string {
  const all = {
    host,
    connection: "keep-alive",
    ...headers,
    ...(body && { "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
