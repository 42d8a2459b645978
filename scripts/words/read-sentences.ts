import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

export interface Sentence {
  /** The file from the root of the repository, with the line. */
  readonly at: string;
  readonly text: string;
}

/** Code, SQL, GraphQL and paths are literals, too; people read those with words beside each other. */
const isForPeople = (text: string) =>
  /\p{Script=Han}/u.test(text) ||
  (/[a-z][,.:;]? [A-Za-z{“]/.test(text) &&
    !/^\s*(?:fragment|query|mutation|select|alter|<|complete|freehold) /i.test(text) &&
    !/\w\(\$\w+: |; [a-z-]+: /.test(text));

const jointOfTemplate = "{}";

/** Every sentence in the literals of the files that a glob names, tests left out; `{}` stands for a value. */
export function readSentences(...globs: readonly string[]): Sentence[] {
  return globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|\/generated\//.test(path))
    .flatMap((path) => sentencesOf(path));
}

function sentencesOf(path: string): Sentence[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(root, path), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null && isForPeople(text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ at: `${path}:${line + 1}`, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Whether a literal is a text: no path of an import, no key of a table (a sentence of the node, which is read where it is
 * written), and no words by which people search.
 */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent)) return false;
  for (let at = parent; ts.isPropertyAssignment(at) || ts.isObjectLiteralExpression(at); at = at.parent)
    if (ts.isPropertyAssignment(at) && at.name.getText() === "words") return false;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return isRead(node) ? node.text : null;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => jointOfTemplate + literal.text).join("");
}

/** The lines of documents, without their blocks of code and the names of their links. */
export function readDocuments(...globs: readonly string[]): Sentence[] {
  return globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8").replace(/```[\s\S]*?```/g, (code) =>
        code.replace(/[^\n]/g, ""),
      );
      return text.split("\n").map((line, index) => ({
        at: `${path}:${index + 1}`,
        text: line.replace(/`[^`]*`|\]\([^)]*\)/g, ""),
      }));
    });
}
