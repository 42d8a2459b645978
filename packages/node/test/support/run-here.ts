import { Readable } from "node:stream";
import { runCommandLine } from "../../src/cli/run-command-line.ts";
import { captureStreams } from "./captured-terminal.ts";

export interface RunOptions {
  env?: Record<string, string>;
  input?: string | Buffer;
}

export interface RunResult {
  code: number;
  out: string;
  err: string;
  /** Standard output as JSON. */
  json(): ReturnType<typeof JSON.parse>;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, from the sources: starting a process of its own takes longer than most commands.
 * Meanwhile the working folder and the environment are the command's, so that one runs at a time.
 */
export function runHere(
  folder: string,
  args: readonly string[],
  { env = {}, input = "" }: RunOptions,
): Promise<RunResult> {
  const run = last.then(() => runAlone(folder, args, env, input));
  last = run.catch(() => {});
  return run;
}

async function runAlone(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
  input: string | Buffer,
): Promise<RunResult> {
  const streams = {
    ...captureStreams(),
    stdin: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
  };
  const before = { folder: process.cwd(), env: process.env };
  process.chdir(folder);
  process.env = { ...before.env, ...env };
  try {
    const code = await runCommandLine(args, streams, () => new AbortController().signal);
    const { out, err } = streams.text;
    return { code, out, err, json: () => JSON.parse(out) };
  } finally {
    process.env = before.env;
    process.chdir(before.folder);
  }
}
