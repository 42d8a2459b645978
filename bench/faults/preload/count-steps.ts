import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs/promises";
import { ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

type When = "before" | "after";

/** The steps that a process has done. */
export interface FaultReport {
  /** How many steps there were since the process was told to die, or since it started. */
  readonly steps: number;
  /** The last one. */
  readonly name: string | null;
}

export interface StepCounter {
  /** Null: live on. Counting starts again. */
  dieAt(at: number | null, when: When): void;
  report(): FaultReport;
}

/**
 * Counts the steps after which a crash could leave something behind: each statement that writes, each change of the
 * file system, each step of a call to another node and of a reply. Reading changes nothing and is no step.
 */
export function createStepCounter(): StepCounter {
  let steps = 0;
  let name: string | null = null;
  let mark: { at: number; when: When } | null = null;

  /** @returns what is to be called when the step is made */
  function step(what: string): () => void {
    steps += 1;
    name = what;
    if (mark?.at !== steps) return nothing;
    if (mark.when === "before") die();
    return die;
  }

  watchDatabase(step);
  watchFiles(step);
  watchCalls(step);
  return {
    dieAt(at, when) {
      steps = 0;
      mark = at === null ? null : { at, when };
    },
    report: () => ({ steps, name }),
  };
}

type Step = (what: string) => () => void;

function nothing(): void {}

/** The signal is delivered before the call returns. */
function die(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Everything but questions. */
const writing = /^\s*(?!select|pragma|with|explain)\w/i;

function watchDatabase(step: Step): void {
  for (const method of ["run", "all", "get"] as const) {
    const original = StatementSync.prototype[method] as (...args: unknown[]) => unknown;
    StatementSync.prototype[method] = function (this: StatementSync, ...args: unknown[]) {
      const { sourceSQL } = this;
      const made = writing.test(sourceSQL) ? step(sourceSQL.slice(0, 40)) : nothing;
      const result = original.apply(this, args);
      made();
      return result;
    } as never;
  }
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    const made = step(sql.trim().slice(0, 40));
    exec.call(this, sql);
    made();
  };
}

const changes = ["mkdir", "open", "rename", "rm", "unlink", "utimes", "writeFile", "chmod", "link"] as const;

function watchFiles(step: Step): void {
  const files = fs as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const method of changes) wrap(files, method, step);
  syncBuiltinESMExports();
  void watchHandles(step);
}

/** Only a handle gives the class of file handles. */
async function watchHandles(step: Step): Promise<void> {
  await using handle = await fs.open("/dev/null");
  const methods = Object.getPrototypeOf(handle) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const method of ["write", "sync"]) wrap(methods, method, step);
}

function wrap(
  owner: Record<string, (...args: unknown[]) => Promise<unknown>>,
  method: string,
  step: Step,
): void {
  const original = owner[method];
  if (!original) throw new Error(`There is no ${method} to watch.`);
  owner[method] = async function (this: unknown, ...args: unknown[]) {
    const made = step(method);
    const result = await original.apply(this, args);
    made();
    return result;
  };
}

/** What undici tells of each call to another node. */
const calls = ["undici:request:create", "undici:client:sendHeaders", "undici:request:headers"];

function watchCalls(step: Step): void {
  for (const channel of calls) subscribe(channel, () => step(channel)());
  const { end } = ServerResponse.prototype;
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
    const made = step(`reply ${this.statusCode}`);
    const result = (end as (...args: unknown[]) => ServerResponse).apply(this, args);
    made();
    return result;
  } as never;
}
