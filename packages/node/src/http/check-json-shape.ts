import { limits } from "./limits.ts";

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Looks at a text that should be JSON before it is parsed: parsing a body of a million keys takes a hundred times the
 * memory of its bytes, and what walks through it afterwards follows it as deep as it goes.
 *
 * @param bytes UTF-8
 * @param mostValues keys and values, together
 * @returns what is wrong with it, as a sentence; null where it may be parsed
 */
export function checkJsonShape(bytes: Uint8Array, mostValues: number): string | null {
  let depth = 0;
  let values = 1;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0;
    if (byte === quote) place = endOfString(bytes, place);
    else if (byte === comma || byte === colon) values += 1;
    else if (openings.has(byte)) depth += 1;
    else if (closings.has(byte)) depth -= 1;
    if (depth > limits.jsonDepth) return `The body is nested more than ${limits.jsonDepth} deep.`;
    if (values > mostValues) return `The body has more than ${mostValues} keys and values.`;
  }
  return null;
}

/** Where the string ends that begins there. */
function endOfString(bytes: Uint8Array, start: number): number {
  let place = start + 1;
  while (place < bytes.length && bytes[place] !== quote) place += bytes[place] === backslash ? 2 : 1;
  return place;
}
