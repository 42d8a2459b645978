import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { formatBytes, type Style } from "./format.ts";

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };
export type Input = Readable & { isTTY?: boolean; setRawMode?: (on: boolean) => unknown };

/** Where a command reads and writes: data on standard output, everything else on standard error. */
export interface Terminal {
  readonly input: Input;
  /** Whether a person sees standard output, and how wide it is then. */
  readonly isInteractive: boolean;
  readonly columns: number;
  /** Whether progress is wanted, because a person watches or because it was asked for. */
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
  /** Coloured on a terminal alone, and only where NO_COLOR and its relatives allow it. */
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
  return {
    input,
    isInteractive: out.isTTY === true,
    columns: out.columns ?? 100,
    showsProgress: options.progress || err.isTTY === true,
    write,
    print: (line) => write(`${line}\n`),
    note: (line) => void err.write(`${line}\n`),
    prompt: (text) => void err.write(text),
    status(text) {
      if (err.isTTY) {
        err.write(CLEAR_LINE + text);
      } else if (text) {
        err.write(`${text}\n`);
      }
    },
    paint: (style, text) => paint(out, style, text),
    paintNote: (style, text) => paint(err, style, text),
  };
}

function paint(stream: Output, style: Style, text: string): string {
  return stream.isTTY ? styleText(style, text, { stream }) : text;
}

/** One document on standard output: on one line for programs, spread out for people. */
export function printJson({ print, isInteractive }: Terminal, value: unknown): Promise<void> {
  return print(JSON.stringify(value, null, isInteractive ? 2 : 0));
}

/** An array whose items may be more than fit into memory, one line each. */
export async function printJsonArray({ write }: Terminal, items: AsyncIterable<unknown>): Promise<void> {
  let separator = "[";
  for await (const item of items) {
    await write(`${separator}\n${JSON.stringify(item)}`);
    separator = ",";
  }
  await write(separator === "[" ? "[]\n" : "\n]\n");
}

const EVERY_MS = 200;
const QUIET_BYTES = 1024 * 1024;

/**
 * Passes bytes through and says now and then how far they are, where progress is wanted.
 * @param size bytes in all, where it is known
 */
export async function* showProgress(
  source: AsyncIterable<Uint8Array>,
  { terminal, label, size }: { terminal: Terminal; label: string; size: number | null },
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let told = performance.now();
  try {
    for await (const chunk of source) {
      yield chunk;
      done += chunk.length;
      if (terminal.showsProgress && done > QUIET_BYTES && performance.now() - told >= EVERY_MS) {
        told = performance.now();
        terminal.status(`${label}  ${describe(done, size)}`);
      }
    }
  } finally {
    if (terminal.showsProgress) terminal.status("");
  }
}

function describe(done: number, size: number | null): string {
  return size === null
    ? formatBytes(done)
    : `${Math.floor((done / size) * 100)} %  ${formatBytes(done)} of ${formatBytes(size)}`;
}

/** Says now and then how far something is, of which one is told again and again. */
export function trackProgress(terminal: Terminal, label: string): (done: number, all: number) => void {
  let told = performance.now();
  return (done, all) => {
    if (!terminal.showsProgress || all < QUIET_BYTES || performance.now() - told < EVERY_MS) return;
    told = performance.now();
    terminal.status(`${label}  ${describe(done, all)}`);
  };
}
