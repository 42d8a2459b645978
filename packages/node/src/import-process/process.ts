import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { AppError, msg } from "../errors/errors.ts";
import { readerEnvironment } from "../foreign/environment.ts";
import type { CallMessage, CallName, CallProblem, ImportCalls, ReplyMessage } from "./calls.ts";
import { invalidImport } from "./errors.ts";
import { limits } from "./limits.ts";

const program = fileURLToPath(new URL("./reader-program.ts", import.meta.url));

/** The limits of a process that reads an import. */
export interface ImportReaderLimits {
  /** Bytes of the JavaScript heap. */
  readonly readerMemory: number;
  readonly readerSilenceMs: number;
}

/** A process that reads one import. */
export interface ImportProcess extends ImportCalls, AsyncDisposable {}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts a process that reads an import, with a limit of memory. It is ended where it gives no sign of life for too long, and
 * by the signal. Each call throws AppError IMPORT_INVALID where the file can't be read or ended the process, an error with
 * the code of the operating system, or the reason of the signal.
 */
export function startImportProcess(
  { readerMemory, readerSilenceMs }: ImportReaderLimits = limits,
  signal?: AbortSignal,
): ImportProcess {
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${Math.floor(readerMemory / 2 ** 20)}`, "--max-semi-space-size=4"],
    env: readerEnvironment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const waiting = new Map<number, Waiting>();
  let ids = 0;
  let failure: unknown = null;

  function fail(error: unknown): void {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
    child.kill("SIGKILL");
  }
  const endWatch = watch(
    child,
    { readerMemory, readerSilenceMs },
    {
      onSilence: () => {
        if (waiting.size > 0) fail(invalidImport("The file can't be read: it took too long."));
      },
      onMemory: () => fail(needsMemory(readerMemory)),
    },
  );
  const abort = () => fail(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  child.on("error", (error) => fail(error));
  child.on("exit", (_code, by) => fail(by === null ? unreadable() : needsMemory(readerMemory)));
  child.on("message", (reply: ReplyMessage) => {
    if (!("id" in reply)) return;
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("problem" in reply) call?.reject(toError(reply.problem));
    else call?.resolve(reply.value);
  });

  function ask(name: CallName, args: readonly unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (failure === null) {
      ids += 1;
      waiting.set(ids, { resolve, reject });
      const message: CallMessage = { id: ids, name, args };
      child.send(message, (error) => error && fail(failure ?? error));
    } else reject(failure);
    return promise;
  }
  // The program of the process has the same type.
  const call = <K extends CallName>(name: K) => ((...args: unknown[]) => ask(name, args)) as ImportCalls[K];

  return {
    readPost: call("readPost"),
    open: call("open"),
    authors: call("authors"),
    next: call("next"),
    content: call("content"),
    openFile: call("openFile"),
    openUpload: call("openUpload"),
    openRows: call("openRows"),
    readBytes: call("readBytes"),
    readRows: call("readRows"),
    closeStream: call("closeStream"),
    async [Symbol.asyncDispose]() {
      signal?.removeEventListener("abort", abort);
      endWatch();
      const hasEnded = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      const ended = hasEnded ? null : once(child, "exit");
      fail(unreadable());
      await ended;
    },
  };
}

// The pause between two looks at its memory.
const lookMs = 500;
// The runtime, a database and unpacked bytes, beside the heap of JavaScript.
const otherMemory = 256 * 2 ** 20;

/**
 * Watches a process: whether it gives signs of life, and on Linux the memory that is not of JavaScript, as a database's.
 *
 * @returns a function that ends it
 */
function watch(
  child: ChildProcess,
  { readerMemory, readerSilenceMs }: ImportReaderLimits,
  { onSilence, onMemory }: { onSilence: () => void; onMemory: () => void },
): () => void {
  // Looks are counted and not the time: this process may be busy or asleep itself.
  let silent = 0;
  child.on("message", () => {
    silent = 0;
  });
  const timer = setInterval(async () => {
    silent += 1;
    if (silent > readerSilenceMs / lookMs) onSilence();
    if ((await memoryOf(child)) > readerMemory + otherMemory) onMemory();
  }, lookMs);
  return () => clearInterval(timer);
}

/** Bytes in memory; 0 where the system does not say it. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024;
}

function toError(problem: CallProblem): Error {
  if (problem.kind === "invalid") return new AppError("IMPORT_INVALID", problem.message);
  const { code, path } = problem;
  return Object.assign(new Error(problem.message), { code, path, syscall: "read" });
}

/** V8 ends a process without memory by a signal, and so does a system. */
function needsMemory(readerMemory: number): AppError {
  return invalidImport(
    msg`The file can't be read: it needs more memory than the limit of ${Math.floor(readerMemory / 2 ** 20)} MiB.`,
  );
}

function unreadable(): AppError {
  return invalidImport("The file can't be read: the program that reads it failed.");
}
