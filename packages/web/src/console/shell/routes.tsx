import { type AnchorHTMLAttributes, type MouseEvent, type ReactElement, useSyncExternalStore } from "react";

import { firstMessages } from "../../messages/console/use-messages.ts";
import { mayLeaveView } from "../kept/leave-guard.ts";

/** The current view and its parameters. */
export interface Route {
  /** The first segment of the path below `/console`; empty for `/console` itself. */
  readonly view: string;
  /** The other segments. */
  readonly rest: readonly string[];
}

const base = "/console";

/** The new places of moved views: old links to them are in bookmarks, mails and push messages. */
const moved: readonly (readonly [old: string, now: string])[] = [
  ["timeline", "home"],
  ["people", "home/people"],
  ["media", "posts/media"],
  ["delivery", "posts/delivery"],
  ["comments", "inbox/comments"],
  ["notifications", "inbox"],
  ["status", "settings/status"],
];

/** The present path of a view, below `/console`. @param path one of any version */
export function currentPath(path: string): string {
  const [, first = "", rest = ""] = /^\/([^/]*)(.*)/s.exec(path) ?? [];
  const now = moved.find(([old]) => old === first)?.[1];
  return now === undefined ? path : `/${now}${rest}`;
}

const listeners = new Set<() => void>();

/** The current route; it follows the page's address. */
export function useRoute(): Route {
  const path = useSyncExternalStore(subscribe, () => location.pathname);
  const parts = currentPath(path.slice(base.length)).split("/").filter(Boolean);
  const [view = "", ...rest] = parts.map(decodeURIComponent);
  return { view, rest };
}

/**
 * Goes to a path below `/console`, as "/people/followers".
 *
 * @param options.carried data for the next view that is not in its address; read it by `readCarried`
 */
export function goTo(
  path: string,
  { replace = false, carried = null }: { replace?: boolean; carried?: string | null } = {},
): void {
  if (!replace && !mayLeaveView(firstMessages().leaveView)) return;
  history[replace ? "replaceState" : "pushState"](carried, "", addressOf(path));
  show();
}

/** The entry of the history that is shown. */
let shown = { state: null as unknown, address: "" };

/** Has every part of the page follow its address. */
function show(): void {
  shown = { state: history.state, address: location.href };
  for (const listener of listeners) listener();
}

/** Follows the browser's Back and Forward, or goes back to what is shown where the owner stays. */
function followHistory(): void {
  if (mayLeaveView(firstMessages().leaveView)) show();
  else history.pushState(shown.state, "", shown.address);
}

/** The data that `goTo` carried to this view; null for none. */
export function readCarried(): string | null {
  return typeof history.state === "string" ? history.state : null;
}

/** The address of a path below `/console`, of this version or an older one. */
function addressOf(path: string): string {
  return `${base}${currentPath(path)}`;
}

/** Shows the present address of a view that was opened by an older one. */
export function correctAddress(): void {
  const present = addressOf(location.pathname.slice(base.length));
  if (present !== location.pathname) history.replaceState(history.state, "", present);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = { state: history.state, address: location.href };
    addEventListener("popstate", followHistory);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("popstate", followHistory);
  };
}

/** A link to a path below `/console`; with a modifier key, an ordinary link. */
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
