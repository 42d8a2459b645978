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

const signedIn = new BroadcastChannel("freehold:signed-in");
const signInListeners = new Set<() => void>();

const tellSignIn = () => {
  for (const listener of signInListeners) listener();
};
signedIn.onmessage = tellSignIn;

/** Tells this tab and the others of this browser that the owner has signed in. */
export function announceSignIn(): void {
  tellSignIn();
  signedIn.postMessage(null);
}

/** Calls a function when the owner has signed in, here or in another tab. @returns a function that ends it */
export function onSignedIn(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}
