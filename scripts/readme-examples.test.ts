import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The programs of the documents for people who write programs, by a name of their own. */
const programs = new Map(
  globSync(["packages/*/README.md", "docs/api-clients.md"], { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/```(?:js|ts)\n([\s\S]*?)```/g)].map(
      ([, text = ""], index) => [
        join(root, "scripts", `example-${path.replace(/\W/g, "-")}-${index}.ts`),
        text,
      ],
    ),
  ),
);

/** The mistakes that strict TypeScript finds in them: as in a program of somebody else, whose settings are the strictest. */
function compile(): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: ["node"],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    moduleDetection: ts.ModuleDetectionKind.Force,
    jsx: ts.JsxEmit.ReactJSX,
    resolveJsonModule: true,
    paths: Object.fromEntries(
      ["protocol", "conformance", "node"].map((name) => [
        name === "node" ? "freehold" : `@freehold/${name}`,
        [join(root, `docs/api/${name}.d.ts`)],
      ]),
    ),
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.readFile = (path) => programs.get(path) ?? readFile(path);
  host.getSourceFile = (path, ...rest) => {
    const text = programs.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, ...rest)
      : ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  return [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) =>
        `${path.slice(root.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
}

test("every program in a README and in the document for API clients compiles in strict TypeScript", () => {
  expect(programs.size).toBeGreaterThan(6);
  expect(compile()).toEqual([]);
});
