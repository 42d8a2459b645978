import { styleText } from "node:util";
import { safeText } from "../safe-text.ts";

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
