import { parseArgs } from "node:util";
import { type Form, parseNodeUrl } from "@freehold/protocol";
import { type FlagName, flags } from "./flags.ts";

/** The call was wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A call of the command, its files not read yet. */
export interface Call {
  readonly url: string;
  readonly form: Form;
  readonly json: boolean;
  readonly values: Readonly<Partial<Record<FlagName, string>>>;
  readonly listen: { readonly host?: string; readonly port: number } | null;
}

/** What is asked for in place of a run. */
export type Question = "help" | "version";

/** @throws UsageError with everything that is wrong, a sentence a line */
export function parseArguments(args: readonly string[]): Call | Question {
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
    values: texts,
    listen: parseListen(texts["peer-listen"]),
  };
  const problems = findProblems(
    call,
    positionals.length,
    values.baseline === true && values.reference === true,
  );
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return call;
}

function findProblems({ url, values, listen }: Call, count: number, bothForms: boolean): string[] {
  const peerUrl = values["peer-url"];
  const problems: [boolean, string][] = [
    [count === 0, "The node's URL is missing: freehold-conformance https://node"],
    [count > 1, "One node at a time."],
    [count === 1 && parseNodeUrl(url) === null, "The node's URL must be an HTTPS base URL."],
    [bothForms, "Either --baseline or --reference."],
    [peerUrl !== undefined && parseNodeUrl(peerUrl) === null, "--peer-url must be an HTTPS base URL."],
    [
      values["peer-listen"] !== undefined && listen === null,
      "--peer-listen must be a port, or a host and a port.",
    ],
    [isHalf(values["peer-cert"], values["peer-key"]), "--peer-cert and --peer-key go together."],
    [
      isHalf(values["owner-keystore"], values["owner-password-file"]),
      "--owner-keystore and --owner-password-file go together.",
    ],
  ];
  return problems.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

function isHalf(one: string | undefined, other: string | undefined): boolean {
  return (one === undefined) !== (other === undefined);
}

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
