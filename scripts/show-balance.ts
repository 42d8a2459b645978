/**
 * Prints what the files of other programs lose in an import: for each path its entries and their words, and the entries that lose
 * more than an import tolerates, worst first. `npm run balance -- PATH…`; `--all` prints every entry that loses a word.
 */
import { parseArgs } from "node:util";
import { openArchive } from "../packages/import/src/archives/archive.ts";
import { isIncomplete } from "../packages/import/src/balance/incomplete.ts";
import { openSource } from "../packages/import/src/open-source.ts";
import type { ImportedPost } from "../packages/import/src/source.ts";

const { positionals: paths, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false } },
});

const print = (line: string) => process.stdout.write(`${line}\n`);

function describe({ key, title, balance, notes }: ImportedPost): string {
  const { words, missing, missingCode, examples } = balance;
  return [
    `  ${words - missing} of ${words} words, ${missingCode} blocks of code missing: ${title || key}`,
    ...examples.map((example) => `      - ${example}`),
    ...notes.map((note) => `      note: ${note}`),
  ].join("\n");
}

for (const path of paths) {
  const archive = await openArchive(path);
  const source = await openSource(path, archive);
  if (source === null) {
    print(`${path}: no format knows it.`);
    continue;
  }
  const posts: ImportedPost[] = [];
  let others = 0;
  try {
    for await (const entry of source.entries()) {
      if ("why" in entry) others += 1;
      else posts.push(entry);
    }
  } catch (error) {
    print(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await source.close();
  const share = ({ balance: { words, missing } }: ImportedPost) => missing / Math.max(1, words);
  const lossy = posts
    .filter(({ balance }) => (values.all ? balance.missing > 0 : isIncomplete(balance)))
    .toSorted((one, other) => share(other) - share(one));
  const sum = (field: "words" | "missing") => posts.reduce((all, { balance }) => all + balance[field], 0);
  print(
    `${path} (${source.format}): ${posts.length} entries, ${others} not imported, ${lossy.length} lossy; ` +
      `${sum("missing")} of ${sum("words")} words missing`,
  );
  for (const post of lossy) print(describe(post));
}
