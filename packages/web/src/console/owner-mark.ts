const key = "freehold-owner";

/**
 * Notes in this browser that its user signed in to the console, or signed out. The public pages read it to show the links to the
 * console; it opens nothing.
 */
export function setOwnerMark(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, "1");
    else localStorage.removeItem(key);
  } catch {
    // A browser may refuse to store anything.
  }
}

/** Whether this browser signed in to the console. */
export function readOwnerMark(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
