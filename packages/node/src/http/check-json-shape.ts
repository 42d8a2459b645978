import { limits } from "./limits.ts";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Checks the depth and the number of values of a JSON text before it is parsed. Parsing a million keys takes a hundred
 * times the memory of their bytes, and deep nesting overflows recursive code.
 *
 * @param bytes UTF-8
 * @param mostValues keys and values, together
 * @returns the problem, as a sentence; null if it may be parsed
 */
export function checkJsonShape(bytes: Uint8Array, mostValues: number): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma || byte === colon) values += 1;
    else if (openings.has(byte)) depth += 1;
    else if (closings.has(byte)) depth -= 1;
    if (depth > limits.jsonDepth) return `The body is nested more than ${limits.jsonDepth} deep.`;
    if (values > mostValues) return `The body has more than ${mostValues} keys and values.`;
  }
  return null;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
