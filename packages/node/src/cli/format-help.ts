import { program } from "../config/program.ts";
import { type Setting, type SettingName, settings as settingTable } from "../config/settings.ts";
import { type Command, type CommandFlag, commonFlags } from "./command.ts";
import { commands } from "./commands.ts";
import type { Terminal } from "./terminal.ts";

type Paint = Pick<Terminal, "paint">;

/** The help of `freehold` itself: every command on a line. */
export function formatOverview({ paint }: Paint): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${paint("bold", name.padEnd(width))}  ${summary}`);
  return [
    `${paint("bold", "Freehold")}: a publishing and social node that you own outright.`,
    "",
    `Usage: ${program} COMMAND [FLAGS]`,
    "",
    ...lines,
    "",
    `Help for a command: ${program} COMMAND --help. Version: ${program} --version.`,
    "Settings come from the environment, from `.env` and from flags: see `.env.example`.",
  ].join("\n");
}

/** The help of one command: its usage, its flags, and the settings that it accepts as flags. */
export function formatCommandHelp(command: Command, { paint }: Paint): string {
  const { name, summary, details, flags = [], settings } = command;
  const usage = [program, name, command.usage, "[FLAGS]"].filter(Boolean).join(" ");
  const sections = [`${paint("bold", summary)}.`, `Usage: ${usage}`];
  if (details) sections.push(wrap(details));
  sections.push(formatFlags("Flags", [...flags, ...commonFlags], paint));
  if (settings.length > 0) sections.push(formatFlags("Settings", settings.map(describeSetting), paint));
  return sections.join("\n\n");
}

/** A flag, and a second line about it. */
type FlagRow = CommandFlag & { readonly more?: string };

function describeSetting(name: SettingName): FlagRow {
  const { placeholder, summary, variable, default: otherwise }: Setting = settingTable[name];
  return { name, placeholder, summary, more: `${variable}${otherwise ? `, else ${otherwise}` : ""}` };
}

function formatFlags(title: string, rows: readonly FlagRow[], paint: Terminal["paint"]): string {
  const flags = rows.map(({ name, placeholder }) => `--${name}${placeholder ? ` ${placeholder}` : ""}`);
  const width = Math.max(...flags.map((flag) => flag.length));
  const lines = rows.flatMap(({ summary, more }, index) => {
    const first = `  ${flags[index]?.padEnd(width)}  ${summary}`;
    return more ? [first, `  ${" ".repeat(width)}  ${paint("dim", more)}`] : [first];
  });
  return [`${paint("bold", title)}:`, ...lines].join("\n");
}

/** A text in lines of at most 100 letters, broken at blanks. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > 100) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}
