import type { Balance } from "../source.ts";
import { wordsOf } from "./words.ts";

/** How much of the shorter of two texts is in the other one, by words, from 0 to 1. */
export function shareOfWords(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shorter = Math.min(words.length, others.length);
  return shorter === 0 ? 1 : (words.length - findMissing(words, others).missing) / shorter;
}

const mostExamples = 5;
const exampleWords = 12;

/** The words that occur less often in the second list, and the passages of the first that hold most of them. */
export function findMissing(
  words: readonly string[],
  others: readonly string[],
): Pick<Balance, "missing" | "examples"> {
  const short = new Map<string, number>();
  for (const word of words) short.set(word, (short.get(word) ?? 0) + 1);
  for (const word of others) {
    const count = short.get(word);
    if (count !== undefined) short.set(word, count - 1);
  }
  let missing = 0;
  for (const count of short.values()) missing += Math.max(0, count);
  const runs: string[][] = [];
  let run: string[] = [];
  for (const word of missing === 0 ? [] : words) {
    if ((short.get(word) ?? 0) > 0) run.push(word);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  runs.sort((one, other) => other.length - one.length);
  const examples: string[] = [];
  for (const passage of runs) {
    if (examples.length === mostExamples) break;
    // A word that is missing once may stand in several places.
    const own = passage.filter((word) => takeOne(short, word));
    if (own.length > 0) examples.push(join(own));
  }
  return { missing, examples };
}

function takeOne(short: Map<string, number>, word: string): boolean {
  const count = short.get(word) ?? 0;
  short.set(word, count - 1);
  return count > 0;
}

function join(words: readonly string[]): string {
  const isUnspaced = words.every((word) => [...word].length === 1 && !/[\p{Script=Latin}\p{N}]/u.test(word));
  const shown = words
    .slice(0, exampleWords)
    .map((word) => word.slice(0, 40))
    .join(isUnspaced ? "" : " ");
  return words.length > exampleWords ? `${shown} …` : shown;
}
