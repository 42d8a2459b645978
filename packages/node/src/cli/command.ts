import type { Config } from "../config/config.ts";
import { program } from "../config/program.ts";
import type { SettingName } from "../config/settings.ts";
import { AppError, msg, type Sentence } from "../errors/errors.ts";
import type { Terminal } from "./terminal.ts";

/** A flag of one command, besides the settings and the flags that every command has. */
export interface CommandFlag {
  readonly name: string;
  /** The name of its value in the help; a flag without one is a switch. */
  readonly placeholder?: string;
  /** It may be given several times; the values are joined with commas. */
  readonly repeatable?: true;
  readonly summary: string;
}

/** One entry of the table of commands. Its code is loaded only when it runs, so that `--help` is quick. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments as the help shows them. */
  readonly usage?: string;
  /** The fewest and the most arguments; none by default. */
  readonly argumentCount?: readonly [number, number];
  readonly details?: string;
  readonly flags?: readonly CommandFlag[];
  /** For shells: the words that may follow an action or a flag, where its placeholder does not list them. */
  readonly completions?: Readonly<Record<string, readonly string[]>>;
  /** The settings that it accepts as flags. */
  readonly settings: readonly SettingName[];
  readonly load: () => Promise<(call: Call) => Promise<void>>;
}

/** Flags of every command. */
export const commonFlags: readonly CommandFlag[] = [
  { name: "json", summary: "Print one JSON document on standard output." },
  { name: "help", summary: "Show this help." },
];

/** One run of a command. */
export interface Call {
  /** The command's name. */
  readonly name: string;
  /** Every command there is. */
  readonly commands: readonly Command[];
  readonly arguments: readonly string[];
  /** The command's own flags: a text, or true for a switch. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  readonly config: Config;
  /** Settings that are allowed and probably a mistake, a sentence each. */
  readonly warnings: readonly Sentence[];
  readonly json: boolean;
  readonly terminal: Terminal;
  /** Aborts at the first SIGINT or SIGTERM. A command that reads it must end by itself then. */
  stopSignal(): AbortSignal;
}

/** The text of a flag, or undefined if it was not given. */
export function textOf(call: Pick<Call, "flags">, name: string): string | undefined {
  const value = call.flags[name];
  return value === true ? undefined : value;
}

/** The argument at an index; the table of commands guarantees that it is there. */
export function argumentAt(call: Pick<Call, "arguments">, index: number): string {
  const value = call.arguments[index];
  if (value === undefined) throw new AppError("USAGE", "An argument is missing.");
  return value;
}

/** Settings that commands accept together: the data, the owner's key, and the connection to other nodes. */
export const store = ["data", "database-url"] as const;
export const keys = ["keystore", "keystore-password-file"] as const;
export const network = ["peer-ca", "allow-private-peers", "peer-ports"] as const;
export const takeSlug: CommandFlag = {
  name: "take-slug",
  summary: "Take over a slug that another post had before: it leads here from now on.",
};
/** The flag of commands that list (`parseLimit`). */
export const limit: CommandFlag = {
  name: "limit",
  placeholder: "NUMBER",
  summary: "list: how many; 20 by default, all with --json.",
};
export const progress: CommandFlag = {
  name: "progress",
  summary: "Show progress even if standard error is not a terminal.",
};

const LISTED = 20;

/** How many items to list: `--limit`, else all for programs and 20 for people. */
export function parseLimit(call: Pick<Call, "flags" | "json">): number | null {
  const text = textOf(call, "limit");
  if (text === undefined) return call.json ? null : LISTED;
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1) {
    throw new AppError("USAGE", msg`--limit is a whole number from 1, not ${JSON.stringify(text)}.`);
  }
  return limit;
}

/** How many arguments an action takes: the fewest and the most. */
type Actions<Name extends string> = Readonly<Record<Name, readonly [number, number]>>;

/**
 * The action of a command such as `freehold posts show ID`; the first of the table where none is given.
 *
 * @throws AppError USAGE for an unknown action, and for too few or too many arguments
 */
export function chooseAction<Name extends string>(
  { name, arguments: [given, ...rest] }: Pick<Call, "arguments"> & { readonly name: string },
  actions: Actions<Name>,
): { readonly action: Name; readonly rest: readonly string[] } {
  const names = Object.keys(actions) as Name[];
  const action = given === undefined ? names[0] : names.find((one) => one === given);
  if (action === undefined) {
    const known = new Intl.ListFormat("en").format(names);
    throw new AppError("USAGE", msg`${program} ${name} knows ${known}, not ${JSON.stringify(given)}.`);
  }
  const [fewest, most] = actions[action];
  if (rest.length < fewest)
    throw new AppError("USAGE", msg`An argument is missing after ${action}. See ${program} ${name} --help.`);
  if (rest.length > most)
    throw new AppError("USAGE", msg`Unexpected argument after ${action}. See ${program} ${name} --help.`);
  return { action, rest };
}

/**
 * Lets a call that deletes go on only with `--yes`.
 *
 * @param lost what would be deleted, a line each
 * @throws AppError USAGE without it
 */
export function requireYes({ flags }: Pick<Call, "flags">, lost: readonly string[], note: string): void {
  if (flags.yes) return;
  throw new AppError(
    "USAGE",
    [`This would be deleted. Run it again with --yes to delete it. ${note}`, ...lost].join("\n"),
  );
}

/**
 * The value of a flag that takes one of a few words, as the API spells it.
 *
 * @returns null if it was not given
 * @throws AppError USAGE for another word
 */
export function choiceOf<const Choice extends string>(
  call: Pick<Call, "flags">,
  name: string,
  choices: readonly Choice[],
): Uppercase<Choice> | null {
  const text = textOf(call, name);
  if (text === undefined) return null;
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen.toUpperCase() as Uppercase<Choice>;
  const known = new Intl.ListFormat("en", { type: "disjunction" }).format(choices);
  throw new AppError("USAGE", msg`--${name} is ${known}, not ${JSON.stringify(text)}.`);
}
