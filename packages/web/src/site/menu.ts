/** A page such as "About", the archive or the search, by its path on the site. */
export interface MenuEntry {
  readonly path: string;
  /** Null: the name that the part of the site has in the reader's language. */
  readonly title: string | null;
}

/** An entry of the menu as its owner arranged it. */
export interface MenuChoice {
  /** The path of a page or of a part of the site, or the address of a link elsewhere. */
  readonly to: string;
  /** Empty: the entry's own name. */
  readonly name: string;
  readonly isHidden: boolean;
}

/** An entry of an arranged menu. */
export interface ArrangedEntry extends MenuEntry, MenuChoice {
  /** Whether the owner added it; a link of one's own can be removed, a page only hidden. */
  readonly isLink: boolean;
}

export const menuLimits = {
  menuEntries: 60,
  menuNameLength: 60, // characters of a name
  menuAddressLength: 2_000, // characters of an address
};

/** The parts of every site that stand in its menu, and the one that stands in for pages of the owner. */
const parts = { archive: "/archive", about: "/about", search: "/search" } as const;

/**
 * The entries of the setting `siteMenu`.
 *
 * @param text a JSON list of objects with `to`, and `name` and `isHidden` if they have them
 * @returns null for a text that is no such list, or has an entry twice
 */
export function menuOf(text: string): MenuChoice[] | null {
  const list = readJson(text);
  if (!Array.isArray(list) || list.length > menuLimits.menuEntries) return null;
  const choices = list.map(choiceOf);
  const isWhole = choices.every((choice) => choice !== null);
  return isWhole && new Set(choices.map(({ to }) => to)).size === choices.length ? choices : null;
}

/** The setting `siteMenu` for these entries. */
export function writeMenu(choices: readonly MenuChoice[]): string {
  const short = choices.map(({ to, name, isHidden }) => ({
    to,
    ...(name !== "" && { name }),
    ...(isHidden && { isHidden }),
  }));
  return JSON.stringify(short);
}

/**
 * The menu of a site: the entries that its owner arranged, and after them those that came later. Pages that are gone are left out.
 *
 * @param choices empty for a menu that nobody arranged: archive, pages, search
 * @param pages the owner's pages, in order
 */
export function arrangeMenu(
  choices: readonly MenuChoice[],
  pages: readonly MenuEntry[],
): readonly ArrangedEntry[] {
  const about = { path: parts.about, title: null };
  const usual: readonly MenuEntry[] = [
    { path: parts.archive, title: null },
    ...(pages.length > 0 ? pages : [about]),
    { path: parts.search, title: null },
  ];
  const known = new Map([about, ...usual].map((entry) => [entry.path, entry]));
  const chosen = choices.flatMap((choice): readonly ArrangedEntry[] => {
    const entry = known.get(choice.to);
    if (entry) return [{ ...choice, ...entry, isLink: false }];
    return isMenuPage(choice.to) ? [] : [{ ...choice, path: choice.to, title: choice.name, isLink: true }];
  });
  const named = new Set(choices.map(({ to }) => to));
  const later = usual.filter(({ path }) => !named.has(path));
  return [
    ...chosen,
    ...later.map((entry) => ({ ...entry, to: entry.path, name: "", isHidden: false, isLink: false })),
  ];
}

/** Whether an address is one that a menu can lead to: a path of the site, or a page elsewhere. */
export function isMenuAddress(to: string): boolean {
  if (to.length > menuLimits.menuAddressLength || !to.isWellFormed() || /[\s\p{C}\\]/u.test(to)) return false;
  return /^\/(?!\/)/.test(to) || (/^https?:\/\//i.test(to) && URL.canParse(to));
}

/** Whether an address is that of a post, which is in the menu only as long as it is a page. */
export const isMenuPage = (to: string): boolean => /^\/(slug|publications)\//.test(to);

function choiceOf(value: unknown): MenuChoice | null {
  const { to, name = "", isHidden = false } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof to !== "string" || typeof name !== "string" || typeof isHidden !== "boolean") return null;
  const isShort = [...name].length <= menuLimits.menuNameLength && !/\p{C}/u.test(name);
  const needsName = !isMenuPage(to) && !Object.values<string>(parts).includes(to);
  if (!isShort || !isMenuAddress(to) || (needsName && name.trim() === "")) return null;
  return { to, name: name.trim(), isHidden };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
