import { parse, print } from "graphql";
import { expect, test } from "vitest";
import { liftTexts } from "./lift-texts.ts";
import { schema } from "./schema.ts";

const lift = (source: string) => liftTexts(schema, parse(source));

test("makes a variable of each text in an argument", () => {
  const lifted = lift(
    'query A($n: Int!) { publications(first: $n, tag: "a") { nodes { id } } ...F } fragment F on Query { publication(id: "1") { id } }',
  );
  expect(lifted?.texts).toEqual({ freehold_text_0: "a", freehold_text_1: "1" });
  const text = print(lifted?.document ?? parse("{ __typename }")).replace(/\s+/g, " ");
  expect(text).toContain("query A($n: Int!, $freehold_text_0: String, $freehold_text_1: ID)");
  expect(text).toContain("tag: $freehold_text_0");
  expect(text).toContain("publication(id: $freehold_text_1)");
});

test("leaves a document without texts as it is", () => {
  expect(lift("{ viewer { kind } }")?.texts).toEqual({});
});

test.each([
  ["an object", 'mutation { revokeToken(input: { id: "1" }) }'],
  ["an object of numbers", 'mutation { createConnection(typedData: { a: 1 }, signature: "0x") { url } }'],
  ["a text in a list", '{ quoted(addresses: ["a"]) { address } }'],
  ["the default of a variable", 'query ($t: String = "a") { publications(tag: $t) { nodes { id } } }'],
  [
    "a variable with a name of its own",
    'query ($freehold_text_0: String) { publications(tag: $freehold_text_0) { nodes { id } } suggestions(text: "a") { text } }',
  ],
])("refuses a document with %s", (_what, source) => {
  expect(lift(source)).toBe(null);
});
