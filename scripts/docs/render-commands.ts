import "../../packages/node/test/support/load-modules.ts";
import { type Command, commonFlags } from "../../packages/node/src/cli/command.ts";
import { commandGroups } from "../../packages/node/src/cli/command-groups.ts";
import { commands } from "../../packages/node/src/cli/commands.ts";

/** Every command by group, with examples and its own flags: Markdown for docs/commands.md. */
export function renderCommands(): string {
  return Object.entries(commandGroups)
    .map(([title, names]) => {
      const parts = Object.entries(names).map(([name, examples]) => renderCommand(name, examples));
      return [`## ${title}`, ...parts].join("\n\n");
    })
    .join("\n\n");
}

function renderCommand(name: string, examples: readonly string[]): string {
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command ${name}.`);
  const parts = [`### freehold ${name}`, `${command.summary}.`, ["```sh", ...examples, "```"].join("\n")];
  if (command.details) parts.push(escapeHtml(command.details));
  if (command.usage) parts.push(`Usage: \`freehold ${name} ${command.usage}\``);
  if (command.flags?.length) parts.push(renderFlags(command.flags));
  parts.push(renderSettings(command));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The flags that every command has, and those of one command. */
function renderFlags(flags: NonNullable<Command["flags"]>): string {
  const rows = flags.map(({ name, placeholder, summary }) => {
    const flag = `--${name}${placeholder ? ` ${placeholder}` : ""}`.replaceAll("|", "\\|");
    return `| \`${flag}\` | ${escapeHtml(summary)} |`;
  });
  return ["| flag | what it does |", "|---|---|", ...rows].join("\n");
}

export const renderCommonFlags = () => renderFlags(commonFlags);

function renderSettings({ name, settings }: Command): string {
  if (name === "start") return "It takes every [setting](settings.md) of the environment as a flag.";
  if (settings.length === 0) return "";
  return `Settings: ${settings.map((setting) => `\`--${setting}\``).join(", ")}`;
}

/** A placeholder such as `<data>` outside of code is text. */
const escapeHtml = (text: string) => text.replace(/<(?=[a-z])/g, "&lt;");
