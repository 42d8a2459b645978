import type { Reader, Tx } from "../database.ts";
import { readMetas } from "../meta.ts";

const keyOf = (language: string) => `search_language.${language}`;

/** Notes that the search has a text in a language. */
export async function noteLanguage(tx: Tx, language: string): Promise<void> {
  await tx
    .insertInto("meta")
    .values({ key: keyOf(language), value: "1" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Those of these languages that were noted. */
export async function listNotedLanguages<L extends string>(
  db: Reader,
  languages: readonly L[],
): Promise<L[]> {
  const noted = await readMetas(db, languages.map(keyOf));
  return languages.filter((language) => noted.has(keyOf(language)));
}
