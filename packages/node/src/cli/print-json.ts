import type { Terminal } from "./terminal.ts";

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
