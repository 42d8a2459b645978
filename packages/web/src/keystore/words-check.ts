import type { Address } from "@freehold/protocol";

/**
 * Whether the owner has shown that the recovery words of a key are written down: not yet, put off, or done. Null for a key of
 * which this browser knows no words.
 */
export type WordsCheck = "open" | "later" | "done" | null;

/** The states by address. It holds no word: the browser remembers the check alone. */
const storageKey = "freehold:words-check";

/** The number of words of a key that Freehold makes; keys of wallets may have 12. */
const usualCount = 24;

type Listener = () => void;
const listeners = new Set<Listener>();

export const wordsCheck = {
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read(address: Address | null): WordsCheck {
    return (address && readStates()[address]?.state) ?? null;
  },
  set(address: Address, state: Exclude<WordsCheck, null>): void {
    write(address, { state, count: wordsCheck.countOf(address) });
  },
  /** A key with words was opened here: its words are to be checked, unless that is known. */
  begin(address: Address, count: number): void {
    const known = readStates()[address];
    if (known === undefined || known.count !== count) write(address, { state: "open", count });
  },
  /** How many recovery words a key has, as it was opened here. */
  countOf: (address: Address): number => readStates()[address]?.count ?? usualCount,
};

interface State {
  readonly state: Exclude<WordsCheck, null>;
  readonly count: number;
}

function readStates(): Readonly<Record<string, State | undefined>> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  } catch {
    return {};
  }
}

function write(address: Address, state: State): void {
  localStorage.setItem(storageKey, JSON.stringify({ ...readStates(), [address]: state }));
  for (const listener of listeners) listener();
}
