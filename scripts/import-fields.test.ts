import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findShownDates } from "../packages/import/src/markdown/shown-dates.ts";
import { findVisibilityFlag } from "../packages/import/src/markdown/visibility-flags.ts";

const text = readFileSync(join(import.meta.dirname, "../docs/import.md"), "utf8");
/** The items of the list of fields that make a draft, by their first words. */
const [, list = ""] = /^Front matter of any program [\s\S]*?\n\n(- [\s\S]*?)\n\n/m.exec(text) ?? [];
const items = new Map(
  list.split(/^- /m).map((item) => {
    const [kind = "", ...rest] = item.replace(/\s+/g, " ").split(":");
    return [kind, rest.join(":")];
  }),
);
const namesIn = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
const namesOf = (kind: string) => namesIn(items.get(kind) ?? "");
const isPublic = (name: string, value: unknown) =>
  findVisibilityFlag(
    new Map<string, unknown>([
      ["public", true],
      [name.toLowerCase(), value],
    ]),
  )?.public;

const truth = [true, "yes", "on", "y", 1, "1", "true"];
const lies = [false, "no", "off", "n", 0, "false"];
const forms = (name: string) => [
  name,
  name.toUpperCase(),
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  name.replaceAll("_", "-"),
];

test.each(namesOf("false"))("%s hides a text where it is false or not understood", (name) => {
  for (const form of forms(name))
    for (const value of lies) expect([form, value, isPublic(form, value)]).toEqual([form, value, false]);
});

test.each(namesOf("true"))("%s hides a text where it is true or not understood", (name) => {
  for (const form of forms(name))
    for (const value of [...truth, "something else"])
      expect([form, value, isPublic(form, value)]).toEqual([form, value, false]);
  expect(isPublic(name, false)).toBe(true);
});

test.each(namesOf("any value"))("%s hides a text", (name) => {
  expect(isPublic(name, "x")).toBe(false);
});

test("words of a state, an audience, a stage, a kind or a subject hide a text", () => {
  const [states = "", stages = "", kinds = ""] = (items.get("words") ?? "")
    .split(";")
    .filter((part) => !part.includes("robots"));
  const [fields, words] = [
    namesIn(states.split(" with ")[0] ?? ""),
    namesIn(states.split(" with ")[1] ?? ""),
  ];
  expect([fields.length, words.length]).toEqual([6, 6]);
  for (const field of [...fields, ...namesIn(stages)])
    for (const word of words) expect([field, word, isPublic(field, word)]).toEqual([field, word, false]);
  expect(isPublic("robots", "noindex, follow")).toBe(false);
  for (const kind of namesIn(kinds))
    for (const field of ["type", "layout", "tags", "category", "categories"])
      expect([field, kind, isPublic(field, [kind])]).toEqual([field, kind, false]);
  for (const build of [{ render: "never" }, { list: "never" }, { list: "local" }, { render: "link" }])
    expect(isPublic("build", build)).toBe(false);
  expect(isPublic("params", { Draft: true })).toBe(false);
});

test("dates say from when and until when a text is shown", () => {
  const dates = items.get("dates") ?? "";
  const [from = "", until = ""] = dates.split(" to come; ");
  expect([namesIn(from).length, namesIn(until).length]).toEqual([5, 3]);
  const fieldsOf = (name: string) => new Map([[name.toLowerCase(), "2999-01-02"]]);
  for (const name of namesIn(from))
    expect([name, findShownDates(fieldsOf(name)).shownFrom.writtenAt]).toEqual([name, Date.UTC(2999, 0, 2)]);
  for (const name of namesIn(until))
    expect([name, findShownDates(fieldsOf(name)).shownUntil.writtenAt]).toEqual([name, Date.UTC(2999, 0, 2)]);
});
