import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { ParsedEntry } from "../../foreign/feed-documents.ts";
import { createIdentifier } from "./identify-entries.ts";

const hash = (id: string) => createHash("sha256").update(id).digest("hex");
const entry = (id: string, facts: Partial<ParsedEntry> = {}): ParsedEntry => ({
  id,
  url: "https://a.example/1",
  title: "One",
  html: null,
  summaryHtml: null,
  baseUrl: "https://a.example/",
  author: null,
  publishedAt: 1_700_000_000,
  updatedAt: null,
  tags: [],
  picture: null,
  files: [],
  ...facts,
});
const known = (id: string, facts: Partial<ParsedEntry> = {}) => {
  const { url, title, publishedAt } = entry(id, facts);
  return { guidHash: hash(id), url, title, publishedAt: publishedAt ?? 0 };
};
const identify = (stored: readonly ReturnType<typeof known>[], entries: readonly ParsedEntry[]) =>
  entries.map(createIdentifier(stored, entries));
const other = { url: "https://a.example/2", title: "Two" };

it("knows an entry by its id, whatever else of it changed", () => {
  expect(identify([known("1")], [entry("1", { ...other, publishedAt: null })])).toEqual([hash("1")]);
  expect(identify([known("1")], [entry("2", other)])).toEqual([hash("2")]);
});

it("knows the entries of a site that moved to https, or writes its host in other letters", () => {
  const moved = { ...other, publishedAt: null };
  const stored = [known("http://a.example/1")];
  expect(identify(stored, [entry("https://a.example/1", moved)])).toEqual([hash("http://a.example/1")]);
  expect(identify(stored, [entry("HTTPS://A.example/1", moved)])).toEqual([hash("http://a.example/1")]);
  expect(identify(stored, [entry("https://a.example/I", moved)])).toEqual([hash("https://a.example/I")]);
});

it("knows an entry with a new id by its address, title and date together", () => {
  expect(identify([known("1")], [entry("new")])).toEqual([hash("1")]);
  expect(identify([known("1", { url: "http://a.example/1" })], [entry("new")])).toEqual([hash("1")]);
  for (const facts of [
    { title: "Two" },
    { url: "https://a.example/2" },
    { publishedAt: 1 },
    { publishedAt: null },
  ])
    expect(identify([known("1")], [entry("new", facts)]), JSON.stringify(facts)).toEqual([hash("new")]);
  const bare = { url: null, title: "" };
  expect(identify([known("1", bare)], [entry("new", bare)])).toEqual([hash("new")]);
});

it("takes none for one that is in the answer itself, or for two", () => {
  expect(identify([known("1")], [entry("1"), entry("new")])).toEqual([hash("1"), hash("new")]);
  expect(identify([known("1")], [entry("new"), entry("newer")])).toEqual([hash("1"), hash("newer")]);
});
