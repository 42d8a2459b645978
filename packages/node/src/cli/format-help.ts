import { program } from "../config/program.ts";
import { type Setting, type SettingName, settings as settingTable } from "../config/settings.ts";
import { type Command, type CommandFlag, commonFlags } from "./command.ts";
import { commandGroups } from "./command-groups.ts";
import { commands } from "./commands.ts";
import type { Terminal } from "./terminal.ts";

type Paint = Pick<Terminal, "paint">;

/** The help of `freehold` itself: every command on a line, by what one wants to do. */
export function formatOverview({ paint }: Paint): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  const groups = Object.entries(commandGroups).flatMap(([title, names]) => [
    `${paint("bold", title)}:`,
    ...Object.keys(names).map(
      (name) => `  ${paint("bold", name.padEnd(width))}  ${summaries.get(name) ?? ""}`,
    ),
    "",
  ]);
  return [
    `${paint("bold", "Freehold")}: a publishing and social node that you own outright.`,
    "",
    `Usage: ${program} COMMAND [FLAGS]`,
    "",
    ...groups,
    formatExamples(['freehold init --title "My place"', "freehold publish first-post.md"], paint),
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
  sections.push(formatExamples(examplesOf(name), paint));
  sections.push(formatFlags("Flags", [...flags, ...commonFlags], paint));
  if (settings.length > 0) sections.push(formatFlags("Settings", settings.map(describeSetting), paint));
  return sections.join("\n\n");
}

/** The calls that the reference has, too. */
function examplesOf(name: string): readonly string[] {
  return Object.values(commandGroups).flatMap((names) => names[name] ?? []);
}

/** Calls as they can be typed here. */
function formatExamples(examples: readonly string[], paint: Terminal["paint"]): string {
  const lines = examples.map((example) => `  ${example.replace(/^freehold/, () => program)}`);
  return [`${paint("bold", "Examples")}:`, ...lines].join("\n");
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
