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

/** What the keys of a list do beside moving in it. */
export interface ListKeys {
  /** Opens the item with this id, or none. */
  readonly open?: (id: string | null) => void;
  readonly more?: () => void;
}

/** `j` and `k` move through the items of a place (those with `data-item`), `o` opens one, Escape closes, `m` shows more. */
export function useListKeys({ open, more }: ListKeys): void {
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ...(open && { o: () => open(focusedItem() ?? null), Escape: () => open(null) }),
    ...(more && { m: more }),
  });
}

/** Puts the focus back on an item, once what was opened from it is closed. */
export function focusItem(id: string): void {
  document.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();
}

/** The id of the item that has the focus. */
export function focusedItem(): string | undefined {
  return (document.activeElement?.closest("[data-item]") as HTMLElement | null)?.dataset.item;
}

/** Does what the focused item offers under that name (`data-act`), where it does. */
export function actOnFocused(name: string): void {
  const item = document.activeElement?.closest("[data-item]");
  item?.querySelector<HTMLElement>(`[data-act="${name}"]`)?.click();
}

/** To the next item or the one before; from outside the list to its first. */
function moveFocus(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const current = items.findIndex(({ dataset }) => dataset.item === focusedItem());
  const next = items[current === -1 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
