import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { draftReasons, leftOutReasons, publicReasons } from "../packages/import/src/visibility.ts";
import { formatImportNote } from "../packages/web/src/messages/console/format-import-note.ts";
import { importNotesZh } from "../packages/web/src/messages/console/import-notes-zh.ts";

const root = join(import.meta.dirname, "..", "packages/node/src/modules/export");
// What the commands of an export and the calls of the dashboard answer is in no report.
const others =
  /\.test\.ts$|limits\.ts$|(?:readme|write|unsigned-export|manifest|import-jobs|old-site|sign-imported)\.ts$/;
const files = globSync(
  [
    "{import,archive}/**/*.ts",
    "../../domain/contents/fetch-picture.ts",
    "../../import-process/*.ts",
    "../../../../import/src/**/*.ts",
  ],
  {
    cwd: root,
  },
).filter((path) => !others.test(path));

/** Every sentence that the code of imports can write, with numbers for its values. */
function* sentencesOf(node: ts.Node): Generator<string> {
  let text = "";
  if (ts.isStringLiteralLike(node)) text = node.text;
  if (ts.isTemplateExpression(node))
    text = node.head.text + node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join("");
  // Instructions of the command line are put together from lines.
  const isLine = ts.isBinaryExpression(node.parent ?? node);
  const isSentence = /^\P{L}*\p{L}.* .*\.$|^(?:its?|one|the|what) |^[T{].* .*: \{\d\}$/su.test(text);
  if (isSentence && !isLine && !text.includes("<")) yield text;
  for (const child of node.getChildren()) yield* sentencesOf(child);
}

const reasons = [publicReasons, draftReasons, leftOutReasons].flatMap((table) => Object.values(table));
const sentences = files.flatMap((path) => {
  const text = readFileSync(join(root, path), "utf8");
  return [...sentencesOf(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))];
});
const valuesOf = (sentence: string) => [...sentence.matchAll(/\{\d\}/g)].map(String).sort();

test("every sentence of an import's report has a Chinese translation, and nothing else has", () => {
  expect(sentences.length).toBeGreaterThan(100);
  expect(Object.keys(importNotesZh).sort()).toEqual([...new Set([...sentences, ...reasons])].sort());
});

test("every translation is Chinese, has the values of the English sentence, and is found by it", () => {
  const wrong = Object.entries(importNotesZh).filter(([english, chinese]) => {
    const withValues = (text: string) => text.replace(/\{(\d)\}/g, "value$1");
    return (
      valuesOf(chinese).join() !== valuesOf(english).join() ||
      !/\p{Script=Han}/u.test(chinese) ||
      formatImportNote(withValues(english), "zh-Hans") !== withValues(chinese)
    );
  });
  expect(wrong).toEqual([]);
});

test("a reason is shown with the title and the file that it is about, and in English where it is unknown", () => {
  const why = "Rain: a walk: cat.png stays a link: This is larger than the limit of 5 bytes.";
  expect(formatImportNote(why, "zh-Hans")).toBe("Rain: a walk: cat.png 仍是链接：超过 5 字节的上限。");
  expect(formatImportNote("Rain: A form was left out; its words are kept.", "zh-Hans")).toBe(
    "Rain：略去了一个表单；其中的文字保留。",
  );
  for (const unknown of ["A new reason.", "A title: ".repeat(30)])
    expect(formatImportNote(unknown, "zh-Hans")).toBe(unknown);
  expect(formatImportNote(why, "en")).toBe(why);
});
