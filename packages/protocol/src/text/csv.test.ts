import { expect, test } from "vitest";
import { decodeCsv, parseCsv } from "./csv.ts";

const rowsOf = (bytes: Uint8Array) => [...parseCsv(decodeCsv(bytes))];
const table = "Email\tName\r\nanna@example.com\tRené\r\n";
const rows = [{ email: "anna@example.com", name: "René" }];
const utf16 = Buffer.from(table, "utf16le");

test.each([
  ["UTF-8", Buffer.from(table)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${table}`)],
  ["UTF-16 with a mark, as Excel writes Unicode Text", Buffer.from(`\ufeff${table}`, "utf16le")],
  ["UTF-16 without a mark", utf16],
  ["UTF-16 of the other order", Buffer.from(`\ufeff${table}`, "utf16le").swap16()],
  ["UTF-16 of the other order without a mark", Buffer.from(utf16).swap16()],
  ["windows-1252", Buffer.from(table, "latin1")],
])("a table in %s is read", (_, bytes) => {
  expect(rowsOf(bytes)).toEqual(rows);
});

test("the sign that stands most often between the names separates the fields", () => {
  expect([...parseCsv("email;name, first;note\nanna@example.com;René;\n")]).toEqual([
    { email: "anna@example.com", "name, first": "René", note: "" },
  ]);
  expect([...parseCsv("email\nanna@example.com\n")]).toEqual([{ email: "anna@example.com" }]);
});

test("the line in which Excel names the separator is none of the table", () => {
  const row = [{ email: "anna@example.com", name: "René" }];
  for (const first of ["sep=;\r\n", '"sep=;"\n', "SEP=;\n"])
    expect([...parseCsv(`${first}email;name\r\nanna@example.com;René\r\n`)]).toEqual(row);
});

test("an empty file has no rows", () => {
  expect(rowsOf(new Uint8Array())).toEqual([]);
});
