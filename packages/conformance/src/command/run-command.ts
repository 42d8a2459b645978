import { readFile, writeFile } from "node:fs/promises";
import type { Writable } from "node:stream";
import { styleText } from "node:util";
import { decryptKeystore, KeystoreError } from "@freehold/protocol";
import about from "../../package.json" with { type: "json" };
import type { Section } from "../check.ts";
import { checks } from "../checks/checks.ts";
import type { CheckResult } from "../report.ts";
import { ConformanceError, type ConformanceOptions, runConformance } from "../run-conformance.ts";
import {
  formatJunit,
  formatResult,
  formatSection,
  formatStart,
  formatSummary,
  type Paint,
} from "./format-report.ts";
import { type Call, formatHelp, parseArguments, UsageError } from "./parse-arguments.ts";

interface Streams {
  readonly stdout: Writable & { isTTY?: boolean };
  readonly stderr: Writable;
}

/**
 * Runs the command.
 *
 * @param args the arguments after `freehold-conformance`
 * @returns the exit code: 0 nothing failed, 1 something failed or was not shown, 2 wrong call
 */
export async function runCommand(
  args: readonly string[],
  streams: Streams,
  signal?: AbortSignal,
): Promise<number> {
  try {
    const call = parseArguments(args);
    if (call === "help") return print(streams, formatHelp());
    if (call === "version") return print(streams, about.version);
    return await runChecks(call, streams, signal);
  } catch (error) {
    return printError(error, streams, signal);
  }
}

async function runChecks(call: Call, streams: Streams, signal?: AbortSignal): Promise<number> {
  const paint = createPaint(streams);
  const options = await readOptions(call, signal);
  const listen = call.json ? {} : createPrinter(streams, paint);
  const report = await runConformance({ ...options, ...listen });
  print(streams, call.json ? JSON.stringify(report, null, 2) : formatSummary(report, paint));
  if (call.values.junit !== undefined) await write(call.values.junit, formatJunit(report));
  return report.counts.failed + report.counts.notShown > 0 ? 1 : 0;
}

/** Reads the files of the call. */
async function readOptions(
  { url, form, strict, values, listen }: Call,
  signal?: AbortSignal,
): Promise<ConformanceOptions> {
  const [ca, cert, key] = await Promise.all([values.ca, values["peer-cert"], values["peer-key"]].map(read));
  const [keystore, password] = [values["owner-keystore"], values["owner-password-file"]];
  const ownerKey = keystore && password ? await readKeystore(keystore, password) : null;
  return {
    url,
    form,
    strict,
    peer: {
      ...listen,
      ...(values["peer-url"] !== undefined && { url: values["peer-url"] }),
      ...(cert !== undefined && key !== undefined && { certificate: { cert, key } }),
    },
    ...(ca !== undefined && { ca }),
    ...(ownerKey && { ownerKey }),
    ...(values.only !== undefined && { only: values.only }),
    ...(signal && { signal }),
  };
}

async function read(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} can't be read.`, { cause: error });
  });
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(`${file} can't be written.`, { cause: error });
  });
}

/** Prints each result at once, under the heading of its section. */
function createPrinter(streams: Streams, paint: Paint) {
  const width = Math.max(...checks.map(({ id }) => id.length));
  let section: Section | null = null;
  return {
    onStart: (start: Parameters<typeof formatStart>[0]) => print(streams, formatStart(start, paint)),
    onResult(result: CheckResult) {
      if (result.section !== section) print(streams, formatSection(result.section, paint));
      section = result.section;
      print(streams, formatResult(result, width, paint));
    },
  };
}

function print({ stdout }: Streams, text: string): 0 {
  stdout.write(`${text}\n`);
  return 0;
}

function createPaint({ stdout }: Streams): Paint {
  return (style, text) => (stdout.isTTY ? styleText(style, text, { stream: stdout }) : text);
}

function printError(error: unknown, { stderr }: Streams, signal?: AbortSignal): number {
  if (signal?.aborted) return 130;
  const isCall = error instanceof UsageError || error instanceof KeystoreError;
  const isKnown = isCall || error instanceof ConformanceError;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  stderr.write(
    `freehold-conformance: ${(isKnown ? message : (stack ?? message)).replaceAll("\n", "\n  ")}\n`,
  );
  return isCall || (error instanceof ConformanceError && error.code === "WRONG_CALL") ? 2 : 1;
}

/**
 * The private key of a keystore file (Web3 Secret Storage, version 3).
 *
 * @param passwordFile its first line is the password
 * @returns 32 bytes
 * @throws KeystoreError
 */
export async function readKeystore(file: string, passwordFile: string): Promise<Uint8Array> {
  const [text, password] = await Promise.all([readSecretFile(file), readSecretFile(passwordFile)]);
  return await decryptKeystore(text, password.split(/\r?\n/, 1)[0] ?? "");
}

async function readSecretFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new KeystoreError("KEYSTORE_NOT_FOUND", `${file} can't be read.`, { cause: error });
  });
}
