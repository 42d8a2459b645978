import { expect, test } from "vitest";
import { isNamed, readMark, writePerson } from "./mark-menu.ts";

test.each([
  ["@", { sign: "@", word: "" }],
  ["Dear @ada", { sign: "@", word: "ada" }],
  ["(@ada", { sign: "@", word: "ada" }],
  ["@ada.example", { sign: "@", word: "ada.example" }],
  ["你好@李", { sign: "@", word: "李" }],
  ["ada@example", null],
  ["a1@ex", null],
  ["https://site.example/@ada", null],
  ["@ada said", null],
  ["#loom", { sign: "#", word: "loom" }],
  ["on #机", { sign: "#", word: "机" }],
  ["#", null],
  ["# heading", null],
  ["##x", null],
  ["page#part", null],
  ["你好#李", null],
  ["&#39", null],
])("the line %j ends with the mark %j", (line, mark) => {
  expect(readMark(line)).toEqual(mark);
});

const ada = { title: "Ada Lovelace", url: "https://ada.example/" };

test.each([
  ["", true],
  ["ada", true],
  ["LOVE", true],
  ["ada.ex", true],
  ["lace", false],
  ["example", false],
])("%j finds a person by a word of the name or by the host: %s", (word, isFound) => {
  expect(isNamed(ada, word)).toBe(isFound);
});

test.each([
  [ada, "[@Ada Lovelace](https://ada.example/)"],
  [{ title: "李", url: "https://li.example" }, "[@李](https://li.example/)"],
  [{ title: "a]b *c*", url: "https://x.example" }, "[@a\\]b \\*c\\*](https://x.example/)"],
  [{ title: "", url: "https://x.example" }, "[@x.example](https://x.example/)"],
  [{ title: null, url: "https://x.example" }, "[@x.example](https://x.example/)"],
])("a text names a person by a link to their site: %j", (person, markdown) => {
  expect(writePerson(person)).toBe(markdown);
});
