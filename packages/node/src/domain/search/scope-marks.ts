import type { Address } from "@freehold/protocol";

/** Marks that nobody writes: for a search that says only what is not to be found, and for what the owner alone may see. */
export const scopeMarks = { all: "_all", draft: "_draft" } as const;

/** The mark of whoever wrote something. */
export function authorMark(address: Address): string {
  return `_by${address.toLowerCase()}`;
}
