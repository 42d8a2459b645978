import { parseArgs } from "node:util";
import { program } from "../config/program.ts";
import { type SettingName, settings as settingTable } from "../config/settings.ts";
import { AppError, msg } from "../errors/errors.ts";
import type { Command } from "./command.ts";

/**
 * Reads the arguments after a command's name.
 * @returns the arguments and flags of the call, the settings among the flags, and whether help was asked for
 * @throws AppError USAGE for an unknown flag, a flag without its value, and too few or too many arguments
 */
export function parseArguments(command: Command, args: readonly string[]) {
  const { values, positionals } = parse(command, args);
  const flags: Record<string, string | true | undefined> = {};
  for (const { name } of command.flags ?? []) {
    const value = values[name];
    flags[name] = Array.isArray(value) ? value.join(",") : value === false ? undefined : value;
  }
  const settings: Partial<Record<SettingName, string>> = {};
  for (const name of command.settings) {
    const value = values[name];
    if (typeof value === "string") settings[name] = value;
  }
  const help = values.help === true;
  if (!help) checkCount(command, positionals.length);
  return { arguments: positionals as readonly string[], flags, settings, json: values.json === true, help };
}

function parse(command: Command, args: readonly string[]) {
  const options: Record<string, { type: "string" | "boolean"; short?: string; multiple?: boolean }> = {
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  };
  for (const { name, placeholder, repeatable = false } of command.flags ?? []) {
    options[name] = { type: placeholder ? "string" : "boolean", multiple: repeatable };
  }
  for (const name of command.settings) {
    options[name] = { type: "string" };
  }
  try {
    return parseArgs({ args: spellOutBooleans(command, args), options, allowPositionals: true });
  } catch (error) {
    throw new AppError("USAGE", msg`${describeProblem(error)} See ${program} ${command.name} --help.`);
  }
}

/** The words of Node's message (`util.parseArgs`) for somebody at a terminal. */
function describeProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown !== undefined) return `Unknown option ${unknown}.`;
  const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
  if (flag === undefined) return "The arguments can't be read.";
  return /does not take an argument/.test(message) ? `${flag} accepts no value.` : `${flag} needs a value.`;
}

/** A boolean setting needs no value: `--allow-private-peers` means `--allow-private-peers true`. */
function spellOutBooleans(command: Command, args: readonly string[]): string[] {
  const booleans = new Set(
    command.settings
      .filter((name) => settingTable[name].placeholder === "BOOLEAN")
      .map((name) => `--${name}`),
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
  if (count < fewest) throw new AppError("USAGE", msg`${usage} is missing: ${program} ${name} ${usage}`);
  if (count > most)
    throw new AppError("USAGE", `Unexpected argument. Usage: ${program} ${name} ${usage}`.trimEnd());
}
