import { type AnchorHTMLAttributes, type MouseEvent, type ReactElement, useSyncExternalStore } from "react";

/** Where one is at the console. */
export interface Route {
  /** The first part of the path below `/console`; empty at the console's own address. */
  readonly view: string;
  /** What stands behind it, in its parts. */
  readonly rest: readonly string[];
}

const base = "/console";
const listeners = new Set<() => void>();

/** The route of the page's address, now and whenever it changes. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  const [view = "", ...rest] = path.slice(base.length).split("/").filter(Boolean).map(decodeURIComponent);
  return { view, rest };
}

/**
 * Goes to a path below `/console`, as "/people/followers".
 *
 * @param options.carried what is taken there and stands in no address: `readCarried` gives it, until one goes on
 */
export function goTo(
  path: string,
  { replace = false, carried = null }: { replace?: boolean; carried?: string | null } = {},
): void {
  history[replace ? "replaceState" : "pushState"](carried, "", `${base}${path}`);
  for (const listener of listeners) listener();
}

/** What was taken along to where one is; null for nothing. */
export function readCarried(): string | null {
  return typeof history.state === "string" ? history.state : null;
}

/** The address of a path below `/console`. */
export function addressOf(path: string): string {
  return `${base}${path}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("popstate", listener);
  };
}

/** A link to a path below `/console`; with a modifier key it is one like any other. */
export function Link({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">): ReactElement {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return <a {...rest} href={addressOf(to)} onClick={follow} />;
}
