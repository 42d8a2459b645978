import { PassThrough, Readable } from "node:stream";
import type { Streams } from "../../src/cli/run-command-line.ts";
import type { Output } from "../../src/cli/terminal.ts";

/** Streams for tests, and what was written to them. */
export interface CapturedStreams extends Streams {
  readonly text: { out: string; err: string };
}

/** @param columns the width of the terminal that both outputs pretend to be; null for pipes */
export function captureStreams(columns: number | null = null): CapturedStreams {
  const text = { out: "", err: "" };
  const capture = (name: "out" | "err"): Output => {
    const stream: Output = new PassThrough();
    stream.on("data", (chunk) => {
      text[name] += String(chunk);
    });
    return columns === null ? stream : Object.assign(stream, { isTTY: true, columns });
  };
  return { stdin: Readable.from([]), stdout: capture("out"), stderr: capture("err"), text };
}
