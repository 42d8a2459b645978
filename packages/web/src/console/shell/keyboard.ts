import { useEffect, useRef } from "react";

/** Shortcuts and their actions: one key as `n`, or two as `g t`. */
type Keys = Readonly<Record<string, () => unknown>>;

/** The longest time between two keys, in milliseconds. */
const betweenKeys = 1_000;

/** Shortcuts that work outside text fields and dialogs, and without Ctrl, Alt and Meta. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let first = { key: "", at: 0 };
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || takesText(event.target)) return;
      // Escape closes the dialog, and no key acts on the view behind it.
      if (document.querySelector("dialog:modal")) return;
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

/** Ctrl+K, or Cmd+K on a Mac, opens the command palette, wherever the focus is; a second time closes it. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // In the editor the same keys make a link of the selection.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * `j` and `k` move through the items of a view (with `data-item`), `o` opens one, Escape closes it, `m` loads more.
 *
 * @param open opens the item with this id, or none
 */
export function useListKeys(
  list: { readonly hasNextPage: boolean; fetchNextPage(): unknown },
  open?: (id: string | null) => void,
): void {
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    m: () => list.hasNextPage && list.fetchNextPage(),
    ...(open && { o: () => open(focusedItem() ?? null), Escape: () => open(null) }),
  });
}

/** Returns the focus to an item when its panel is closed: to the button that opened it, if there is one. */
export function focusItem(id: string): void {
  const item = document.querySelector<HTMLElement>(`[data-item="${id}"]`);
  (item?.querySelector<HTMLElement>('[aria-expanded="true"]') ?? item)?.focus();
}

/** The id of the item that has the focus. */
export function focusedItem(): string | undefined {
  return (document.activeElement?.closest("[data-item]") as HTMLElement | null)?.dataset.item;
}

/** Clicks the focused item's button with this `data-act`, if there is one. */
export function actOnFocused(name: string): void {
  const item = document.activeElement?.closest("[data-item]");
  item?.querySelector<HTMLElement>(`[data-act="${name}"]`)?.click();
}

/** Moves to the next or previous item; from outside the list, to the first. */
function moveFocus(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const current = items.findIndex(({ dataset }) => dataset.item === focusedItem());
  const next = items[current === -1 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
