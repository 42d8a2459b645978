import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ReadFailure, ReadReply, ReadRequest } from "./documents.ts";
import { readerEnvironment } from "./environment.ts";
import { limits } from "./limits.ts";

const program = fileURLToPath(new URL("./read-document-program.ts", import.meta.url));

export interface ReaderLimits {
  /** Bytes of the JavaScript heap. */
  readonly readerMemory: number;
  readonly readMs: number;
  readonly readerStartMs: number;
  readonly readerIdleMs: number;
}

/**
 * One process that reads documents, one at a time. The first document starts it; it ends when it has no work, and after each
 * document that it could not read.
 */
export function createReaderProcess(options: ReaderLimits = limits) {
  let child: ChildProcess | null = null;
  let ids = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = null;
    if (!ending || ending.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    ending.ref();
    ending.kill("SIGKILL");
    await ended;
  }

  async function ask({ kind, request }: Omit<ReadRequest, "id">): Promise<{ json: string } | ReadFailure> {
    clearTimeout(idle);
    if (!child) {
      const started = start(options);
      child = started;
      // Something else may end an idle process.
      started.on("exit", () => {
        if (child === started) child = null;
      });
      if (!(await isReady(started, options.readerStartMs))) {
        await end();
        return "not-read";
      }
    }
    ids += 1;
    const reply = child ? await exchange(child, { id: ids, kind, request }, options.readMs) : "not-read";
    if (typeof reply === "string") {
      await end();
      return reply;
    }
    idle = setTimeout(() => void end(), options.readerIdleMs);
    idle.unref();
    return reply;
  }

  return { ask, end };
}

function start({ readerMemory, readMs }: ReaderLimits): ChildProcess {
  const started = fork(program, [String(readMs)], {
    execArgv: [`--max-old-space-size=${readerMemory / 2 ** 20}`, "--max-semi-space-size=8"],
    env: readerEnvironment(),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  started.unref();
  started.channel?.unref();
  // The caller that waits for an answer handles the error; without a listener, an error of an idle process would end this one.
  started.on("error", () => {});
  return started;
}

function isReady(child: ChildProcess, ms: number): Promise<boolean> {
  return hear(child, { ms, ask: null }, (reply) => ("isReady" in reply ? true : undefined)).then(Boolean);
}

async function exchange(
  child: ChildProcess,
  ask: ReadRequest,
  readMs: number,
): Promise<{ json: string } | ReadFailure> {
  // The process ends the reading itself, unless it is stuck.
  const reply = await hear(child, { ms: 2 * readMs, ask }, (one) =>
    "id" in one && one.id === ask.id ? one : undefined,
  );
  if (reply && "json" in reply && reply.json.length <= limits.replyLength) return { json: reply.json };
  return reply && "failure" in reply ? reply.failure : "unreadable";
}

/** Waits for the message in which something is found. The timer keeps this process alive meanwhile. */
function hear<T>(
  child: ChildProcess,
  { ms, ask }: { ms: number; ask: ReadRequest | null },
  find: (reply: ReadReply) => T | null | undefined,
): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>();
  const giveUp = () => resolve(null);
  const onMessage = (reply: ReadReply) => {
    const found = find(reply);
    if (found !== undefined) resolve(found);
  };
  const timer = setTimeout(giveUp, ms);
  child.on("message", onMessage).on("error", giveUp).on("exit", giveUp);
  // Listening made the channel count as work.
  child.channel?.unref();
  if (ask) child.send(ask, (error) => error && giveUp());
  return promise.finally(() => {
    clearTimeout(timer);
    child.off("message", onMessage).off("error", giveUp).off("exit", giveUp);
  });
}
