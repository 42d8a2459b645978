import type { Reader, Store, Tx } from "../database.ts";
import { readMeta, readMetas, writeMeta } from "../meta.ts";

const keyOf = (language: string) => `search_language.${language}`;

/** Notes that the search has a text in a language. */
export async function noteLanguage(tx: Tx, language: string): Promise<void> {
  // A write of what is there would make prepared answers invalid.
  if ((await readMeta(tx, keyOf(language))) === null) await writeMeta(tx, keyOf(language), "1");
}

/** By store, until public data changes. */
const remembered = new WeakMap<Reader, { version: string; noted: readonly string[] }>();

/** Those of these languages that were noted. @param languages the same in each call */
export async function listNotedLanguages<L extends string>(
  { db, version }: Pick<Store, "db" | "version">,
  languages: readonly L[],
): Promise<readonly L[]> {
  const now = version();
  const known = remembered.get(db);
  if (now !== null && known?.version === now) return known.noted as readonly L[];
  const values = await readMetas(db, languages.map(keyOf));
  const noted = languages.filter((language) => values.has(keyOf(language)));
  if (now !== null) remembered.set(db, { version: now, noted });
  return noted;
}
