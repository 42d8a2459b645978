import { settings as settingTable } from "../config/settings.ts";
import { type Call, type Command, chooseAction, commonFlags } from "./command.ts";
import { printResult } from "./terminal.ts";

/** `freehold completion`: prints a script with which a shell completes commands, actions, flags and their values. */
export async function completion(call: Call): Promise<void> {
  const { action } = chooseAction(call, { bash: [0, 0], zsh: [0, 0], fish: [0, 0] });
  const script = { bash, zsh, fish }[action](call.commands).trimEnd();
  await printResult(call, { script }, [script]);
}

/** A flag as a shell sees it. */
interface ShellFlag {
  readonly name: string;
  readonly summary: string;
  readonly takesValue: boolean;
}

/** The first words of the usage that are in small letters: `[list|import FILE|export]`. */
function actionsOf({ usage = "" }: Command): string[] {
  const alternatives = usage.replace(/^\[([^\]]*)\].*$/, "$1").split(" [", 1);
  return (alternatives[0] ?? "").split("|").flatMap((one) => /^[a-z]+/.exec(one) ?? []);
}

function flagsOf({ flags = [], settings }: Command): ShellFlag[] {
  const own = [...flags, ...commonFlags].map(({ name, summary, placeholder }) => ({
    name,
    summary,
    takesValue: placeholder !== undefined,
  }));
  // A boolean setting needs no value.
  const others = settings.map((name) => ({
    name,
    summary: settingTable[name].summary,
    takesValue: settingTable[name].placeholder !== "BOOLEAN",
  }));
  return [...own, ...others];
}

/** @returns the words after which only some words fit, with these */
function choicesOf({ flags = [], completions = {} }: Command): [string, readonly string[]][] {
  const listed = flags.flatMap(({ name, placeholder = "" }): [string, string[]][] =>
    /^[a-z0-9]+(\|[a-z0-9]+)+$/.test(placeholder) ? [[`--${name}`, placeholder.split("|")]] : [],
  );
  return [...listed, ...Object.entries(completions)];
}

const takesNothing = ({ argumentCount }: Command) => argumentCount === undefined;

/** Files are completed where nothing else fits: `-o default`. */
function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const flags = flagsOf(command).map(({ name }) => `--${name}`);
    const valued = flagsOf(command).flatMap(({ name, takesValue }) => (takesValue ? [`--${name}`] : []));
    const actions = takesNothing(command) ? flags : actionsOf(command);
    return `    ${command.name}) actions="${actions.join(" ")}" flags="${flags.join(" ")}" valued="${valued.join(" ")}" ;;`;
  });
  const choices = commands.flatMap((command) =>
    choicesOf(command).map(
      ([after, words]) => `    "${command.name} ${after}") choices="${words.join(" ")}" ;;`,
    ),
  );
  const names = commands.map(({ name }) => name).join(" ");
  return `# freehold completion bash >> ~/.bash_completion
_freehold() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" actions="" flags="" valued="" choices=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "\${COMP_WORDS[1]} $before" in
${choices.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    choices="${names} --help --version"
  elif [ -z "$choices" ]; then
    case "$current" in
      -*) choices="$flags" ;;
      *) if [ "$COMP_CWORD" -eq 2 ] || [ "$actions" = "$flags" ]; then choices="$actions"; fi ;;
    esac
    case " $valued " in
      *" $before "*) choices="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -o default -F _freehold freehold
`;
}

/** zsh runs scripts for bash. */
function zsh(commands: readonly Command[]): string {
  return `# freehold completion zsh >> ~/.zshrc
if ! type compdef > /dev/null; then
  autoload -U compinit && compinit
fi
autoload -U +X bashcompinit && bashcompinit
${bash(commands).replace(/^#.*\n/, "")}`;
}

const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const here = `complete -c freehold -n '__freehold_runs ${command.name}'`;
    const after = (word: string) => `complete -c freehold -n '__freehold_follows ${word}' -f -a`;
    const choices = new Map(choicesOf(command));
    const flags = flagsOf(command).map(({ name, summary, takesValue }) => {
      const words = choices.get(`--${name}`);
      const value = words ? ` -x -a ${quote(words.join(" "))}` : takesValue ? " -r" : "";
      return `${here} -l ${name}${value} -d ${quote(summary)}`;
    });
    const actions = actionsOf(command).join(" ");
    return [
      `complete -c freehold -n __freehold_follows -f -a ${command.name} -d ${quote(command.summary)}`,
      ...(takesNothing(command) ? [`${here} -f`] : []),
      ...(actions ? [`${after(command.name)} ${quote(actions)}`] : []),
      ...[...choices]
        .filter(([word]) => !word.startsWith("-"))
        .map(([word, words]) => `${after(`${command.name} ${word}`)} ${quote(words.join(" "))}`),
      ...flags,
    ];
  });
  return `# freehold completion fish > ~/.config/fish/completions/freehold.fish
function __freehold_runs
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]
end
function __freehold_follows
  set -l words (commandline -opc)
  test "$words[2..]" = "$argv"
end
${lines.join("\n")}
`;
}
