import { readFileSync } from "node:fs";
import { AppError } from "../errors/errors.ts";
import type { Call, Command } from "./command.ts";
import { commands } from "./commands.ts";
import { formatCommandHelp, formatOverview } from "./format-help.ts";
import { type ParsedArguments, parseArguments } from "./parse-arguments.ts";
import { createTerminal, type Input, type Output, type Terminal } from "./terminal.ts";

export interface Streams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

/**
 * Runs one command line, from the arguments to the exit code: 0, 1 (it failed) or 2 (the call was wrong).
 * @param args what follows `freehold`
 * @param stopSignal gives a signal that aborts when the process is asked to end
 */
export async function runCommandLine(
  args: readonly string[],
  streams: Streams,
  stopSignal: () => AbortSignal,
): Promise<number> {
  const terminal = createTerminal(streams.stdin, streams.stdout, streams.stderr, {
    progress: args.includes("--progress"),
  });
  try {
    await dispatch(args, terminal, stopSignal);
    return 0;
  } catch (error) {
    return report(error, terminal, args.includes("--json"));
  }
}

async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  stopSignal: () => AbortSignal,
): Promise<void> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    return terminal.print(formatOverview(terminal));
  }
  if (name === "--version" || name === "-v") return terminal.print(readVersion());
  const command = findCommand(name);
  const parsed = parseArguments(command, rest);
  if (parsed.help) return terminal.print(formatCommandHelp(command, terminal));
  const call = await prepareCall(parsed, terminal, stopSignal);
  const run = await command.load();
  await run(call);
}

async function prepareCall(
  parsed: ParsedArguments,
  terminal: Terminal,
  stopSignal: () => AbortSignal,
): Promise<Call> {
  const { findConfigWarnings, readConfig, readEnvironment } = await import("../config/config.ts");
  const environment = readEnvironment();
  const config = readConfig(environment, parsed.settings);
  return {
    arguments: parsed.positionals,
    flags: parsed.flags,
    config,
    warnings: findConfigWarnings(config, environment, parsed.settings),
    json: parsed.json,
    terminal,
    stopSignal,
  };
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  if (name.startsWith("-")) throw new AppError("USAGE", `Unknown flag ${name}. See freehold --help.`);
  const nearest = findNearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw new AppError(
    "USAGE",
    `There is no command ${JSON.stringify(name)}. ${nearest ? `Did you mean ${nearest}?` : "See freehold --help."}`,
  );
}

function report(error: unknown, terminal: Terminal, json: boolean): number {
  const { code, message, exitCode, stack } = describeError(error);
  terminal.status("");
  if (json) {
    terminal.note(JSON.stringify({ error: { code, message, ...(stack && { stack }) } }));
  } else {
    const [first, ...more] = message.split("\n");
    terminal.note(`${terminal.paintNote("red", "freehold:")} ${first}`);
    for (const line of more) {
      terminal.note(`          ${line}`);
    }
    if (stack) terminal.note(stack);
  }
  return exitCode;
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const json: unknown = JSON.parse(text);
  return typeof json === "object" && json !== null && "version" in json ? String(json.version) : "unknown";
}

/** The one of several words that is at most two slips of the finger away from a given one, or null. */
export function findNearest(word: string, words: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = 3;
  for (const candidate of words) {
    const distance = countEdits(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** The Levenshtein distance, a row at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (to[j] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly exitCode: 1 | 2;
  /** Of what nobody expected alone: it is a bug, and this is for its report. */
  readonly stack: string | null;
}

/** Errors of the protocol package, whose sentence is meant for the owner. Known by name, so that help need not load it. */
const expected = new Set(["KeystoreError", "PeerError", "EwpError"]);

/** What the owner is told of an error, and the exit code: 2 when the call was wrong, else 1. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) {
    return { code: "INTERNAL_ERROR", message: String(error), exitCode: 1, stack: null };
  }
  // What failed first is the cause; that something could not be put away after it as well is not.
  if (error instanceof SuppressedError) return describeError(error.suppressed);
  if (error instanceof AppError) {
    const { code, message, exitCode } = error;
    return { code, message, exitCode, stack: null };
  }
  if (error.name === "AbortError") {
    return { code: "INTERRUPTED", message: "Interrupted.", exitCode: 1, stack: null };
  }
  const code = codeOf(error);
  if (expected.has(error.name)) {
    return { code: code ?? "FAILED", message: sentenceOf(error), exitCode: 1, stack: null };
  }
  if ("syscall" in error && code !== null) {
    return { code, message: describeSystemError(error, code), exitCode: 1, stack: null };
  }
  return {
    code: "INTERNAL_ERROR",
    message: `Something went wrong that should not: ${error.message}`,
    exitCode: 1,
    stack: error.stack ?? null,
  };
}

function codeOf(error: Error): string | null {
  if ("code" in error && typeof error.code === "string") return error.code;
  return "kind" in error && typeof error.kind === "string"
    ? `PEER_${error.kind.toUpperCase().replace("-", "_")}`
    : null;
}

function sentenceOf(error: Error): string {
  return "detail" in error && typeof error.detail === "string" && error.detail ? error.detail : error.message;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not do that",
  EPERM: "this user may not do that",
  EISDIR: "that is a folder",
  EEXIST: "that is there already, and is no folder",
  ENOTDIR: "a part of the path is no folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk can only be read",
  EADDRINUSE: "another program listens there already",
  EADDRNOTAVAIL: "this machine does not have that address",
  ECONNREFUSED: "nothing listens there",
};

function describeSystemError(error: Error, code: string): string {
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  const place =
    path ??
    ("address" in error && "port" in error ? `${String(error.address)} port ${String(error.port)}` : null);
  const reason = reasons[code] ?? error.message;
  return place ? `${place}: ${reason}.` : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
