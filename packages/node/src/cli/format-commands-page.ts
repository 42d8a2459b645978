import { commands } from "./commands.ts";
import { formatCommandHelp } from "./format-help.ts";

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
