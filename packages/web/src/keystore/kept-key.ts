type Listener = () => void;

interface KeptKey {
  /** In milliseconds. */
  readonly until: number;
  readonly lock: () => void;
}

let kept: KeptKey | null = null;
const listeners = new Set<Listener>();

/** The key of this page, as long as its owner asked to keep it unlocked: what the console shows of it. */
export const keptKey = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Null without one. */
  current: (): KeptKey | null => kept,
  set(next: KeptKey | null): void {
    if (next === kept) return;
    kept = next;
    for (const listener of listeners) listener();
  },
};
