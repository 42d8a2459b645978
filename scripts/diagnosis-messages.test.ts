import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diagnosisZh } from "../packages/web/src/messages/console/diagnosis-zh.ts";
import { refusalsZh } from "../packages/web/src/messages/console/refusals-zh.ts";

const root = join(import.meta.dirname, "..", "packages/node/src");

/** Every message of a diagnosis, as the catalogues have it: each template with numbers for its values. */
const codes = globSync(
  [
    "modules/diagnosis/**/*.ts",
    "modules/**/checks.ts",
    "domain/profile/configured-address.ts",
    "domain/settings/tls-pair.ts",
    "config/config-warnings.ts",
  ],
  {
    cwd: root,
    exclude: ["**/*.test.ts", "**/*-command.ts"],
  },
).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/msg`((?:[^`\\]|\\.)*)`/g)].map(([, template = ""]) => {
    let at = 0;
    return template.replaceAll("\\`", "`").replace(/\$\{[^{}]*\}/g, () => `{${at++}}`);
  }),
);
const valuesOf = (sentence: string) => [...sentence.matchAll(/\{\d+\}/g)].map(String).sort();

test("every message of a diagnosis has a Chinese translation, and nothing else has", () => {
  // Messages of other programs are not translated, and those of refusals have a catalogue of their own.
  const messages = new Set(codes.filter((code) => code !== "{0}" && !(code in refusalsZh)));
  expect(messages.size).toBeGreaterThan(100);
  expect(Object.keys(diagnosisZh).sort()).toEqual([...messages].sort());
});

test("every translation is Chinese, and has the values of the English message", () => {
  const wrong = Object.entries(diagnosisZh).filter(
    ([code, translation]) =>
      valuesOf(translation).join() !== valuesOf(code).join() || !/\p{Script=Han}/u.test(translation),
  );
  expect(wrong).toEqual([]);
});

const withOne = new Set(codes);

test("no number stands before a plural, unless one has a sentence of its own", () => {
  const plural =
    /\{\d\} (?:\p{L}+ )?(?:deliveries|messages|mails|pushes|pictures|contents|devices|days|hours|minutes|posts|nodes|readers)\b/u;
  const ofOne = (code: string) => code.replace(/\{\d\} (\p{L}+)s\b/u, "1 $1").replace(" are ", " is ");
  expect(codes.filter((code) => plural.test(code))).not.toEqual([]);
  expect(codes.filter((code) => plural.test(code) && !withOne.has(ofOne(code)))).toEqual([]);
});
