import { program } from "../config/program.ts";
import { AppError, msg } from "../errors/errors.ts";
import { explainSystemError } from "../errors/system-errors.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands.ts";
import { formatCommandHelp, formatOverview } from "./format-help.ts";
import { parseArguments } from "./parse-arguments.ts";
import { createTerminal, type Input, type Output, type Terminal } from "./terminal.ts";

export type Streams = Readonly<{ stdin: Input; stdout: Output; stderr: Output }>;

/**
 * Runs one command line, from the arguments to the exit code: 0, 1 (it failed) or 2 (the call was wrong).
 * @param args the arguments after `freehold`
 * @param stopSignal returns a signal that aborts when the process is asked to end
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
    return report(error, terminal, args.includes("--json") || isService(args, terminal));
  }
}

/** Whether the node runs as a service, whose log is JSON throughout. */
function isService([name]: readonly string[], { isLogged }: Terminal): boolean {
  return name === "start" && isLogged;
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
  if (name === "--version" || name === "-v") return await printVersion(rest.includes("--json"), terminal);
  const command = findCommand(name);
  const { help, settings, ...parsed } = parseArguments(command, rest);
  if (help) return terminal.print(formatCommandHelp(command, terminal));
  const { readConfig, readEnvironment } = await import("../config/config.ts");
  const environment = readEnvironment();
  const config = readConfig(environment, settings);
  const { findConfigWarnings } = await import("../config/config-warnings.ts");
  const warnings = findConfigWarnings(config, environment, settings);
  const run = await command.load();
  const json = parsed.json || isService(args, terminal);
  await run({ name, commands, ...parsed, json, config, warnings, terminal, stopSignal });
}

async function printVersion(asJson: boolean, terminal: Terminal): Promise<void> {
  const { describeProgram, readAboutProgram } = await import("../startup/program-version.ts");
  await terminal.print(asJson ? JSON.stringify(readAboutProgram()) : describeProgram());
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command;
  if (name.startsWith("-")) throw new AppError("USAGE", msg`Unknown flag ${name}. See ${program} --help.`);
  const names = commands.map((candidate) => candidate.name);
  const nearest = findNearest(name, names);
  throw new AppError(
    "USAGE",
    msg`There is no command ${JSON.stringify(name)}. ${nearest ? `Did you mean ${nearest}?` : `See ${program} --help.`}`,
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

/** The word with the fewest edits to a given one, at most two; null if there is none. */
export function findNearest(word: string, words: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = 3;
  for (const candidate of words) {
    const distance = countEdits(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
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
  /** For the report of a bug; null for an expected error. */
  readonly stack: string | null;
}

/** Errors of the protocol package whose message is for the owner. By name, so that help need not load the package. */
const expected = new Set(["KeystoreError", "PeerError", "EwpError"]);

/** The text that the command line prints for an error, and the exit code: 2 if the call was wrong, else 1. */
export function describeError(error: unknown): DescribedError {
  // The first error is the cause; that something could not be closed after it is not.
  if (error instanceof SuppressedError) return describeError(error.suppressed);
  const described = { code: "INTERNAL_ERROR", exitCode: 1, stack: null } as const;
  if (!(error instanceof Error)) return { ...described, message: String(error) };
  const { name, message, stack = null } = error;
  if (error instanceof AppError) {
    const way = error.reason === "OLD_ADDRESS" ? " With --take-slug it leads here from now on." : "";
    return { ...described, code: error.code, message: `${message}${way}`, exitCode: error.exitCode };
  }
  if (name === "AbortError") return { ...described, code: "INTERRUPTED", message: "Interrupted." };
  const code = codeOf(error);
  if (expected.has(name)) {
    const detail = "detail" in error && typeof error.detail === "string" && error.detail;
    return { ...described, code: code ?? "FAILED", message: detail || message };
  }
  const system = explainSystemError(error);
  if (system !== null && code !== null) {
    const { finding, advice } = system;
    return { ...described, code, message: advice === null ? finding : `${finding} ${advice}` };
  }
  return { ...described, message: `Unexpected error: ${message}`, stack };
}

function codeOf(error: Error): string | null {
  if ("code" in error && typeof error.code === "string") return error.code;
  return "kind" in error && typeof error.kind === "string"
    ? `PEER_${error.kind.toUpperCase().replace("-", "_")}`
    : null;
}
