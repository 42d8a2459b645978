import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { type Column, formatBytes, formatTable, type Style } from "./format.ts";

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };
export type Input = Readable & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };

/** The input and output of a command: data goes to standard output, everything else to standard error. */
export interface Terminal {
  readonly input: Input;
  /** Whether standard output is a terminal, and its width. */
  readonly isInteractive: boolean;
  readonly columns: number;
  /** Whether no output is a terminal, as in a service: its lines are read by programs, next to those of the log. */
  readonly isLogged: boolean;
  /** Whether to show progress: standard error is a terminal, or --progress was given. */
  readonly showsProgress: boolean;
  /** A line of data. Resolves when there is room for more. */
  print(line: string): Promise<void>;
  /** Data as it is, without a line break. */
  write(text: string): Promise<void>;
  /** A line for a person: a note, a warning, progress. */
  note(line: string): void;
  /** A question for a person, without a line break. */
  prompt(text: string): void;
  /** Replaces the last unfinished line of standard error; an empty text removes it. */
  status(text: string): void;
  /** Coloured on a terminal only, and only if NO_COLOR and similar variables allow it. */
  paint(style: Style, text: string): string;
  paintNote(style: Style, text: string): string;
}

const CLEAR_LINE = "\r\u001b[2K";

export function createTerminal(
  input: Input,
  out: Output,
  err: Output,
  options: { progress: boolean } = { progress: false },
): Terminal {
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => {
      out.write(text, (error) => (error ? reject(error) : resolve()));
    });
  const paintOn = (stream: Output) => (style: Style, text: string) =>
    stream.isTTY ? styleText(style, text, { stream }) : text;
  return {
    input,
    isInteractive: out.isTTY === true,
    columns: out.columns ?? 100,
    isLogged: out.isTTY !== true && err.isTTY !== true,
    showsProgress: options.progress || err.isTTY === true,
    write,
    print: (line) => write(`${line}\n`),
    note: (line) => void err.write(`${line}\n`),
    prompt: (text) => void err.write(text),
    status(text) {
      if (err.isTTY) err.write(CLEAR_LINE + text);
      else if (text) err.write(`${text}\n`);
    },
    paint: paintOn(out),
    paintNote: paintOn(err),
  };
}

/** One document on standard output: on one line for programs, indented for people. */
export function printJson({ print, isInteractive }: Terminal, value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, isInteractive ? 2 : 0));
}

/** Lines of text; other bytes are left out. */
type Lines = readonly (string | false | null)[];

/** Prints the result of a command: a document with --json, else lines for people, and notes on standard error. */
export async function printResult(
  { json, terminal }: { json: boolean; terminal: Terminal },
  document: unknown,
  lines: Lines,
  notes: Lines = [],
): Promise<void> {
  if (json) return await printJson(terminal, document);
  for (const line of lines) if (typeof line === "string") await terminal.print(line);
  for (const note of notes) if (typeof note === "string") terminal.note(note);
}

/** An array whose items may not fit into memory, one line each. */
export async function printJsonArray({ write }: Terminal, items: AsyncIterable<unknown>): Promise<void> {
  let separator = "[";
  for await (const item of items) {
    await write(`${separator}\n${JSON.stringify(item)}`);
    separator = ",";
  }
  await write(separator === "[" ? "[]\n" : "\n]\n");
}

/**
 * Prints a list: an array with --json, else a table.
 *
 * @param none a sentence for people, in place of an empty table
 */
export async function printList<Item>(
  { json, terminal }: { json: boolean; terminal: Terminal },
  items: AsyncIterable<Item>,
  { columns, none }: { columns: readonly Column<Item>[]; none: string },
): Promise<void> {
  if (json) return await printJsonArray(terminal, items);
  const all = await Array.fromAsync(items);
  await terminal.print(all.length > 0 ? formatTable(columns, all, terminal) : none);
}

const EVERY_MS = 200;
const QUIET_BYTES = 1024 * 1024;

/**
 * Passes bytes through and shows the progress from time to time.
 * @param size bytes in all, null if unknown
 */
export async function* showProgress(
  source: AsyncIterable<Uint8Array>,
  { terminal, label, size }: { terminal: Terminal; label: string; size: number | null },
): AsyncGenerator<Uint8Array> {
  const track = trackProgress(terminal, label);
  let done = 0;
  try {
    for await (const chunk of source) {
      yield chunk;
      done += chunk.length;
      track(done, size);
    }
  } finally {
    if (terminal.showsProgress) terminal.status("");
  }
}

/** @returns shows how many bytes are done, at most every 200 ms */
export function trackProgress(terminal: Terminal, label: string): (done: number, all: number | null) => void {
  let shownAt = performance.now();
  return (done, all) => {
    if (!terminal.showsProgress || (all ?? done) < QUIET_BYTES || performance.now() - shownAt < EVERY_MS)
      return;
    shownAt = performance.now();
    const share = all === null ? "" : `${Math.floor((done / all) * 100)} %  `;
    terminal.status(`${label}  ${share}${formatBytes(done)}${all === null ? "" : ` of ${formatBytes(all)}`}`);
  };
}
