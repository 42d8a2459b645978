type Listener = () => void;

interface UnlockedKey {
  /** In milliseconds. */
  readonly until: number;
  readonly lock: () => void;
}

let unlocked: UnlockedKey | null = null;
const listeners = new Set<Listener>();

/** The unlocked key of this page, as the console shows it, for as long as the owner asked to keep it. */
export const unlockedKey = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Null without one. */
  current: (): UnlockedKey | null => unlocked,
  set(next: UnlockedKey | null): void {
    if (next === unlocked) return;
    unlocked = next;
    for (const listener of listeners) listener();
  },
};
