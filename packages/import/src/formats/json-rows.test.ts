import { expect, test } from "vitest";
import { importFormatLimits as limits } from "../limits.ts";
import { readJsonRows } from "./json-rows.ts";

async function* inPieces(text: string, length: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
const rows = (text: string, { path = "a/*/b", length = 7 } = {}) =>
  Array.fromAsync(readJsonRows(inPieces(text, length), (one) => one === path));

test.each([1, 2, 3, 1_000])("rows of an array in pieces of %d bytes", async (length) => {
  const text = JSON.stringify({
    'a\\"': [{ x: 1 }],
    a: [{ c: ["[{"], b: [{ y: 'z"}],\\字' }, 3, ["no"], {}, { n: { b: [{}] } }] }, { b: [{ second: true }] }],
    b: [{}],
  });
  const path = "a/*/b";
  expect(await rows(text, { length })).toEqual([
    { path, value: { y: 'z"}],\\字' } },
    { path, value: {} },
    { path, value: { n: { b: [{}] } } },
    { path, value: { second: true } },
  ]);
  expect(await rows("[{},{}]", { path: "", length })).toHaveLength(2);
});

test.each([
  "",
  " ",
  "{",
  '{"a":[',
  "]",
  '{"a"]',
  '{"a":[{"b":[{"c":}]}]}',
  `{"a":[{"b":[{"c":"${"x".repeat(limits.rowLength)}"}]}]}`,
  "[".repeat(limits.jsonDepth + 1),
])("refuses %.30s", async (text) => {
  await expect(rows(text, { length: 65_536 })).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});
