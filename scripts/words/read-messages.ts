import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const folder = join(import.meta.dirname, "../../packages/web/src/messages");

type Value = string | number | boolean;

/** A text with values, in both languages. */
export interface Message {
  /** The file and the names of the objects that hold it. */
  readonly at: string;
  /** The types of its values: number, string, boolean, or another one. */
  readonly types: readonly string[];
  readonly en: (...values: readonly Value[]) => string;
  readonly zh: (...values: readonly Value[]) => string;
}

/** Every text of the catalogues that has values. */
export async function readMessages(): Promise<Message[]> {
  const files = globSync("**/*{/,-}en.ts", { cwd: folder });
  return (await Promise.all(files.map(readFile))).flat();
}

async function readFile(path: string): Promise<Message[]> {
  const other = path.replace(/en\.ts$/, "zh.ts");
  const [en, zh] = await Promise.all([path, other].map((file) => import(join(folder, file))));
  const file = ts.createSourceFile(
    path,
    readFileSync(join(folder, path), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, initializer }) => {
      const [english, chinese] = [
        en[name.getText()],
        zh[name.getText().replace(/en$/i, (end) => (end === "en" ? "zh" : "Zh"))],
      ];
      if (!initializer || !english || !chinese) return [];
      return findFunctions(initializer).map(({ names, types }) => ({
        at: `${path} ${names.join(".")}`,
        types,
        en: valueAt(english, names),
        zh: valueAt(chinese, names),
      }));
    }),
  );
}

function findFunctions(
  node: ts.Node,
  names: readonly string[] = [],
): { names: readonly string[]; types: string[] }[] {
  if (ts.isArrowFunction(node))
    return [{ names, types: node.parameters.map(({ type }) => type?.getText() ?? "") }];
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property)
      ? findFunctions(property.initializer, [...names, property.name.getText().replaceAll('"', "")])
      : [],
  );
}

function valueAt(catalogue: unknown, names: readonly string[]): Message["en"] {
  return names.reduce((value, name) => Reflect.get(Object(value), name), catalogue) as Message["en"];
}
