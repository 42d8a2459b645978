import { expect, test } from "vitest";
import { listVariables, nameAtCursor, readVariables } from "./operations.ts";

const two = "# first\nquery A($id: ID!, $n: Int = 1) { a }\nmutation B($id: ID!) { b }";

test.each([
  [two, 0, "A"],
  [two, two.indexOf("{ a"), "A"],
  [two, two.indexOf("mutation"), "B"],
  [two, two.length, "B"],
  ["{ a }", 3, null],
  ["query A {", 3, null],
  ["", 0, null],
])("the operation at the cursor runs: %j at %i is %j", (text, cursor, name) => {
  expect(nameAtCursor(text, cursor)).toBe(name);
});

test("lists the variables that are declared, and which must be given", () => {
  expect(listVariables(two)).toEqual([
    { name: "id", type: "ID!", isRequired: true },
    { name: "n", type: "Int", isRequired: false },
  ]);
  expect(listVariables("query A($id")).toEqual([]);
});

test.each([
  ["", { value: {} }],
  [' {"a": [1]} ', { value: { a: [1] } }],
  ["{", { fault: "notJson" }],
  ["[1]", { fault: "notAnObject" }],
  ["null", { fault: "notAnObject" }],
  ["1", { fault: "notAnObject" }],
])("reads variables: %j", (text, read) => {
  expect(readVariables(text)).toEqual(read);
});
