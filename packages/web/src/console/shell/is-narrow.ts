const query = matchMedia("(width < 64rem)");

/** Whether the window has no room for a list beside a view, for `useSyncExternalStore`. */
export const isNarrow = {
  now: () => query.matches,
  subscribe(listener: () => void) {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  },
};
