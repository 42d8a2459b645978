import type { Command, CommandFlag } from "./command.ts";
import { keepingCommands } from "./keeping-commands.ts";
import { livingCommands } from "./living-commands.ts";

/** Every command, once: help, the parser and the docs are made from this table. */
export const commands: readonly Command[] = [...livingCommands, ...keepingCommands];

/** What every command takes. */
export const commonFlags: readonly CommandFlag[] = [
  { name: "json", summary: "Print one JSON document on standard output." },
  { name: "help", summary: "Show this help." },
];
