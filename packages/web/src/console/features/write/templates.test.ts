import { expect, test } from "vitest";
import { nameTemplate, planLocal, readLocal } from "./templates.ts";

test.each([
  ["# Week\n\n- done", "Week"],
  ["\n A note\n\n#note", "A note"],
  [`${"x".repeat(59)}😀`, "x".repeat(59)],
])("a template is named after its title or first line: %s", (text, name) => {
  expect(nameTemplate(text)).toBe(name);
});

const stored = (value: string) => ({ getItem: () => value });

test("the templates of an earlier version are read from the browser", () => {
  expect(readLocal(stored('[{"name": "Week", "text": "# Week"}, {"name": " ", "text": "x"}]'))).toEqual([
    { name: "Week", body: "# Week" },
  ]);
});

test.each(["{", "{}", "[1, null]", '[{"name": 2}]'])("what is no list of templates is none: %s", (value) => {
  expect(readLocal(stored(value))).toEqual([]);
});

test("no template of the node is replaced by one of the browser, and none is there twice", () => {
  const atNode = [
    { name: "Week", body: "# Week\n\nof the desktop" },
    { name: "Note", body: "A note" },
  ];
  const local = [
    { name: "Week", body: "# Week\n\nof the phone" },
    { name: "Note", body: "A note" },
    { name: `${"x".repeat(70)}`, body: "long" },
  ];
  expect(planLocal(local, atNode)).toEqual([
    { template: { name: "Week (2)", body: "# Week\n\nof the phone" }, known: false },
    { template: { name: "Note", body: "A note" }, known: true },
    { template: { name: "x".repeat(60), body: "long" }, known: false },
  ]);
});
