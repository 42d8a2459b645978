import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import type { RowProcess } from "../jobs/interrupted-queue.ts";
import type { Outcome } from "../jobs/retry.ts";
import type { QueueRow } from "../jobs/running-rows.ts";
import type { WorkQueue } from "../store/tables/queues.ts";

const rowProcessStartMs = 60_000; // the start of the process that tries them
const rowProcessSilentMs = 60_000; // that process without a sign of life

/** A message to the process. Rows and settings are plain data. */
export type RowProcessRequest =
  | { readonly type: "open"; readonly config: Config; readonly aheadMs: number }
  | { readonly type: "work"; readonly id: number; readonly queue: WorkQueue; readonly row: QueueRow }
  | { readonly type: "ping" };

export type RowProcessReply =
  | { readonly type: "ready" }
  | { readonly type: "pong" }
  | { readonly type: "outcome"; readonly id: number; readonly outcome: Outcome };

const program = fileURLToPath(new URL("../work-on-rows-program.ts", import.meta.url));

type Result = Outcome | "died" | "not-tried";

/**
 * Opens a process that works on rows as this node does, beside it: what ends that process does not end the node. It starts with
 * the first row.
 */
export function openRowProcess({ config, clock }: Pick<Context, "config" | "clock">): RowProcess {
  const waiting = new Map<number, (result: Result) => void>();
  let child: ChildProcess | null = null;
  let isReady: Promise<boolean> | null = null;
  let isEnding = false;
  let ids = 0;

  function start(): Promise<boolean> {
    const started = fork(program, [], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child = started;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const starting = setTimeout(() => started.kill("SIGKILL"), rowProcessStartMs);
    let heardAt = performance.now();
    // A process that is stuck answers nothing.
    const watch = setInterval(() => {
      if (performance.now() - heardAt > rowProcessSilentMs) started.kill("SIGKILL");
      else if (started.connected) started.send({ type: "ping" }, () => {});
    }, rowProcessSilentMs / 10);
    started.on("message", (reply: RowProcessReply) => {
      heardAt = performance.now();
      if (reply.type === "ready") {
        clearTimeout(starting);
        resolve(true);
      } else if (reply.type === "outcome") {
        waiting.get(reply.id)?.(reply.outcome);
        waiting.delete(reply.id);
      }
    });
    const over = () => {
      clearTimeout(starting);
      clearInterval(watch);
      resolve(false);
      for (const end of waiting.values()) end(isEnding ? "not-tried" : "died");
      waiting.clear();
    };
    started.on("exit", over);
    started.on("error", over);
    started.send({ type: "open", config, aheadMs: clock.now() - Date.now() }, () => {});
    return promise;
  }

  return {
    start() {
      isReady ??= start();
      return isReady;
    },
    async work({ queue, row }) {
      if (!(await this.start()) || isEnding) return "not-tried";
      const { promise, resolve } = Promise.withResolvers<Result>();
      if (!child?.connected) return "not-tried";
      ids += 1;
      const id = ids;
      waiting.set(id, resolve);
      child.send({ type: "work", id, queue, row } satisfies RowProcessRequest, () => {});
      return await promise;
    },
    async end() {
      isEnding = true;
      if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
