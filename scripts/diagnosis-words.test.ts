import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnosisZh } from "../packages/web/src/messages/console/diagnosis-zh.ts";

const root = join(import.meta.dirname, "..", "packages/node/src/domain/diagnosis");

/** What a diagnosis can say, as its catalogues know it: each template with numbers for its places. */
const codes = globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/say`((?:[^`\\]|\\.)*)`/g)].map(([, template = ""]) => {
    let place = 0;
    return template.replaceAll("\\`", "`").replace(/\$\{[^{}]*\}/g, () => `{${place++}}`);
  }),
);
const placesOf = (sentence: string) => [...sentence.matchAll(/\{\d+\}/g)].map(String).sort();

test("every sentence of a diagnosis is said in Chinese, and nothing else is", () => {
  // Words of another program stay as they are.
  const said = new Set(codes.filter((code) => code !== "{0}"));
  expect(said.size).toBeGreaterThan(100);
  expect(Object.keys(diagnosisZh).sort()).toEqual([...said].sort());
});

test("every Chinese sentence is Chinese, and has the places of the English one", () => {
  const wrong = Object.entries(diagnosisZh).filter(
    ([code, words]) => placesOf(words).join() !== placesOf(code).join() || !/\p{Script=Han}/u.test(words),
  );
  expect(wrong).toEqual([]);
});
