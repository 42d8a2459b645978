import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A regular expression of the sources. */
export interface FoundExpression {
  /** Where it stands first, as `packages/…/file.ts:12`. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** A regular expression that is made while the program runs, of parts that are known then. */
export interface UnknownExpression {
  readonly at: string;
  readonly text: string;
}

export interface FoundExpressions {
  readonly known: readonly FoundExpression[];
  readonly unknown: readonly UnknownExpression[];
}

/** The regular expressions of all packages, each once: literals, and `new RegExp` of constants and templates. */
export function findExpressions(root: string): FoundExpressions {
  const known = new Map<string, FoundExpression>();
  const unknown: UnknownExpression[] = [];
  for (const file of listSources(root)) {
    const found = readExpressions(file, readFileSync(join(root, file), "utf8"));
    for (const one of found.known) {
      const key = `/${one.source}/${one.flags}`;
      if (!known.has(key)) known.set(key, one);
    }
    unknown.push(...found.unknown);
  }
  return { known: [...known.values()], unknown };
}

function listSources(root: string): string[] {
  return readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      ["src", "bin"].flatMap((folder) => {
        const at = join("packages", name, folder);
        return readFolder(join(root, at)).map((file) => join(at, file));
      }),
    )
    .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .sort();
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
}

/** The regular expressions of one file. */
export function readExpressions(file: string, text: string): FoundExpressions {
  const known: FoundExpression[] = [];
  const unknown: UnknownExpression[] = [];
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  const look = (node: ts.Node): void => {
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
    const at = `${file}:${line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      known.push({ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText(parsed) === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      const source = pattern && textOf(pattern, constants);
      const given = flags === undefined ? "" : textOf(flags, constants);
      if (source === null || source === undefined || given === null)
        unknown.push({ at, text: node.getText(parsed) });
      else known.push({ at, source, flags: given });
    }
    ts.forEachChild(node, look);
  };
  look(parsed);
  return { known, unknown };
}

/** Stands for a part of a template that is not known before the program runs: some letters. */
const someLetters = "qwz";

/** The text of a string or template, with constants of the same file; null for any other expression. */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return rawTextOf(node, constants);
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(
      ({ expression, literal }) => (textOf(expression, constants) ?? someLetters) + literal.text,
    );
    return node.head.text + parts.join("");
  }
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value === undefined || value === node ? null : textOf(value, withoutName(constants, node.text));
  }
  if (ts.isCallExpression(node)) return joinedTextOf(node, constants);
  return null;
}

/** The text of a list of constants that is joined: `["a", "b"].join("|")`. */
function joinedTextOf(
  { expression, arguments: [separator] }: ts.CallExpression,
  constants: ReadonlyMap<string, ts.Expression>,
): string | null {
  const isJoin = ts.isPropertyAccessExpression(expression) && expression.name.text === "join";
  if (!isJoin || !ts.isArrayLiteralExpression(expression.expression) || !separator) return null;
  const parts = expression.expression.elements.map((one) => textOf(one, constants));
  const between = textOf(separator, constants);
  return between === null || parts.includes(null) ? null : parts.join(between);
}

/** A template of `String.raw`. */
function rawTextOf(
  { tag, template }: ts.TaggedTemplateExpression,
  constants: ReadonlyMap<string, ts.Expression>,
): string | null {
  if (tag.getText() !== "String.raw") return null;
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.rawText ?? null;
  const parts = template.templateSpans.map(
    ({ expression, literal }) => (textOf(expression, constants) ?? someLetters) + (literal.rawText ?? ""),
  );
  return (template.head.rawText ?? "") + parts.join("");
}

/** So that a constant that is made of itself ends. */
function withoutName(
  constants: ReadonlyMap<string, ts.Expression>,
  name: string,
): ReadonlyMap<string, ts.Expression> {
  return new Map([...constants].filter(([one]) => one !== name));
}
