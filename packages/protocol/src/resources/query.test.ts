import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseContentQuery, parseIndexQuery } from "./query.ts";

interface Case {
  query: Record<string, unknown>;
  result?: object;
  error?: string;
}

const golden = JSON.parse(
  readFileSync(new URL("../../../../vectors/index-queries.json", import.meta.url), "utf8"),
) as { index: Case[]; content: Case[] };

describe.each([
  ["the index (spec 4.3)", parseIndexQuery, golden.index],
  ["content (spec 4.4)", parseContentQuery, golden.content],
] as const)("queries of %s", (_, parse, cases) => {
  it.each(cases)("$query", ({ query, result, error }) => {
    if (error === undefined) expect(parse(query)).toEqual(result);
    else expect(() => parse(query)).toThrow(expect.objectContaining({ code: error }));
  });
});

it("ignores properties of the prototype", () => {
  expect(parseIndexQuery(Object.create({ limit: "0" }))).toEqual({ since: null, limit: 100, page: 1 });
});
