import { guardLeaving } from "./leave-guard.ts";

/** A value that was typed or chosen, and that the node does not have yet. */
export interface KeptValue<T> {
  readonly value: T;
  /** When it was typed, in milliseconds. */
  readonly at: number;
}

const prefix = "freehold:kept:";

/** The values that this browser refused to store: they live as long as the page. */
const unstored = new Map<string, KeptValue<unknown>>();
const hasUnstored = (): boolean => unstored.size > 0;

/** Keeps a value in this browser, at once: a page may end at any time. Where that is impossible, for as long as the page is open. */
export function keepValue(key: string, value: unknown): void {
  const kept = { value, at: Date.now() };
  try {
    localStorage.setItem(prefix + key, JSON.stringify(kept));
    unstored.delete(key);
  } catch {
    unstored.set(key, kept);
    guardLeaving(hasUnstored);
  }
}

/** The value that was kept under a key; null for none. @param isRight whether a stored value has the form of this version */
export function findKept<T>(key: string, isRight: (value: unknown) => value is T): KeptValue<T> | null {
  const found: unknown = unstored.get(key) ?? readStored(key);
  if (typeof found !== "object" || found === null || !("value" in found) || !("at" in found)) return null;
  const { value, at } = found;
  return isRight(value) && typeof at === "number" ? { value, at } : null;
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets a value: the node has it, or the owner discarded it. */
export function forgetKept(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}

const storedKeys = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
};

/** The number of values that the node does not have. */
export function countKept(): number {
  return new Set([...storedKeys().map((name) => name.slice(prefix.length)), ...unstored.keys()]).size;
}

/** Forgets all values, after signing out. */
export function forgetAllKept(): void {
  for (const name of storedKeys()) forgetKept(name.slice(prefix.length));
  unstored.clear();
}
