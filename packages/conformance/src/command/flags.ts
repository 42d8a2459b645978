/** A flag of the command. Without a placeholder it takes no value. */
interface Flag {
  readonly placeholder?: string;
  readonly summary: string;
}

/** Every flag of `freehold-conformance`, once. */
export const flags = {
  baseline: { summary: "check it in the baseline form, the specification's own (default)" },
  reference: { summary: "check it in the reference form, the older one" },
  json: { summary: "print one JSON document" },
  junit: { placeholder: "FILE", summary: "write a JUnit report too" },
  only: { placeholder: "PATTERN", summary: "only checks with this in their id; * stands for anything" },
  ca: { placeholder: "FILE", summary: "trust this authority (PEM) for the node's certificate" },
  "peer-url": { placeholder: "URL", summary: "where the node reaches the suite's own peer" },
  "peer-listen": { placeholder: "[HOST:]PORT", summary: "where that peer listens" },
  "peer-cert": { placeholder: "FILE", summary: "its certificate (PEM), one that the node trusts" },
  "peer-key": { placeholder: "FILE", summary: "the key of that certificate (PEM)" },
  "owner-keystore": { placeholder: "FILE", summary: "the owner's key: Web3 Secret Storage, version 3" },
  "owner-password-file": { placeholder: "FILE", summary: "its password, in the first line" },
  help: { summary: "print this" },
  version: { summary: "print the version" },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;

/** What the command says of itself. */
export function formatHelp(): string {
  const all: [string, Flag][] = Object.entries(flags);
  const spelled = all.map(([name, { placeholder, summary }]) => ({
    flag: `--${name}${placeholder ? ` ${placeholder}` : ""}`,
    summary,
  }));
  const width = Math.max(...spelled.map(({ flag }) => flag.length));
  return [
    "Looks at an EWP node from outside, section by section of the specification.",
    "",
    "Usage: freehold-conformance https://node [FLAGS]",
    "",
    ...spelled.map(({ flag, summary }) => `  ${flag.padEnd(width)}  ${summary}`),
    "",
    "It needs the URL alone. It makes keys of its own and starts a peer of its own, which follows the node and",
    "ends that again. What only the node's owner can make it do is looked at with the owner's key.",
    "Exit code: 0 nothing failed, 1 something failed or could not be shown, 2 the call was wrong.",
  ].join("\n");
}
