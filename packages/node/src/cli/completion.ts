import { settings as settingTable } from "../config/settings.ts";
import { type Call, type Command, chooseAction, commonFlags } from "./command.ts";

/** `freehold completion`: prints a script with which a shell completes commands, actions and flags. */
export async function completion(call: Call): Promise<void> {
  const { action } = chooseAction(call, { bash: [0, 0], zsh: [0, 0], fish: [0, 0] });
  await call.terminal.write({ bash, zsh, fish }[action](call.commands));
}

const actionsOf = ({ usage = "" }: Command) => /^\[?([a-z]+(?:\|[a-z]+)+)/.exec(usage)?.[1]?.split("|") ?? [];

const flagsOf = ({ flags = [], settings }: Command) =>
  [...[...flags, ...commonFlags].map(({ name }) => name), ...settings].map((name) => `--${name}`);

/** Files are completed where nothing else fits: `-o default`. */
function bash(commands: readonly Command[]): string {
  const cases = commands.map(
    (command) => `    ${command.name}) words="${[...actionsOf(command), ...flagsOf(command)].join(" ")}" ;;`,
  );
  const names = commands.map(({ name }) => name).join(" ");
  return `# freehold completion bash >> ~/.bash_completion
_freehold() {
  local words="${names} --help --version"
  if [ "$COMP_CWORD" -gt 1 ]; then
    words=""
    case "\${COMP_WORDS[1]}" in
${cases.join("\n").replace(/^ {4}/gm, "      ")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _freehold freehold
`;
}

/** zsh runs scripts for bash. */
function zsh(commands: readonly Command[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands).replace("bash >> ~/.bash_completion", "zsh >> ~/.zshrc")}`;
}

const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;

function fish(commands: readonly Command[]): string {
  const none = "complete -c freehold -n __fish_use_subcommand -f";
  const lines = commands.flatMap((command) => {
    const here = `complete -c freehold -n ${quote(`__fish_seen_subcommand_from ${command.name}`)}`;
    const own = [...(command.flags ?? []), ...commonFlags].map(
      ({ name, summary }) => `${here} -l ${name} -d ${quote(summary)}`,
    );
    const settings = command.settings.map(
      (name) => `${here} -l ${name} -r -d ${quote(settingTable[name].summary)}`,
    );
    const actions = actionsOf(command).map((action) => `${here} -a ${action}`);
    return [`${none} -a ${command.name} -d ${quote(command.summary)}`, ...actions, ...own, ...settings];
  });
  return ["# freehold completion fish > ~/.config/fish/completions/freehold.fish", ...lines, ""].join("\n");
}
