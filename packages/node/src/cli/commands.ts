import { listModuleCommands } from "../module.ts";
import type { Command } from "./command.ts";
import { contentCommands } from "./content-commands.ts";
import { maintenanceCommands } from "./maintenance-commands.ts";
import { publishingCommands } from "./publishing-commands.ts";

/** Every command, once: help, the parser and the docs are made from this table. */
export const commands: readonly Command[] = [
  ...publishingCommands,
  ...contentCommands,
  ...listModuleCommands(),
  ...maintenanceCommands,
];
