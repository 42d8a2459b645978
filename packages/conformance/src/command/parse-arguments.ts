import { parseArgs } from "node:util";
import { type Form, parseNodeUrl } from "@freehold/protocol";

/** A wrong call. The message lists the faults. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The parsed call. Its files are not read yet. */
export interface Call {
  readonly url: string;
  readonly form: Form;
  readonly json: boolean;
  readonly strict: boolean;
  readonly values: Readonly<Partial<Record<FlagName, string>>>;
  readonly listen: { readonly host?: string; readonly port: number } | null;
}

/** @throws UsageError with every fault, one per line */
export function parseArguments(args: readonly string[]): Call | "help" | "version" {
  const { values, positionals } = parse(args);
  if (values.help === true) return "help";
  if (values.version === true) return "version";
  const texts: Partial<Record<string, string>> = Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === "string"),
  );
  const call: Call = {
    url: positionals[0] ?? "",
    form: values.reference === true ? "reference" : "baseline",
    json: values.json === true,
    strict: values.strict === true,
    values: texts,
    listen: parseListen(texts["peer-listen"]),
  };
  const bothForms = values.baseline === true && values.reference === true;
  const problems = findProblems(call, positionals.length, bothForms);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return call;
}

function findProblems({ url, values, listen }: Call, count: number, bothForms: boolean): string[] {
  const { "peer-url": peerUrl, "peer-listen": peerListen } = values;
  const isHalf = (one: FlagName, other: FlagName) =>
    (values[one] === undefined) !== (values[other] === undefined);
  const problems: [boolean, string][] = [
    [count === 0, "The node's URL is missing: freehold-conformance https://node"],
    [count > 1, "One node at a time."],
    [count === 1 && parseNodeUrl(url) === null, "The node's URL must be an HTTPS base URL."],
    [bothForms, "Either --baseline or --reference."],
    [peerUrl !== undefined && parseNodeUrl(peerUrl) === null, "--peer-url must be an HTTPS base URL."],
    [peerListen !== undefined && listen === null, "--peer-listen must be a port, or a host and a port."],
    ...pairs.map(([one, other]): [boolean, string] => [
      isHalf(one, other),
      `--${one} and --${other} go together.`,
    ]),
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

const pairs = [
  ["peer-cert", "peer-key"],
  ["owner-keystore", "owner-password-file"],
] as const;

function parseListen(text: string | undefined): Call["listen"] {
  const [, host, digits] = /^(?:(.+):)?(\d{1,5})$/.exec(text ?? "") ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return null;
  return host === undefined ? { port } : { host: host.replace(/^\[|\]$/g, ""), port };
}

function parse(args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      { type: "placeholder" in flag ? ("string" as const) : ("boolean" as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const sentence = error instanceof Error ? error.message : "The arguments can't be read.";
    throw new UsageError(`${sentence.split(/\. |\n/)[0]?.replace(/\.$/, "")}.`);
  }
}

/** A flag of the command. Without a placeholder it takes no value. */
interface Flag {
  readonly placeholder?: string;
  readonly summary: string;
}

/** Every flag of `freehold-conformance`, once. */
export const flags = {
  baseline: { summary: "check it in the baseline form, the specification's own (default)" },
  reference: { summary: "check it in the reference form, the older one" },
  strict: { summary: "fail for Freehold's own decisions too, where the specification leaves something open" },
  json: { summary: "print one JSON document" },
  junit: { placeholder: "FILE", summary: "write a JUnit report too" },
  only: { placeholder: "PATTERN", summary: "only checks with this in their id; * stands for anything" },
  ca: { placeholder: "FILE", summary: "trust this authority (PEM) for the node's certificate" },
  "peer-url": { placeholder: "URL", summary: "the URL of the suite's own peer for the node" },
  "peer-listen": { placeholder: "[HOST:]PORT", summary: "the address at which the peer listens" },
  "peer-cert": { placeholder: "FILE", summary: "the peer's certificate (PEM), trusted by the node" },
  "peer-key": { placeholder: "FILE", summary: "the key of that certificate (PEM)" },
  "owner-keystore": { placeholder: "FILE", summary: "the owner's key: Web3 Secret Storage, version 3" },
  "owner-password-file": { placeholder: "FILE", summary: "its password, in the first line" },
  help: { summary: "print this help" },
  version: { summary: "print the version" },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;

export function formatHelp(): string {
  const all: [string, Flag][] = Object.entries(flags);
  const spelled = all.map(([name, { placeholder, summary }]) => ({
    flag: `--${name}${placeholder ? ` ${placeholder}` : ""}`,
    summary,
  }));
  const width = Math.max(...spelled.map(({ flag }) => flag.length));
  return [
    "Checks an EWP node from outside, section by section of the specification.",
    "",
    "Usage: freehold-conformance https://node [FLAGS]",
    "",
    ...spelled.map(({ flag, summary }) => `  ${flag.padEnd(width)}  ${summary}`),
    "",
    "The URL is enough. The suite makes its own keys and starts its own peer, which follows the node and ends every",
    "follow. Checks of what only the node's owner can do need the owner's key.",
    "Exit code: 0 nothing failed, 1 something failed or was not shown, 2 wrong call.",
  ].join("\n");
}
