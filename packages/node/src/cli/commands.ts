import type { Command, CommandFlag } from "./command.ts";
import { maintenanceCommands } from "./maintenance-commands.ts";
import { publishingCommands } from "./publishing-commands.ts";

/** Every command, once: help, the parser and the docs are made from this table. */
export const commands: readonly Command[] = [...publishingCommands, ...maintenanceCommands];

/** What every command takes. */
export const commonFlags: readonly CommandFlag[] = [
  { name: "json", summary: "Print one JSON document on standard output." },
  { name: "help", summary: "Show this help." },
];
