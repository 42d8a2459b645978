import { parseArgs } from "node:util";
import { type SettingName, settings } from "../config/settings.ts";
import { AppError } from "../errors/errors.ts";
import type { Command } from "./command.ts";

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
  readonly json: boolean;
  readonly help: boolean;
}

/**
 * Reads what follows a command's name.
 * @throws AppError USAGE for an unknown flag, a flag without its value, and too few or too many arguments
 */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const { values, positionals } = parse(command, args);
  const flags: Record<string, string | true | undefined> = {};
  for (const { name } of command.flags ?? []) {
    const value = values[name];
    flags[name] = Array.isArray(value) ? value.join(",") : value === false ? undefined : value;
  }
  const given: Partial<Record<SettingName, string>> = {};
  for (const name of command.settings) {
    const value = values[name];
    if (typeof value === "string") given[name] = value;
  }
  const help = values.help === true;
  if (!help) checkCount(command, positionals.length);
  return { positionals, flags, settings: given, json: values.json === true, help };
}

function parse(command: Command, args: readonly string[]) {
  const options: Record<string, { type: "string" | "boolean"; short?: string; multiple?: boolean }> = {
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  };
  for (const flag of command.flags ?? []) {
    options[flag.name] = {
      type: flag.placeholder ? "string" : "boolean",
      multiple: flag.repeatable ?? false,
    };
  }
  for (const name of command.settings) {
    options[name] = { type: "string" };
  }
  try {
    return parseArgs({
      args: spellOutBooleans(command, args),
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new AppError("USAGE", explain(error));
  }
}

/** A setting that is a boolean may stand alone: `--allow-private-peers` means `--allow-private-peers true`. */
function spellOutBooleans(command: Command, args: readonly string[]): string[] {
  const booleans = new Set(
    command.settings.filter((name) => settings[name].placeholder === "BOOLEAN").map((name) => `--${name}`),
  );
  const end = args.indexOf("--");
  return args.flatMap((arg, index) => {
    const isFlag = booleans.has(arg) && (end === -1 || index < end);
    return isFlag && !/^(true|false|1|0)$/.test(args[index + 1] ?? "") ? [`${arg}=true`] : [arg];
  });
}

function checkCount(
  { name, usage = "", argumentCount: [fewest, most] = [0, 0] }: Command,
  count: number,
): void {
  if (count < fewest) throw new AppError("USAGE", `${usage} is missing: freehold ${name} ${usage}`);
  if (count > most) throw new AppError("USAGE", `That is too much: freehold ${name} ${usage}`.trimEnd());
}

/** Node's own sentence, down to its first one; the rest is advice for programmers. */
function explain(error: unknown): string {
  const sentence = error instanceof Error ? error.message : "The arguments can't be read.";
  return `${sentence.split(/\. |\n/)[0]?.replace(/\.$/, "")}.`;
}
