import type { Address } from "@freehold/protocol";
import { isRecord } from "@freehold/protocol/internal";

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

/** The states of a browser that stores nothing last as long as the page. */
let ofThisPage: Readonly<Record<string, State | undefined>> = {};

function readStates(): Readonly<Record<string, State | undefined>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return { ...(isRecord(stored) && (stored as typeof ofThisPage)), ...ofThisPage };
  } catch {
    return ofThisPage;
  }
}

function write(address: Address, state: State): void {
  const states = { ...readStates(), [address]: state };
  try {
    localStorage.setItem(storageKey, JSON.stringify(states));
    ofThisPage = {};
  } catch {
    ofThisPage = states;
  }
  for (const listener of listeners) listener();
}
