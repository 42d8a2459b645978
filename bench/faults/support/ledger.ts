/** What was said of one thing that can be written: a publication, a setting, a follow. */
interface Entry {
  /** What it may be by now: what was acknowledged last, and everything that was asked for since. */
  readonly possible: Set<string>;
  readonly isAcknowledged: boolean;
}

/**
 * What a node's clients were told. A thing must be what was acknowledged last, unless something was asked for since
 * that got no answer: then it may be either.
 */
export interface Ledger {
  /** Acknowledged writes so far. */
  readonly acknowledged: number;
  /** From now on the thing may be that. A star at the end stands for any rest. */
  attempt(thing: string, value: string): void;
  /** From now on the thing is that, and nothing else. */
  acknowledge(thing: string, value: string): void;
  /** The things whose last acknowledged value begins so, and of which nothing is in doubt. */
  certain(prefix: string, value: string): string[];
  /** @returns a sentence for everything that is not as it was acknowledged; `actual` lacks what is gone */
  compare(actual: ReadonlyMap<string, string>): string[];
}

/** What `compare` takes a thing for that is not there. */
export const gone = "gone";

export function createLedger(name: string): Ledger {
  const accounts = new Map<string, Entry>();
  let acknowledged = 0;
  return {
    get acknowledged() {
      return acknowledged;
    },
    attempt(thing, value) {
      const account = accounts.get(thing);
      if (account) account.possible.add(value);
      else accounts.set(thing, { possible: new Set([gone, value]), isAcknowledged: false });
    },
    acknowledge(thing, value) {
      acknowledged += 1;
      accounts.set(thing, { possible: new Set([value]), isAcknowledged: true });
    },
    certain(prefix, value) {
      return [...accounts]
        .filter(([thing, { possible }]) => {
          const [only, ...others] = possible;
          return thing.startsWith(prefix) && others.length === 0 && only?.startsWith(value);
        })
        .map(([thing]) => thing);
    },
    compare(actual) {
      return [...accounts].flatMap(([thing, { possible }]) => {
        const value = actual.get(thing) ?? gone;
        if ([...possible].some((one) => matches(one, value))) return [];
        return [`${name}: ${thing} is ${value}, and was to be ${[...possible].join(" or ")}`];
      });
    },
  };
}

function matches(pattern: string, value: string): boolean {
  return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
