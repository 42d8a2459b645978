import { type Setting, type SettingName, settings } from "../config/settings.ts";
import type { Command, CommandFlag } from "./command.ts";
import { commands, commonFlags } from "./commands.ts";
import type { Terminal } from "./terminal.ts";

type Paint = Pick<Terminal, "paint">;

/** What `freehold` says of itself: every command on a line. */
export function formatOverview({ paint }: Paint): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${paint("bold", name.padEnd(width))}  ${summary}`);
  return [
    `${paint("bold", "Freehold")}: a publishing and social node that you own outright.`,
    "",
    "Usage: freehold COMMAND [FLAGS]",
    "",
    ...lines,
    "",
    "freehold COMMAND --help tells more of each; freehold --version names the version.",
    "Settings come from the environment, from `.env` and from flags: see `.env.example`.",
  ].join("\n");
}

/** The help of one command: how to call it, its flags, and the settings that it takes as flags. */
export function formatCommandHelp(command: Command, { paint }: Paint): string {
  const usage = ["freehold", command.name, command.usage, "[FLAGS]"].filter(Boolean).join(" ");
  const sections = [`${paint("bold", command.summary)}.`, `Usage: ${usage}`];
  if (command.details) sections.push(wrap(command.details, 100));
  sections.push(formatFlags("Flags", [...(command.flags ?? []), ...commonFlags].map(describeFlag), paint));
  if (command.settings.length > 0) {
    sections.push(formatFlags("Settings", command.settings.map(describeSetting), paint));
  }
  return sections.join("\n\n");
}

interface Described {
  readonly flag: string;
  readonly summary: string;
  readonly more: string;
}

function describeFlag({ name, placeholder, summary }: CommandFlag): Described {
  return { flag: `--${name}${placeholder ? ` ${placeholder}` : ""}`, summary, more: "" };
}

function describeSetting(name: SettingName): Described {
  const setting: Setting = settings[name];
  const otherwise = setting.default ? `, else ${setting.default}` : "";
  return {
    flag: `--${name} ${setting.placeholder}`,
    summary: setting.summary,
    more: `${setting.variable}${otherwise}`,
  };
}

function formatFlags(title: string, flags: readonly Described[], paint: Terminal["paint"]): string {
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  const lines = flags.flatMap(({ flag, summary, more }) => {
    const first = `  ${flag.padEnd(width)}  ${summary}`;
    return more ? [first, `  ${" ".repeat(width)}  ${paint("dim", more)}`] : [first];
  });
  return [`${paint("bold", title)}:`, ...lines].join("\n");
}

function wrap(text: string, columns: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last && last.length + word.length + 1 > columns) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
  }
  return lines.join("\n");
}

/** `docs/commands.md`: the help of every command on one page. A test compares it with the committed one. */
export function formatCommandsPage(): string {
  const plain = { paint: (_: unknown, text: string) => text };
  const sections = commands.map(
    (command) => `## freehold ${command.name}\n\n\`\`\`text\n${formatCommandHelp(command, plain)}\n\`\`\`\n`,
  );
  const head = [
    "# Commands",
    "",
    "What `freehold COMMAND --help` prints, on one page. It is made from the table of commands in",
    "`packages/node/src/cli/commands.ts`; `npx vitest run packages/node/src/cli -u` writes it anew.",
    "",
    "In the folder of the checkout, `freehold` is `npx --no-install freehold`. The name is not ours on npm, so don't leave",
    "`--no-install` out.",
    "",
    "Exit codes: 0, it worked; 1, it failed; 2, the call or the configuration was wrong. With `--json`, standard output",
    'is one JSON document, and an error is `{"error": {"code", "message"}}` on standard error.',
    "",
  ];
  return `${head.join("\n")}\n${sections.join("\n")}`;
}
