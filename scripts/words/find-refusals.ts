import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

interface Source {
  readonly path: string;
  readonly file: ts.SourceFile;
}

/** A sentence with which the node refuses something, where it is written. */
export interface Refusal {
  readonly at: string;
  /** The code of its error. */
  readonly code: string;
  /** The sentences, with `{0}` for their values. */
  readonly found: readonly string[];
  /** It has values, and no code by which it is translated. */
  readonly isUntagged: boolean;
  /** The expression, where it can't be read; an empty text elsewhere. */
  readonly unread: string;
}

/** The syntax trees of all sources of a folder, without tests. */
export function readSources(root: string): Source[] {
  return globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] })
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
    .filter(({ text }) => /\b(?:App|Ewp)Error\b/.test(text))
    .map(({ path, text }) => ({ path, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }));
}

/** Every refusal of these sources, also those whose sentence is an argument of the function that makes the error. */
export function findRefusals(sources: readonly Source[]): Refusal[] {
  const makers = sources.flatMap(findMakers);
  return sources.flatMap((source) => {
    const refusals: Refusal[] = [];
    walk(source.file, (node) => {
      const made = messageOf(node, source, makers);
      if (made?.argument) refusals.push(readRefusal(source, node, made.code, made.argument));
    });
    return refusals;
  });
}

/** A function that throws or returns an error with one of its parameters as the sentence. */
interface Maker {
  readonly path: string;
  readonly name: string;
  readonly index: number;
  readonly code: string;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const isError = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && /^(?:App|Ewp)Error$/.test(node.expression.getText());

const codeOf = ([code]: readonly ts.Expression[] = []) => (code && ts.isStringLiteral(code) ? code.text : "");

function findMakers({ path, file }: Source): Maker[] {
  const makers: Maker[] = [];
  walk(file, (node) => {
    if (!isError(node)) return;
    const name = node.arguments?.[1]?.getText();
    const maker = functionAround(node);
    const index = maker?.parameters.findIndex((parameter) => parameter.name.getText() === name) ?? -1;
    const called =
      maker?.name ?? (maker?.parent && ts.isVariableDeclaration(maker.parent) ? maker.parent.name : null);
    if (index >= 0 && called)
      makers.push({ path, name: called.getText(), index, code: codeOf(node.arguments) });
  });
  return makers;
}

function functionAround(node: ts.Node): ts.FunctionDeclaration | ts.ArrowFunction | null {
  for (let at = node.parent; at; at = at.parent)
    if (ts.isFunctionDeclaration(at) || ts.isArrowFunction(at)) return at;
  return null;
}

/** The code and the sentence of an error that an expression makes; null for any other expression. */
function messageOf(
  node: ts.Node,
  { path, file }: Source,
  makers: readonly Maker[],
): { code: string; argument: ts.Expression | undefined } | null {
  if (isError(node)) return { code: codeOf(node.arguments), argument: node.arguments?.[1] };
  if (!ts.isCallExpression(node)) return null;
  const called = node.expression.getText();
  const maker = makers.find(
    ({ name, path: made }) => name === called && (made === path || imports(file, name)),
  );
  return maker ? { code: maker.code, argument: node.arguments[maker.index] } : null;
}

const imports = (file: ts.SourceFile, name: string) =>
  file.statements.some(
    (line) => ts.isImportDeclaration(line) && new RegExp(`\\b${name}\\b`).test(line.getText()),
  );

function readRefusal(source: Source, node: ts.Node, code: string, argument: ts.Expression): Refusal {
  const { line } = source.file.getLineAndCharacterOfPosition(node.getStart());
  const reading: Reading = { file: source.file, found: [], isUntagged: false, unread: "" };
  readSentences(argument, reading);
  const { found, isUntagged, unread } = reading;
  return { at: `${source.path}:${line + 1}`, code, found, isUntagged, unread };
}

interface Reading {
  readonly file: ts.SourceFile;
  readonly found: string[];
  isUntagged: boolean;
  unread: string;
}

/** Collects the sentences of an expression. */
function readSentences(node: ts.Expression, reading: Reading): void {
  if (ts.isStringLiteralLike(node)) reading.found.push(node.text);
  else if (ts.isTaggedTemplateExpression(node)) reading.found.push(templateOf(node.template));
  else if (ts.isTemplateExpression(node)) reading.isUntagged = true;
  else if (ts.isBinaryExpression(node)) readSum(node, reading);
  else if (ts.isConditionalExpression(node))
    for (const branch of [node.whenTrue, node.whenFalse]) readSentences(branch, reading);
  else if (ts.isArrayLiteralExpression(node))
    for (const part of node.elements)
      readSentences(ts.isSpreadElement(part) ? part.expression : part, reading);
  else readNamed(node, reading);
}

function readSum(node: ts.BinaryExpression, reading: Reading): void {
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    for (const side of [node.left, node.right]) readSentences(side, reading);
    return;
  }
  const text = joined(node);
  if (text === null) reading.isUntagged = true;
  else reading.found.push(text);
}

function joined(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node)) return null;
  const [left, right] = [joined(node.left), joined(node.right)];
  return left === null || right === null ? null : left + right;
}

function templateOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return (
    template.head.text + template.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`).join("")
  );
}

/** A constant of the file, or a text of a constant table; a parameter is read where the function is called. */
function readNamed(node: ts.Expression, reading: Reading): void {
  const parameter = parameterOf(node);
  if (parameter?.initializer) readSentences(parameter.initializer, reading);
  if (parameter) return;
  const table =
    ts.isElementAccessExpression(node) || ts.isPropertyAccessExpression(node) ? node.expression : node;
  const value = ts.isIdentifier(table) ? initializerOf(table.text, reading.file) : undefined;
  if (value && ts.isObjectLiteralExpression(value)) {
    for (const property of value.properties)
      if (ts.isPropertyAssignment(property)) readSentences(property.initializer, reading);
  } else if (value && table === node) readSentences(value, reading);
  else reading.unread = node.getText();
}

function parameterOf(node: ts.Node): ts.ParameterDeclaration | undefined {
  return functionAround(node)?.parameters.find(({ name }) => name.getText() === node.getText());
}

function initializerOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  walk(file, (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = node.initializer;
  });
  return found && ts.isAsExpression(found) ? found.expression : found;
}
