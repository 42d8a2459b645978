import { readFileSync } from "node:fs";
import { AppError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { commands } from "./commands.ts";
import { describeError } from "./describe-error.ts";
import { findNearest } from "./find-nearest.ts";
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
  if (name === "--version" || name === "-v") {
    return terminal.print(readVersion());
  }
  const command = findCommand(name);
  const parsed = parseArguments(command, rest);
  if (parsed.help) {
    return terminal.print(formatCommandHelp(command, terminal));
  }
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
  if (command) {
    return command;
  }
  if (name.startsWith("-")) {
    throw new AppError("USAGE", `Unknown flag ${name}. See freehold --help.`);
  }
  const nearest = findNearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  throw new AppError(
    "USAGE",
    `There is no command ${JSON.stringify(name)}. ${nearest ? `Did you mean ${nearest}?` : "See freehold --help."}`,
  );
}

/** Tells what went wrong, once, on standard error. */
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
    if (stack) {
      terminal.note(stack);
    }
  }
  return exitCode;
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const json: unknown = JSON.parse(text);
  return typeof json === "object" && json !== null && "version" in json ? String(json.version) : "unknown";
}
