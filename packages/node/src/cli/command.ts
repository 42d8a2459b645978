import type { Config } from "../config/config.ts";
import type { SettingName } from "../config/settings.ts";
import { AppError } from "../errors/errors.ts";
import type { Terminal } from "./terminal.ts";

/** A flag of one command, besides the settings and the flags that every command has. */
export interface CommandFlag {
  readonly name: string;
  /** What stands for the value in help; a flag without one is a switch. */
  readonly placeholder?: string;
  /** It may be given several times: its values are then one text, with commas between them. */
  readonly repeatable?: true;
  readonly summary: string;
}

/** One entry of the table of commands. Its code is loaded only when it runs, so that `--help` is quick. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments as help writes them; without it the command takes none. */
  readonly usage?: string;
  /** The fewest and the most arguments; without it there are none. */
  readonly argumentCount?: readonly [number, number];
  readonly details?: string;
  readonly flags?: readonly CommandFlag[];
  /** The settings that it takes as flags. */
  readonly settings: readonly SettingName[];
  readonly load: () => Promise<Run>;
}

export type Run = (call: Call) => Promise<void>;

/** One run of a command: what was asked, and where the answer goes. */
export interface Call {
  readonly arguments: readonly string[];
  /** The command's own flags: a text, or true for a switch. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  readonly config: Config;
  /** What is probably not meant in the configuration. */
  readonly warnings: readonly string[];
  readonly json: boolean;
  readonly terminal: Terminal;
  /** Aborts at the first SIGINT or SIGTERM. Asking for it means that the command ends by itself then. */
  stopSignal(): AbortSignal;
}

/** The text of a flag, or undefined when it was not given. */
export function textOf(call: Pick<Call, "flags">, name: string): string | undefined {
  const value = call.flags[name];
  return value === true ? undefined : value;
}

/** The argument at a place that the table of commands says is there. */
export function argumentAt(call: Pick<Call, "arguments">, index: number): string {
  const value = call.arguments[index];
  if (value === undefined) throw new AppError("USAGE", "An argument is missing.");
  return value;
}

/** Settings that commands take together: where the data is, the owner's key, and how other nodes are reached. */
export const store = ["data", "database-url"] as const;
export const keys = ["keystore", "keystore-password-file"] as const;
export const network = ["peer-ca", "allow-private-peers", "peer-ports"] as const;
export const progress: CommandFlag = {
  name: "progress",
  summary: "Show progress even where it is no terminal.",
};

/** What `--limit` says; null when it was not given. */
export function parseLimit(call: Pick<Call, "flags">): number | null {
  const text = textOf(call, "limit");
  if (text === undefined) return null;
  const limit = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1) {
    throw new AppError("USAGE", `--limit is a whole number from 1, not ${JSON.stringify(text)}.`);
  }
  return limit;
}
