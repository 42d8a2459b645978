const channel = new BroadcastChannel("freehold:signed-out");
const listeners = new Set<() => void>();

// Another tab has signed out. A new page holds no text and no key.
channel.onmessage = () => {
  for (const listener of listeners) listener();
  location.reload();
};

/** Tells the other tabs of this browser that the session has ended. */
export function announceSessionEnd(): void {
  channel.postMessage(null);
}

/** Calls a function when another tab has signed out, before this page is loaded again. */
export function onSessionEnd(listener: () => void): void {
  listeners.add(listener);
}
