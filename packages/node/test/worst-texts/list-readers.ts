import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** An exported function that takes a text, by the name and the type of its first parameter. */
export interface Reader {
  readonly name: string;
  /** Its file, below `packages`. */
  readonly file: string;
}

/** The folders below `packages` in which texts of others are read or rendered. */
const folders = [
  "import/src",
  "protocol/src",
  "web/src/markdown",
  "web/src/figures",
  "web/src/site/mail",
  "web/src/verifier",
  "node/src/domain",
  "node/src/foreign",
  "node/src/http",
  "node/src/modules",
  "node/src/observability",
];

/** What a parameter is called that holds a whole text. */
const texts =
  /^(?:body|bytes|css|header|html|lexical|line|markdown|markup|mathml|mobiledoc|page|pasted|prose|source|src|text|written|xml)$/;

/** The functions of the sources that read or render a text. */
export function listReaders(packages: string): Reader[] {
  return folders.flatMap((folder) => {
    const files = listFiles(join(packages, folder));
    return files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        readersIn(join(packages, folder, file)).map((name) => ({ name, file: join(folder, file) })),
      );
  });
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    // A folder that a later change moves.
    return [];
  }
}

function readersIn(path: string): string[] {
  const parsed = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  return parsed.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const [first] = statement.parameters;
    if (!isExported || !first?.type || !ts.isIdentifier(first.name)) return [];
    const isText = /^(?:string|Uint8Array|Buffer)\b/.test(first.type.getText(parsed));
    return isText && texts.test(first.name.text) ? [statement.name.text] : [];
  });
}
