import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { seededRandom } from "../../support/seeded-random.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { type ParserTarget, tryParser } from "./parser-target.ts";
import { watchCoverage } from "./watch-coverage.ts";

const folder = join(import.meta.dirname, "corpus");
/** The parsers, and the libraries that read what other people write. */
const sources =
  /\/packages\/(protocol|node|web)\/src\/|\/node_modules\/(markdown-it|sanitize-html|htmlparser2|linkify-it|mdurl|turndown)\//;

/** Of each parser, the shortest: the repository needs no more. */
const corpusSize = 40;

/** How a parser fared. */
interface Grown {
  readonly inputs: number;
  /** Inputs that reached what none before them did. */
  readonly kept: number;
  readonly found: { readonly input: string; readonly error: unknown } | null;
}

/** The inputs that are kept of a parser, in base64 in a file of the repository. */
export async function readCorpus({ name, seeds }: Pick<ParserTarget, "name" | "seeds">): Promise<Buffer[]> {
  const kept = await readFile(fileOf(name), "utf8").then(
    (text) => JSON.parse(text) as string[],
    () => [],
  );
  return [...seeds.map((seed) => Buffer.from(seed)), ...kept.map((text) => Buffer.from(text, "base64"))];
}

/**
 * Tries a parser for a while. An input that makes code run which no input before it did is kept, and the next ones are made
 * of it.
 */
export async function growCorpus(
  parser: ParserTarget,
  { ms, seed }: { ms: number; seed: number },
): Promise<Grown> {
  const corpus = await readCorpus(parser);
  const given = corpus.length;
  const random = seededRandom(seed);
  await using coverage = await watchCoverage(sources);
  for (const input of corpus) {
    const error = await tryParser(parser, input);
    if (error !== null) return { inputs: 1, kept: 0, found: { input: input.toString("base64"), error } };
  }
  await coverage.take();
  let inputs = 0;
  for (const end = performance.now() + ms; performance.now() < end; inputs += 1) {
    // The newest lead on more often than those that were tried much.
    const index = Math.floor((1 - random() ** 2) * corpus.length);
    const input = mutateBytes(corpus[Math.min(index, corpus.length - 1)] ?? Buffer.alloc(0), corpus, random);
    const error = await tryParser(parser, input);
    if (error !== null)
      return { inputs, kept: corpus.length - given, found: { input: input.toString("base64"), error } };
    if ((await coverage.take()) > 0) corpus.push(input);
  }
  await keep(parser, corpus);
  return { inputs, kept: corpus.length - given, found: null };
}

async function keep({ name, seeds }: ParserTarget, corpus: readonly Buffer[]): Promise<void> {
  const found = corpus
    .slice(seeds.length)
    .sort((one, other) => one.length - other.length)
    .slice(0, corpusSize)
    .map((input) => input.toString("base64"));
  if (found.length > 0) await writeFile(fileOf(name), `${JSON.stringify(found, null, 2)}\n`);
}

function fileOf(name: string): string {
  return join(folder, `${name.replaceAll(" ", "-")}.json`);
}
