import { useCallback, useEffect, useState } from "react";
import { findKept, forgetKept, type KeptValue, keepValue } from "./kept-values.ts";

/** A value that is typed or chosen, and kept in this browser until the node has it. */
export interface Kept<T> {
  readonly value: T;
  /** Changes it. */
  set(next: T): void;
  /** Goes back to the value of the node. */
  discard(): void;
  /** Forgets what is kept: the node has the value. */
  forget(): void;
  /** When it was typed, if it came back from an earlier page (milliseconds); null if it did not. */
  readonly restoredAt: number | null;
}

type Choice = string | boolean | readonly string[];

/**
 * A value of a form that survives a reload, a crash and another view. No secret is ever kept so.
 *
 * @param key names the form, and its object where there are several: the next form with this key gets the value
 * @param saved the value of the node, or that of an empty form
 */
export function useKept<T extends string | Readonly<Record<string, Choice>>>(key: string, saved: T): Kept<T> {
  const [found, setFound] = useState<KeptValue<T> | null>(() => findKept(key, isLike(saved)));
  const [typed, setTyped] = useState<T | null>(found?.value ?? null);
  const isChanged = typed !== null && !isSame(typed, saved);
  useEffect(() => {
    if (typed !== null && !isChanged) forgetKept(key);
  }, [key, typed, isChanged]);
  const forget = useCallback(() => {
    setFound(null);
    forgetKept(key);
  }, [key]);
  return {
    value: typed ?? saved,
    set(next) {
      setTyped(next);
      if (isSame(next, saved)) forget();
      else keepValue(key, next);
    },
    discard() {
      setTyped(null);
      forget();
    },
    forget,
    restoredAt: isChanged ? (found?.at ?? null) : null,
  };
}

/** Whether there is a value for a form that is not open. */
export function isKept(key: string): boolean {
  return findKept(key, (value): value is unknown => value !== undefined) !== null;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a stored value has the form of the one of the node: the fields of another version are not taken. */
function isLike<T>(saved: T) {
  return (value: unknown): value is T =>
    typeof saved === "object" && saved !== null
      ? typeof value === "object" &&
        value !== null &&
        isSame(Object.keys(value).sort(), Object.keys(saved).sort()) &&
        Object.entries(saved).every(([name, field]) => isAlike(Reflect.get(value, name), field))
      : typeof value === typeof saved;
}

function isAlike(value: unknown, saved: unknown): boolean {
  if (Array.isArray(saved)) return Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof value === typeof saved;
}
