import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test.each(
  globSync(
    [
      "CHANGELOG.md",
      "SECURITY.md",
      "docs/{backup,monitoring,troubleshooting,reference-node,weaknesses}.md",
      "docs/decisions/*.md",
    ],
    { cwd: root },
  ),
)("%s repeats no line", (path) => {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  const repeated = lines.filter((line, at) => line.length > 30 && lines.indexOf(line) !== at);
  expect(repeated).toEqual([]);
});

describe("docs/decisions", () => {
  const folder = join(root, "docs/decisions");
  const files = readdirSync(folder)
    .filter((name) => name !== "README.md")
    .sort();
  const statuses = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const name of files) {
    const text = readFileSync(join(folder, name), "utf8");
    const [, number = "", title = ""] = /^# (\d{4})\. (.+)\n/.exec(text) ?? [];
    titles.set(name, number === name.slice(0, 4) ? title : "");
    statuses.set(name, /^Status: (accepted|superseded by \d{4})$/m.exec(text)?.[1] ?? "");
  }

  test("each has its title, a status, a date and the three parts", () => {
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      expect(name).toMatch(/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/);
      expect(titles.get(name), name).not.toBe("");
      expect(statuses.get(name), name).not.toBe("");
      expect(text, name).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/m);
      const parts = text.split(/^## /m).slice(1);
      expect(parts.map((part) => part.split("\n")[0])).toEqual(["Context", "Decision", "Consequences"]);
      for (const part of parts) expect(part.split("\n").slice(1).join("").trim(), name).not.toBe("");
    }
  });

  test("have a number each, and are superseded by a later one that is there", () => {
    const numbers = files.map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual([...new Set(numbers)]);
    for (const [name, status] of statuses) {
      const [successor] = /\d{4}$/.exec(status) ?? [];
      if (successor === undefined) continue;
      expect(Number(successor), name).toBeGreaterThan(Number(name.slice(0, 4)));
      expect(numbers).toContain(Number(successor));
    }
  });

  test("are all in the index, with their title and status", () => {
    const index = readFileSync(join(folder, "README.md"), "utf8");
    const rows = index.match(/^\| \[.*$/gm);
    expect(rows?.sort()).toEqual(
      files.map((name) => {
        const number = name.slice(0, 4);
        return `| [${number}](${name}) | ${titles.get(name)} | ${statuses.get(name)} |`;
      }),
    );
  });

  test("every number that a text of the repository names is there", () => {
    const named = texts.flatMap((path) =>
      [...readFileSync(join(root, path), "utf8").matchAll(/\b(?:decision |decisions\/)(\d{4})\b/g)].map(
        ([, number]) => `${path}: ${number}`,
      ),
    );
    const numbers = new Set(files.map((name) => name.slice(0, 4)));
    expect(named.filter((one) => !numbers.has(one.slice(-4)))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});

test("every source that a decision names is there", () => {
  const sources = globSync("{packages,scripts,bench,examples}/**/*.ts", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  const named = globSync("docs/decisions/*.md", { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/`([\w./-]+\.ts)`/g)].map(([, one = ""]) => ({
      path,
      one,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  const isThere = (one: string) => sources.some((source) => `/${source}`.endsWith(`/${one}`));
  expect(named.filter(({ one }) => !isThere(one)).map(({ path, one }) => `${path}: ${one}`)).toEqual([]);
});

test("every path that a document names is there", () => {
  const missing = globSync(["*.md", "docs/*.md", "examples/*.md"], { cwd: root })
    .filter((path) => path !== "CHANGELOG.md")
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const named = [...text.matchAll(/`((?:packages|scripts|docs|bench|vectors|examples)\/[\w./-]*)`/g)];
      const linked = [...text.matchAll(/\]\((?!https?:|[#/])([^)#\s]+)[^)]*\)/g)];
      return [
        ...named.map(([, one = ""]) => ({ path, one, at: join(root, one) })),
        ...linked.map(([, one = ""]) => ({ path, one, at: join(root, dirname(path), one) })),
      ];
    })
    // A decision is named by its number alone.
    .filter(({ at }) => !existsSync(at) && globSync(`${at}-*.md`).length === 0);
  expect(missing.map(({ path, one }) => `${path}: ${one}`)).toEqual([]);
});

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
