import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The storage of a browser: `isFull` refuses what is written. */
function openStorage() {
  const items = new Map<string, string>();
  const storage = {
    isFull: false,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (storage.isFull) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true });
    },
    removeItem(key: string) {
      items.delete(key);
      Reflect.deleteProperty(storage, key);
    },
  };
  return storage;
}

let storage: ReturnType<typeof openStorage>;
let kept: typeof import("./kept-values.ts");
let listeners: Set<(event: Event) => void>;

/** A page that is loaded again: it has what the browser stored, and nothing of the page before. */
async function load(): Promise<void> {
  listeners = new Set();
  vi.stubGlobal("addEventListener", (name: string, listener: (event: Event) => void) => {
    if (name === "beforeunload") listeners.add(listener);
  });
  vi.resetModules();
  kept = await import("./kept-values.ts");
}

const isText = (value: unknown): value is string => typeof value === "string";

/** How often the browser asks before the page is closed. */
function countQuestions(): number {
  const event = new Event("beforeunload", { cancelable: true });
  const prevented = vi.spyOn(event, "preventDefault");
  for (const listener of listeners) listener(event);
  return prevented.mock.calls.length;
}

beforeEach(async () => {
  storage = openStorage();
  vi.stubGlobal("localStorage", storage);
  await load();
});
afterEach(() => void vi.unstubAllGlobals());

test("what was typed is there in the next page, until it is forgotten", async () => {
  kept.keepValue("answer 1", "Half a sen");
  kept.keepValue("answer 1", "Half a sentence");
  await load();
  expect(kept.findKept("answer 1", isText)?.value).toBe("Half a sentence");
  expect([kept.findKept("answer 2", isText), kept.countKept()]).toEqual([null, 1]);
  kept.forgetKept("answer 1");
  await load();
  expect(kept.findKept("answer 1", isText)).toBeNull();
});

test("the owner is asked once before the page is closed, and only for what the browser refused", async () => {
  kept.keepValue("profile", "stored");
  expect(countQuestions()).toBe(0);
  storage.isFull = true;
  kept.keepValue("stylesheet", "refused");
  kept.keepValue("answer 1", "refused, too");
  expect([countQuestions(), kept.countKept(), kept.findKept("stylesheet", isText)?.value]).toEqual([
    1,
    3,
    "refused",
  ]);
  kept.forgetKept("stylesheet");
  kept.forgetKept("answer 1");
  expect(countQuestions()).toBe(0);
});

test("signing out leaves nothing, and a value of another form is not taken", async () => {
  kept.keepValue("profile", { title: "Ada" });
  expect(kept.findKept("profile", isText)).toBeNull();
  storage.setItem("freehold:kept:broken", "{");
  storage.setItem("freehold:theme", "dark");
  expect(kept.findKept("broken", isText)).toBeNull();
  kept.forgetAllKept();
  expect([kept.countKept(), storage.getItem("freehold:theme")]).toEqual([0, "dark"]);
});
