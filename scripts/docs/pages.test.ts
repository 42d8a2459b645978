import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isForDevelopers, ownerPages } from "../../docs/.vitepress/navigation.ts";
import { countWords, listCells, listNames, listSentences, readPage } from "./read-page.ts";

const root = join(import.meta.dirname, "../..");
const longestSentence = 28;
const longestCell = 200;
const fewestOfList = 10;

// Benchmarks are a record of measurements, and the law has its own words.
const isRecord = (path: string) => /^docs\/(?:benchmarks|specification|protocol-decisions)[.]md$/.test(path);
const pages = ["README.md", "SECURITY.md", "CHANGELOG.md", ...globSync("docs/*.md", { cwd: root })]
  .filter((path) => !isRecord(path))
  .sort();
const forOwners = ["README.md", ...ownerPages.map((name) => `docs/${name}.md`)];

/** A list of names is read by looking for one. */
const isList = (sentence: string) => sentence.split(",").length > fewestOfList;

test.each(pages)("%s has sentences that one understands at the first reading", (path) => {
  const long = listSentences(readPage(path)).filter(
    (sentence) => countWords(sentence) > longestSentence && !isList(sentence),
  );
  expect(long).toEqual([]);
});

test.each(pages.filter((path) => !isForDevelopers(path.replace("docs/", ""))))(
  "%s has short cells",
  (path) => {
    expect(listCells(readPage(path)).filter((cell) => cell.length > longestCell)).toEqual([]);
  },
);

test.each(forOwners)("%s names no decision", (path) => {
  expect(readPage(path).match(/decisions\/\d|\bdecision \d/g)).toBeNull();
});

describe("names of the dashboard", () => {
  /** The texts that a language shows; where a text has a value, anything may stand. */
  function listTexts(language: "en" | "zh"): (name: string) => boolean {
    const files = globSync(`packages/web/src/messages/**/*${language}.ts`, { cwd: root });
    const source = files.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
    const plain = new Set([...source.matchAll(/"((?:[^"\\\n]|\\.)+)"/g)].map(([, text]) => text));
    const patterns = [...source.matchAll(/`([^`]*)`/g)].map(([, text = ""]) => {
      const parts = text.split(/\$\{[^}]*(?:\{[^}]*\}[^}]*)*\}/);
      return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".+")}$`);
    });
    const strict = patterns.filter(({ source: pattern }) => /[\p{L}]{3}|\p{Script=Han}/u.test(pattern));
    return (name) => plain.has(name) || strict.some((pattern) => pattern.test(name));
  }

  const isShown = { en: listTexts("en"), zh: listTexts("zh") };

  test("are texts that it shows", () => {
    expect(isShown.en("Publish") && isShown.en("Email to 312 subscribers")).toBe(true);
    expect(isShown.en("Use a public adress") || isShown.en("anything")).toBe(false);
    expect(isShown.zh("发布")).toBe(true);
  });

  const chinese = globSync("docs/zh/*.md", { cwd: root }).sort();

  test("stand in the pages for a Chinese owner, too", async () => {
    const { chineseSidebar, listLinks } = await import("../../docs/.vitepress/navigation.ts");
    const linked = listLinks(chineseSidebar).map((link) => `docs${link}.md`);
    expect([...linked, "docs/zh/index.md"].sort()).toEqual(chinese);
  });

  test.each(chinese)("%s", (path) => {
    expect(listNames(readPage(path)).filter((name) => !isShown.zh(name))).toEqual([]);
  });

  // The protocol, its weaknesses and threats have terms of their own.
  const hasTerms = (path: string) => /^docs\/weaknesses|^SECURITY/.test(path);

  test.each(pages.filter((path) => !hasTerms(path)))("%s", (path) => {
    expect(listNames(readPage(path)).filter((name) => !isShown.en(name))).toEqual([]);
  });
});
