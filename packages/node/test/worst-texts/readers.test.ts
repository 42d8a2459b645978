import { describe, expect, test } from "vitest";
import { type ParserTarget, tryParser } from "../fuzz/parsers/parser-target.ts";
import { parsers } from "../fuzz/parsers/parsers.ts";
import { everyNth } from "../support/full.ts";
import { type Measured, measure } from "./measure.ts";
import { bounded, nameOf, readers } from "./readers.ts";
import { anyShapes } from "./shapes.ts";

const longest = 64 * 1_024;

describe.each(Object.entries(readers))("%s", (name, read) => {
  test("takes time and room that grow with the text", async () => {
    const faults = await findFaults(read);
    expect(faults.filter(({ shape }) => !bounded[name]?.includes(shape))).toEqual([]);
  }, 120_000);
});

// What comes of them is looked at by the fuzzer; a reader above with the same name is measured with its result.
// Node's own parser of a command line, which nobody else writes, is left out.
const others = parsers.filter(({ name }) => !(nameOf(name) in readers) && name !== "parseArguments");
describe.each(others.map((parser) => [parser.name, parser] as const))("%s", (_name, parser) => {
  test("takes time that grows with the text", async () => {
    expect(await findFaults((text) => tryParser(parser, Buffer.from(inputOf(parser, text))))).toEqual([]);
  }, 120_000);
});

async function findFaults(read: (text: string) => unknown): Promise<(Measured & { shape: string })[]> {
  const faults: (Measured & { shape: string })[] = [];
  for (const [shape, make] of everyNth(Object.entries(anyShapes), 4)) {
    const measured = await measure(read, make, longest);
    if (measured.fault !== null) faults.push({ shape, ...measured });
  }
  return faults;
}

/** The text, or for a reader of JSON a document with that text wherever one is. */
function inputOf({ takes, seeds: [seed = "{}"] }: ParserTarget, text: string): string {
  if (takes !== "json") return text;
  return JSON.stringify(JSON.parse(seed, (_key, value) => (typeof value === "string" ? text : value)));
}
