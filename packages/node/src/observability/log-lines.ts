import { styleText } from "node:util";
import { LRUCache } from "lru-cache/raw";
import { limits } from "./limits.ts";
import { safeText } from "./safe-text.ts";

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

/** A line of JSON as a person reads it on a terminal: time, level, sentence, facts; under it the stack of an error. */
export function formatLine(line: string, paint: Paint = onTerminal): string {
  const { level, time, msg, err, error, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const { word, style } = levels[Number(level)] ?? { word: String(level), style: "dim" };
  const told = Object.entries(facts).map(([name, value]) => `${name}=${inWords(value)}`);
  const head = [
    paint("dim", String(time).slice(11, 19)),
    paint(style, word),
    safeText(String(msg ?? "")),
    paint("dim", told.join(" ")),
  ];
  return [
    head.join(" ").trimEnd(),
    ...stackOf(err ?? error).map((row) => paint("dim", `    ${row}`)),
    "",
  ].join("\n");
}

function inWords(value: unknown): string {
  return safeText(typeof value === "string" ? value : JSON.stringify(value));
}

function stackOf(error: unknown): string[] {
  if (typeof error === "string") return [safeText(error)];
  if (typeof error !== "object" || error === null) return [];
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown };
  const rows = (stack ?? message ?? "").split("\n").map(safeText);
  return cause === undefined ? rows : [...rows, "because of", ...stackOf(cause)];
}

const minuteMs = 60_000;
// Not a limit: constants of pino.
/** As pino numbers its levels. */
const warn = 40;
const info = 30;

interface Window {
  readonly since: number;
  lines: number;
  /** Beyond the limit. */
  repeated: number;
}

/**
 * Bounds how often one sentence is written in a minute, so that nobody can fill a disk by making the node say the same
 * again and again. What was asked for to look at (debug and below) is not bounded.
 *
 * @param tell is called at the end of the minute with how many lines were left out
 * @param now a clock that never goes back, in milliseconds
 * @returns whether a line may be written
 */
export function createLineLimit(
  tell: (line: { level: number; sentence: string; repeated: number }) => void,
  now: () => number = () => performance.now(),
): (level: number, sentence: string) => boolean {
  const windows = new LRUCache<string, Window>({ max: limits.sentences });
  return (level, sentence) => {
    if (level < info) return true;
    const key = `${level} ${sentence}`;
    const known = windows.get(key);
    const window = known && now() - known.since < minuteMs ? known : { since: now(), lines: 0, repeated: 0 };
    if (window !== known) windows.set(key, window);
    window.lines += 1;
    if (window.lines <= (level >= warn ? limits.warnings : limits.notes)) return true;
    window.repeated += 1;
    if (window.repeated === 1) {
      const rest = minuteMs - (now() - window.since);
      setTimeout(() => tell({ level, sentence, repeated: window.repeated }), rest).unref();
    }
    return false;
  };
}
