import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { errorCodes } from "../packages/node/src/errors/errors.ts";
import { firstEn } from "../packages/web/src/messages/console/first-en.ts";
import { refusalsZh } from "../packages/web/src/messages/console/refusals-zh.ts";
import { zh } from "../packages/web/src/messages/console/zh.ts";

const root = join(import.meta.dirname, "..", "packages/node/src");

/** The dashboard gets none of these: they answer the command line, programs, other sites, readers or the installer. */
const others = [
  /\.test\.ts$|-command\.ts$|^(?:cli|startup|config|graphql|http|blobs|peers|limiter|foreign|pictures)\//,
  /^domain\/(?:replication|installation|comments\/(?!answer|block|moderate|commentable))/,
  /^domain\/(?:visitors|access\/callers|contents\/move)\.ts$/,
  /^modules\/(?:agents\/(?!proposals)|webmention|backup|newsletter\/(?:subscribe|preferences)|export\/(?!import\/import-jobs|import\/old-site|import-routes|archive\/(?:unsigned-export|manifest)))/,
  /^import-process\//,
];
const read = (path: string) => readFileSync(join(root, path), "utf8");
const paths = globSync("**/*.ts", { cwd: root }).filter(
  (path) => !others.some((other) => other.test(path)) && read(path).includes("new AppError("),
);

/** The sentences of an expression, with numbers for their values. */
function sentencesOf(node: ts.Node | undefined, file: ts.SourceFile): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [...sentencesOf(node.whenTrue, file), ...sentencesOf(node.whenFalse, file)];
  if (ts.isIdentifier(node)) return sentencesOf(initializerOf(node.text, file), file);
  if (ts.isTemplateExpression(node) || ts.isBinaryExpression(node)) {
    let at = 0;
    return [joined(node).replaceAll("{}", () => `{${at++}}`)];
  }
  return [];
}

/** A template, or parts that are joined with `+`, with `{}` for each value. */
function joined(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) return joined(node.left) + joined(node.right);
  if (!ts.isTemplateExpression(node)) return "{}";
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

function initializerOf(name: string, file: ts.SourceFile): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText(file) === name) found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Each refusal that a client can get: its code and its sentences. */
function refusalsOf(path: string): { code: string; sentence: string }[] {
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found: { code: string; sentence: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(file) === "AppError") {
      const [first, second, third] = node.arguments ?? [];
      const code = first && ts.isStringLiteral(first) ? first.text : "";
      // The dashboard has a text of its own for a code with one meaning, and for a reason.
      const hasText = code in firstEn.problems || /reason/.test(third?.getText(file) ?? "");
      if (isForClients(code) && !hasText)
        found.push(...sentencesOf(second, file).map((sentence) => ({ code, sentence })));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isForClients = (code: string) =>
  code in errorCodes && "status" in errorCodes[code as keyof typeof errorCodes];

test("every sentence with which the node refuses something to the dashboard has a Chinese translation", () => {
  const sentences = paths.flatMap(refusalsOf).map(({ sentence }) => sentence);
  expect(sentences.length).toBeGreaterThan(80);
  expect(sentences.filter((sentence) => !(sentence in refusalsZh))).toEqual([]);
});

test("no sentence is translated that nobody writes", () => {
  const sources = globSync(["**/*.ts", "../../protocol/src/**/*.ts", "../../web/src/console/**/*.ts*"], {
    cwd: root,
  })
    .filter((path) => !path.includes(".test."))
    .map(read)
    .join("\n")
    // Sentences of several lines.
    .replaceAll(/["`] \+\s*["`]/g, "");
  const parts = (sentence: string) => sentence.split(/\{\d\}/).map((part) => part.trim());
  const unknown = Object.keys(refusalsZh).filter((sentence) =>
    parts(sentence).some((part) => !sources.includes(part)),
  );
  expect(unknown).toEqual([]);
});

test("every translation is Chinese, has the values of the English sentence, and is found by it", () => {
  const withValues = (text: string) => text.replace(/\{(\d)\}/g, "value$1");
  const valuesOf = (sentence: string) => [...sentence.matchAll(/\{\d\}/g)].map(String).sort();
  const wrong = Object.entries(refusalsZh).filter(
    ([english, chinese]) =>
      // An id says nothing to people.
      valuesOf(chinese).some((value) => !valuesOf(english).includes(value)) ||
      !/\p{Script=Han}/u.test(chinese) ||
      zh.refusal(withValues(english)) !== withValues(chinese),
  );
  expect(wrong).toEqual([]);
});

test("every reason for which a delivery or a mention ends has a text in the dashboard", () => {
  const from = [
    "domain/connections/deliver-connection",
    "domain/publications/delivery/deliver",
    "domain/profile/update-profile",
    "domain/set-aside",
    "modules/webmention/mentions/send-mention",
  ];
  const reasons = from.flatMap((path) =>
    [
      ...read(`${path}.ts`).matchAll(
        /(?:reason: |refused\(|problem = |error: )["`](?:\$\{\w+\})?([^"`$]*)["`]/g,
      ),
    ].map(([, reason = ""]) => reason),
  );
  expect(reasons.length).toBeGreaterThan(10);
  const known = (reason: string) =>
    reason.startsWith(": ") ||
    reason.startsWith("it answered") ||
    Object.keys(zh.reasons).some((start) => reason.startsWith(start));
  expect(reasons.filter((reason) => !known(reason))).toEqual([]);
});
