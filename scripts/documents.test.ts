import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const schema = buildSchema(readFileSync(join(root, "packages/node/schema.graphql"), "utf8"));
const documents = globSync("packages/web/src/**/*.{ts,tsx}", { cwd: root }).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/\/\* GraphQL \*\/ `([^`]*)`/g)].map(
    ([, document = ""]) => [path, document] as const,
  ),
);

test.each(["docs/decisions.md", "CHANGELOG.md", "SECURITY.md", "docs/operating.md"])(
  "%s says nothing twice",
  (path) => {
    const lines = readFileSync(join(root, path), "utf8").split("\n");
    const repeated = lines.filter((line, at) => line.length > 30 && lines.indexOf(line) !== at);
    expect(repeated).toEqual([]);
  },
);

test("there are documents", () => {
  expect(documents.length).toBeGreaterThan(3);
});

test.each(documents)("what %s asks is in the schema", (_path, document) => {
  expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
});
