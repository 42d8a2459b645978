import { useEffect, useRef } from "react";

/** What a key does: `n`, or two after another as `g t`. */
export type Keys = Readonly<Record<string, () => void>>;

/** How long the second of two keys may take, in milliseconds. */
const betweenKeys = 1_000;

/** Keys that hold wherever one is, except in a field that takes text, and with none of Ctrl, Alt and Meta. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let first = { key: "", at: 0 };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || takesText(event.target)) return;
      const two = event.timeStamp - first.at < betweenKeys ? `${first.key} ${event.key}` : "";
      const act = latest.current[two] ?? latest.current[event.key];
      first = { key: event.key, at: event.timeStamp };
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
