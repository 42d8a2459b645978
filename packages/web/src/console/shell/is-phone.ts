/** As wide as the styles of a phone reach. */
const query = matchMedia("(width < 48rem)");

/** Whether the window is as narrow as that of a phone, for `useSyncExternalStore`. */
export const isPhone = {
  now: () => query.matches,
  subscribe(listener: () => void) {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  },
};
