import { expect, test } from "vitest";
import { deleteTemplate, readTemplates, saveTemplate } from "./templates.ts";

/** A browser's storage that has room for some characters. */
function createStorage(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
  } as Storage;
}

test("templates are saved under their title, replaced, listed by name and deleted", () => {
  const storage = createStorage();
  expect(readTemplates(storage)).toEqual([]);
  expect(saveTemplate("# Week\n\n- done", storage)).toBe("Week");
  expect(saveTemplate("A note\n\n#note", storage)).toBe("A note");
  expect(saveTemplate("# Week\n\n- to do", storage)).toBe("Week");
  expect(readTemplates(storage)).toEqual([
    { name: "A note", text: "A note\n\n#note" },
    { name: "Week", text: "# Week\n\n- to do" },
  ]);
  deleteTemplate("Week", storage);
  expect(readTemplates(storage).map(({ name }) => name)).toEqual(["A note"]);
});

test("without room nothing is saved, and nothing is lost", () => {
  const storage = createStorage(200);
  saveTemplate("# Week", storage);
  expect(saveTemplate("x".repeat(300), storage)).toBeNull();
  expect(readTemplates(storage).map(({ name }) => name)).toEqual(["Week"]);
});

test.each(["{", "{}", '[1, null, {"name": 2}]'])("what is no list of templates is none: %s", (stored) => {
  const storage = createStorage();
  storage.setItem("freehold.templates", stored);
  expect(readTemplates(storage)).toEqual([]);
});
