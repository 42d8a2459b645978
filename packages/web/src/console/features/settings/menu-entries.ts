import { type ArrangedEntry, isMenuAddress, menuLimits } from "../../../site/menu.ts";

/** Moves an entry by one place; at an end it stays. */
export function moveEntry(
  entries: readonly ArrangedEntry[],
  to: string,
  step: 1 | -1,
): readonly ArrangedEntry[] {
  const from = entries.findIndex((entry) => entry.to === to);
  const place = from + step;
  const entry = entries[from];
  if (!entry || place < 0 || place >= entries.length) return entries;
  const others = entries.toSpliced(from, 1);
  return others.toSpliced(place, 0, entry);
}

/**
 * Adds a link after the others.
 *
 * @returns the reason for which it can't be added, or the entries
 */
export function addLink(
  entries: readonly ArrangedEntry[],
  { name, address }: { readonly name: string; readonly address: string },
): readonly ArrangedEntry[] | "badLink" | "twice" {
  const [title, written] = [name.trim(), address.trim()];
  // A host alone is what people copy from their heads.
  const to = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/|$)/u.test(written) ? `https://${written}` : written;
  const isFull = entries.length >= menuLimits.menuEntries;
  if (title === "" || isFull || !isMenuAddress(to) || /^\/(slug|publications)\//.test(to)) return "badLink";
  if (entries.some((entry) => entry.to === to)) return "twice";
  return [...entries, { to, path: to, name: title, title, isHidden: false, isLink: true }];
}
