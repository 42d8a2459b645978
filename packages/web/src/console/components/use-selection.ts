import { useState } from "react";

/** The items of a list that the owner selected. */
export function useSelection<T extends { readonly id: string }>(all: readonly T[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    items: all.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle: (id: string) => setIds(ids.symmetricDifference(new Set([id]))),
    set: (selected: readonly string[]) => setIds(new Set(selected)),
  };
}
