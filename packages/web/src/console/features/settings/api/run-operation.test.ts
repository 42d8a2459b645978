import { expect, test } from "vitest";
import { formatDocument, operationAt, readVariables, WrongVariables } from "./run-operation.ts";

test("of several operations the one at the cursor runs; of one, none is named", () => {
  const text = "query A { viewer { kind } }\n\nmutation B { signOut }";
  expect([0, 20, text.length].map((at) => operationAt(text, at))).toEqual(["A", "A", "B"]);
  expect(operationAt(text, 28)).toBe("A");
  expect(operationAt("query A { viewer { kind } }", 3)).toBeNull();
  expect(operationAt("query A {", 3)).toBeNull();
});

test("variables are an object, or nothing", () => {
  expect([readVariables(" "), readVariables('{"a":[1]}')]).toEqual([{}, { a: [1] }]);
  for (const wrong of ["[]", "1", "null", "{", '"a"'])
    expect(() => readVariables(wrong)).toThrow(WrongVariables);
});

test("a document is formatted, and stays as it is where it is wrong", () => {
  expect(formatDocument("{viewer{kind}}")).toBe("{\n  viewer {\n    kind\n  }\n}");
  expect(formatDocument("{viewer{")).toBe("{viewer{");
});
