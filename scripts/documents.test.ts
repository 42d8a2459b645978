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

/** Commands that fetch a package which is not there; nobody of ours owns these names in a registry. */
const fetching =
  /\b(?:npx|bunx|npm (?:exec|x|i|install|add|create|init)|(?:pnpm|yarn) (?:dlx|exec|add))\b[^\n`'"]*?\bfreehold/g;

const texts = globSync(
  [
    "*.md",
    ".env.example",
    ".github/**/*.{md,yml}",
    "{docs,examples,scripts}/**/*.*",
    "packages/*/{README.md,bin/*,scripts/*.ts,{src,test}/**/*.{ts,tsx,md,html}}",
  ],
  { cwd: root },
).filter((path) => path !== "scripts/documents.test.ts");

test("no document, page or export has a reader run a package that anybody could publish", () => {
  expect(texts.length).toBeGreaterThan(1000);
  const found = texts.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(fetching)].map(([command]) => `${path}: ${command}`),
  );
  expect(found.filter((one) => !/: npx --no-install freehold$/.test(one))).toEqual([]);
  expect(found.length).toBeGreaterThan(5);
});

test("what the browser programs ask is in the schema", () => {
  expect(documents.length).toBeGreaterThan(3);
  const wrong = documents.flatMap(([path, document]) =>
    validate(schema, parse(document)).map(({ message }) => `${path}: ${message}`),
  );
  expect(wrong).toEqual([]);
});
