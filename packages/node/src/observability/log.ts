import { isatty } from "node:tty";
import { styleText } from "node:util";
import { minuteMs } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache/raw";
import pino from "pino";
import type { Config } from "../config/config.ts";
import type { Log } from "../context.ts";
import { limits } from "./limits.ts";
import { presentError, safeText, scrubSecrets } from "./safe-text.ts";

/** Fields with these names are removed, at the top level and one level below. */
const secretNames = [
  "authorization",
  "cookie",
  "password",
  "privateKey",
  "secret",
  "token",
  "setupCode",
  "signature",
  "p256dh",
  "auth",
  "body",
];

type LogStream = Pick<pino.DestinationStream, "write">;

/**
 * Writes structured lines to standard error: JSON, or a readable form on a terminal. Headers and bodies are never logged;
 * what looks like a secret is removed, and each message is limited to some lines a minute. A terminal shows warnings and
 * errors only, unless a level is set: the messages of a start for a person are on standard output.
 *
 * @param stream replaces standard error; for tests
 */
export function createLog({ logLevel }: Pick<Config, "logLevel">, stream?: LogStream): Log & pino.Logger {
  const isAllowed = createLineLimit(({ level, message, repeated }) => {
    const name = pino.levels.labels[level] as pino.Level;
    // Another message, with a limit of its own.
    log[name]({ repeated }, `${message} (more of the same)`);
  });
  const log = pino(
    {
      level: logLevel ?? (stream === undefined && isatty(2) ? "warn" : "info"),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: presentError, error: presentError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), remove: true },
      hooks: {
        streamWrite: scrubSecrets,
        logMethod(args, method, level) {
          const [fields, message = fields] = args as unknown[];
          if (isAllowed(level, String(message))) method.apply(this, args);
        },
      },
    },
    stream ?? standardError(),
  );
  return log;
}

function standardError(): LogStream {
  const stream = pino.destination({ fd: 2, sync: false });
  return isatty(2) ? { write: (line) => stream.write(formatLine(line)) } : stream;
}

const levels: Readonly<Record<number, { word: string; style: Parameters<typeof styleText>[0] }>> = {
  10: { word: "trace", style: "dim" },
  20: { word: "debug", style: "dim" },
  30: { word: "info ", style: "green" },
  40: { word: "warn ", style: "yellow" },
  50: { word: "error", style: "red" },
  60: { word: "fatal", style: "red" },
};

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;
const onTerminal: Paint = (style, text) => styleText(style, text, { stream: process.stderr });

/** Formats a JSON line for a terminal: time, level, message, fields; below it the stack of an error. */
export function formatLine(line: string, paint: Paint = onTerminal): string {
  const { level, time, msg, err, error, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const { word, style } = levels[Number(level)] ?? { word: String(level), style: "dim" };
  const details = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${name}=${safeText(text)}`;
  });
  const head = [
    paint("dim", String(time).slice(11, 19)),
    paint(style, word),
    safeText(String(msg ?? "")),
    paint("dim", details.join(" ")),
  ];
  const stack = stackOf(err ?? error).map((row) => paint("dim", `    ${row}`));
  return [head.join(" ").trimEnd(), ...stack, ""].join("\n");
}

function stackOf(error: unknown): string[] {
  if (typeof error === "string") return [safeText(error)];
  if (typeof error !== "object" || error === null) return [];
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown };
  const rows = (stack ?? message ?? "").split("\n").map(safeText);
  return cause === undefined ? rows : [...rows, "because of", ...stackOf(cause)];
}

/** As pino numbers its levels. */
const warn = 40;
const info = 30;

/** `repeated`: lines above the limit. */
interface Window {
  readonly since: number;
  lines: number;
  repeated: number;
}

/**
 * Bounds how often one message is written in a minute, so that nobody can fill a disk by triggering it again and again.
 * The levels debug and trace are not bounded.
 *
 * @param report is called at the end of the minute with the number of lines that were left out
 * @returns whether a line may be written
 */
export function createLineLimit(
  report: (line: { level: number; message: string; repeated: number }) => void,
): (level: number, message: string) => boolean {
  const windows = new LRUCache<string, Window>({ max: limits.sentences });
  return (level, message) => {
    if (level < info) return true;
    const key = `${level} ${message}`;
    const now = performance.now();
    const known = windows.get(key);
    const window = known && now - known.since < minuteMs ? known : { since: now, lines: 0, repeated: 0 };
    if (window !== known) windows.set(key, window);
    window.lines += 1;
    if (window.lines <= (level >= warn ? limits.warnings : limits.notes)) return true;
    window.repeated += 1;
    if (window.repeated === 1) {
      const rest = minuteMs - (now - window.since);
      setTimeout(() => report({ level, message, repeated: window.repeated }), rest).unref();
    }
    return false;
  };
}
