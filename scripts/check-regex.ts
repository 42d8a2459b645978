import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allowed } from "./regex/allowed.ts";
import { findExpressions } from "./regex/find-expressions.ts";
import { judgeExpression } from "./regex/judge-expression.ts";

/**
 * Looks whether a regular expression of the sources takes more time than its text is long, and fails for such a one. Most are
 * in the list of those that were judged (`scripts/regex/judged.txt`), since judging all takes minutes.
 *
 * `--write` writes the list, and `--all` judges those in it again.
 */
function main(): void {
  const root = join(import.meta.dirname, "..");
  const list = join(import.meta.dirname, "regex/judged.txt");
  const judged = new Set(process.argv.includes("--all") ? [] : readFileSync(list, "utf8").split("\n"));
  const { known, unknown } = findExpressions(root);
  const faults: string[] = [];
  const good: string[] = [];
  let fresh = 0;
  for (const { at, source, flags } of known) {
    const mark = markOf(source, flags);
    const written = `/${source}/${flags}`;
    if (allowed.has(written)) continue;
    if (!judged.has(mark)) {
      fresh += 1;
      const judgement = judgeExpression(source, flags);
      if (!judgement.isLinear) {
        faults.push(`${at}: ${written} ${judgement.why}`);
        continue;
      }
    }
    good.push(mark);
  }
  for (const { at, text } of unknown)
    if (!allowed.has(text)) faults.push(`${at}: ${text} is made of what only a running program knows`);
  if (process.argv.includes("--write")) writeFileSync(list, `${good.sort().join("\n")}\n`);
  else if (fresh > 0)
    process.stdout.write(`${fresh} new; \`npx node scripts/check-regex.ts --write\` keeps their results.\n`);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

function markOf(source: string, flags: string): string {
  return createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 20);
}

main();
