import {
  type ArrangedEntry,
  isMenuAddress,
  isMenuPage,
  type MenuChoice,
  menuLimits,
} from "../../../site/menu.ts";

/** Moves an entry to a place, from 0 on; beyond an end it stays. */
export function moveEntry(
  entries: readonly ArrangedEntry[],
  to: string,
  place: number,
): readonly ArrangedEntry[] {
  const from = entries.findIndex((entry) => entry.to === to);
  const entry = entries[from];
  if (!entry || place < 0 || place >= entries.length) return entries;
  const others = entries.toSpliced(from, 1);
  return others.toSpliced(place, 0, entry);
}

/**
 * The entries with those of pages that are not public now, each at the place that it had: a page that is restored, or published
 * again, keeps its name in the menu.
 *
 * @param saved the menu as the node has it
 */
export function withAbsentPages(
  entries: readonly MenuChoice[],
  saved: readonly MenuChoice[],
): readonly MenuChoice[] {
  let all = entries;
  for (const [place, choice] of saved.entries())
    if (isMenuPage(choice.to) && !entries.some(({ to }) => to === choice.to))
      all = all.toSpliced(place, 0, choice);
  return all.slice(0, menuLimits.menuEntries);
}

/**
 * Adds a link after the others.
 *
 * @returns the reason for which it can't be added, or the entries
 */
export function addLink(
  entries: readonly ArrangedEntry[],
  { name, address }: { readonly name: string; readonly address: string },
): readonly ArrangedEntry[] | "badLink" | "ownPost" | "twice" | "full" {
  const [title, written] = [name.trim(), address.trim()];
  // A host alone is what people copy from their heads.
  const to = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(\/|$)/u.test(written) ? `https://${written}` : written;
  if (entries.length >= menuLimits.menuEntries) return "full";
  if (title === "" || !isMenuAddress(to)) return "badLink";
  if (entries.some((entry) => entry.to === to || entry.path === to)) return "twice";
  if (isMenuPage(to)) return "ownPost";
  return [...entries, { to, path: to, name: title, title, isHidden: false, isLink: true }];
}
