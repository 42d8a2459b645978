import { expect, test } from "vitest";
import { addRun, type Kept, type Run, readKept, writeKept } from "./kept.ts";

const runOf = (operation: string, isPinned = false): Run => ({
  name: null,
  operation,
  variables: "",
  isPinned,
});

/** A tab that keeps one text. */
function openTab(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}

test("what a tab keeps comes back, and nothing that another version wrote", () => {
  const kept: Kept = { operation: "{ a }", variables: "{}", runs: [runOf("{ b }", true)] };
  const tab = openTab();
  expect(readKept(tab)).toBeNull();
  writeKept(tab, kept);
  expect(readKept(tab)).toEqual(kept);
  for (const other of [
    "",
    "{",
    "1",
    "{}",
    '{"operation":"","variables":""}',
    '{"operation":"","variables":"","runs":[{}]}',
  ])
    expect(readKept(openTab(other)), other).toBeNull();
});

test("a browser without room keeps nothing, and nothing fails", () => {
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(() => writeKept(full, { operation: "", variables: "", runs: [] })).not.toThrow();
});

test("a run that ran before moves up and stays pinned; only the latest 30 others stay", () => {
  const before = Array.from({ length: 31 }, (_, index) => runOf(`{ a${index} }`, index === 30));
  const after = addRun(before, { name: "N", operation: "{ new }", variables: "" });
  expect(after).toHaveLength(31);
  expect(after.at(-1)).toEqual(runOf("{ a30 }", true));
  expect(after.some(({ operation }) => operation === "{ a29 }")).toBe(false);
  const again = addRun(after, { name: null, operation: "{ a30 }", variables: "" });
  expect(again[0]).toEqual(runOf("{ a30 }", true));
  expect(again).toHaveLength(31);
});
