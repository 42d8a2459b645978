import { expect, test } from "vitest";
import { readDocuments, readSentences, type Sentence } from "./words/read-sentences.ts";
import { chineseVariants, englishVariants, untruths, type Variant } from "./words/tables.ts";

const node = "packages/node/src";
const sentences = readSentences(
  "packages/web/src/messages/**/*.ts",
  ...["cli", "config", "domain", "errors", "graphql", "mail", "modules", "peers", "startup"].map(
    (folder) => `${node}/${folder}/**/*.ts`,
  ),
  "packages/import/src/**/*.ts",
  "packages/protocol/src/crypto/**/*.ts",
  "packages/client/src/**/*.ts",
);

/** Reasons of deliveries and lines of the log begin with a small letter. They stay: rows of earlier versions have them. */
const isReason = ({ at, text }: Sentence) =>
  /src\/(?:domain|startup|modules\/(?!export|diagnosis|backup))/.test(at) && /^[a-z]/.test(text);

/** The sentences that have a variant, each with the better word. */
function findVariants(from: readonly Sentence[], variants: readonly Variant[]): string[] {
  return from.flatMap(({ at, text }) =>
    variants
      .filter(({ variant, except }) => variant.test(text) && !except?.test(at))
      .map(({ better }) => `${at} ${text} → ${better}`),
  );
}

const isChinese = ({ text }: Sentence) => /\p{Script=Han}/u.test(text);

test("one thing has one name in English", () => {
  const english = sentences.filter((sentence) => !isChinese(sentence) && !isReason(sentence));
  expect(english.length).toBeGreaterThan(4_000);
  expect(findVariants(english, englishVariants)).toEqual([]);
});

test("one thing has one name in Chinese", () => {
  const chinese = [...sentences, ...readDocuments("docs/zh/*.md")].filter(isChinese);
  expect(chinese.length).toBeGreaterThan(2_000);
  expect(findVariants(chinese, chineseVariants)).toEqual([]);
});

test("no text or document promises again what the program does not do", () => {
  const documents = readDocuments("docs/{,zh/}*.md", "README.md", "SECURITY.md", "CHANGELOG.md");
  expect(findVariants([...sentences, ...documents], untruths)).toEqual([]);
  const promise = { at: "README.md:38", text: "when their node was told of a post and when it fetched it" };
  expect(findVariants([promise], untruths)).toHaveLength(1);
});

test("documents don't get more of such words", () => {
  // The law has its own words.
  const isLaw = ({ at }: Sentence) => /^docs\/(?:specification|protocol-decisions)[.]md/.test(at);
  const documents = readDocuments("docs/*.md", "README.md", "SECURITY.md", "CHANGELOG.md").filter(
    (sentence) => !isLaw(sentence),
  );
  expect(findVariants(documents, englishVariants).length).toBeLessThanOrEqual(420);
});
