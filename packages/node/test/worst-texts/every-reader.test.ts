import { join } from "node:path";
import { expect, test } from "vitest";
import { parsers } from "../fuzz/parsers/parsers.ts";
import { listReaders } from "./list-readers.ts";
import { elsewhere, nameOf, readers } from "./readers.ts";

test("every function that reads a text of others is measured, or has a reason", () => {
  const known = new Set([...Object.keys(readers), ...parsers.map(({ name }) => name)].map(nameOf));
  const found = listReaders(join(import.meta.dirname, "../../.."));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(({ name }) => !known.has(name) && elsewhere[name] === undefined)).toEqual([]);
});
