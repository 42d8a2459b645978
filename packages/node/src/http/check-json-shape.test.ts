import { expect, test } from "vitest";
import { checkJsonShape } from "./check-json-shape.ts";
import { limits } from "./limits.ts";

const check = (text: string) => checkJsonShape(new TextEncoder().encode(text), jsonValues);
const { jsonDepth, jsonValues } = limits;
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const list = (length: number) => `[${"1,".repeat(length - 1)}1]`;

test("a body may be nested to the limit, and no deeper", () => {
  expect(check(nested(jsonDepth))).toBeNull();
  expect(check(nested(jsonDepth + 1))).toContain("nested");
  expect(check(`{"a":`.repeat(jsonDepth + 1))).toContain("nested");
});

test("a body may have so many keys and values, and no more", () => {
  expect(check(list(jsonValues))).toBeNull();
  expect(check(list(jsonValues + 1))).toContain("keys and values");
  expect(check(`{${'"a":1,'.repeat(jsonValues)}"b":1}`)).toContain("keys and values");
});

test("what stands in a text does not count", () => {
  expect(check(JSON.stringify({ text: `"${"[{,:\\".repeat(50_000)}` }))).toBeNull();
  expect(check(`"${"\\".repeat(9)}`)).toBeNull();
  expect(check("")).toBeNull();
});
