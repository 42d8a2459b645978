import { longTexts } from "../packages/node/test/fuzz/parsers/long-texts.ts";
import { type ParserTarget, tryParser } from "../packages/node/test/fuzz/parsers/parser-target.ts";
import { parsers } from "../packages/node/test/fuzz/parsers/parsers.ts";
import { exploding } from "../packages/node/test/support/hostile-strings/exploding.ts";
import { print } from "./print.ts";

/** Work that grows with the length is 1, and work that grows with its square 4. */
const highest = 3;
/** What is quicker counts as this many milliseconds: an explosion takes a thousand times as long. */
const leastMs = 5;
/** Node's own parser of a command line, which takes no untrusted input. */
const left = new Set(["parseArguments"]);

/**
 * Gives each parser texts on which patterns that were written without care try every way, and parts of its own inputs again
 * and again. Each line is milliseconds for the text whose time grows fastest, four times those for a quarter of it, and their
 * ratio.
 */
export async function benchPatterns(): Promise<void> {
  print("\nTexts beside a quarter of each; the best of 5, in milliseconds.\n");
  print(`${"".padEnd(32)}${"whole".padStart(10)}${"quarters".padStart(10)}${"ratio".padStart(8)}  text`);
  for (const parser of parsers.filter(({ name }) => !left.has(name))) {
    let worst = { text: "", ms: 0, floor: 1, ratio: 0 };
    for (const { text, quarter } of textsFor(parser)) {
      const [ms, floor] = [await timeOf(parser, text), 4 * (await timeOf(parser, quarter))];
      if (ms / floor > worst.ratio) worst = { text, ms, floor, ratio: ms / floor };
    }
    const { text, ms, floor, ratio } = worst;
    const figures = [ms.toFixed(1).padStart(10), floor.toFixed(1).padStart(10), ratio.toFixed(1).padStart(8)];
    const verdict = ratio < highest ? "" : "  more than its length";
    print(`${parser.name.padEnd(32)}${figures.join("")}  ${JSON.stringify(text.slice(0, 8))}${verdict}`);
    if (ratio >= highest) process.exitCode = 1;
  }
}

/** A quarter has the end of a text that explodes at its end, and the beginning of one that means something from there. */
function textsFor(parser: ParserTarget): { text: string; quarter: string }[] {
  return [
    ...exploding.map((text) => ({ text, quarter: text.slice(text.length * 0.75) })),
    ...longTexts(parser).map(({ text }) => ({ text, quarter: text.slice(0, text.length / 4) })),
  ];
}

/** @returns milliseconds of this thread, of five tries the fewest */
async function timeOf(parser: ParserTarget, text: string): Promise<number> {
  const bytes = Buffer.from(parser.takes === "json" ? inSeed(parser, text) : text);
  const times: number[] = [];
  while (times.length < 5) {
    const start = process.threadCpuUsage();
    const bug = await tryParser(parser, bytes);
    const { user, system } = process.threadCpuUsage(start);
    if (bug !== null) throw bug;
    times.push((user + system) / 1000);
  }
  return Math.max(leastMs, Math.min(...times));
}

/** JSON that the parser takes, with that text wherever a text is. */
function inSeed({ seeds: [seed = "{}"] }: ParserTarget, text: string): string {
  const json = JSON.parse(seed, (_key, value) => (typeof value === "string" ? text : value));
  return JSON.stringify(json);
}
