import { afterEach, expect, test, vi } from "vitest";
import { wordsCheck } from "./words-check.ts";

const address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";

/** The checks in a browser that stores, or refuses to. */
function open(storage: Pick<Storage, "getItem" | "setItem">): typeof wordsCheck {
  vi.stubGlobal("localStorage", storage);
  return wordsCheck;
}

afterEach(() => void vi.unstubAllGlobals());

test("the check of a key is remembered by the browser", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const before = open(storage);
  before.begin(address, 12);
  before.set(address, "done");
  const after = open(storage);
  after.begin(address, 12);
  expect([after.read(address), after.countOf(address), after.read(null)]).toEqual(["done", 12, null]);
});

test.each(["null", "[]", "5", "{"])("what another program stored there (%s) is no state", (text) => {
  const check = open({ getItem: () => text, setItem: () => {} });
  expect([check.read(address), check.countOf(address)]).toEqual([null, 24]);
});

test("a browser that stores nothing opens keys all the same, and remembers as long as the page", () => {
  const refuse = () => {
    throw new DOMException("The quota is exceeded.", "QuotaExceededError");
  };
  const check = open({ getItem: refuse, setItem: refuse });
  check.begin(address, 24);
  expect(check.read(address)).toBe("open");
  check.set(address, "later");
  expect(check.read(address)).toBe("later");
});
