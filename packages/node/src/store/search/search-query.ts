/**
 * A document in terms, each of which is found as a whole. Words have only letters and digits; marks begin with one of
 * `#@_`, so that no word is taken for a mark.
 */
export interface SearchTerms {
  readonly title: readonly string[];
  readonly body: readonly string[];
  readonly marks: readonly string[];
}

/** Terms that follow one another in the title or in the body, or one mark. */
export interface SearchPhrase {
  readonly terms: readonly string[];
  readonly isMark: boolean;
  /** The last term may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

/** A search: at least one phrase of each group of `all`, and none of `none`. Without a group nothing is found. */
export interface SearchExpression {
  readonly all: ReadonlyArray<readonly SearchPhrase[]>;
  readonly none: readonly SearchPhrase[];
}

export interface SearchRequest {
  readonly expression: SearchExpression;
  /** Only what readers may find: nothing that is hidden takes a place among the newest. */
  readonly readersOnly: boolean;
  /** The ids, both ends included. */
  readonly range: { readonly first: number; readonly last: number };
  /** `Store.version()`, read before: what was found out about words holds while it is the same. Null: nothing is kept. */
  readonly version: string | null;
  /** The most matches that are ranked: those with the highest ids. The others are left out. */
  readonly limit: number;
}

// FTS5 has an index of shorter ones.
const longBeginning = 4;

/** Whether a phrase ends in the beginning of a word that has few ends. Only such a one is also looked for in titles. */
export function isLongBeginning({ terms, isPrefix }: SearchPhrase): boolean {
  return isPrefix && [...(terms.at(-1) ?? "")].length >= longBeginning;
}

/** The groups of words, which rank a document higher when they are in its title; marks rank nothing. */
export function titleGroups({ all }: SearchExpression): ReadonlyArray<readonly SearchPhrase[]> {
  return all.filter((group) => group.every(({ isMark }) => !isMark));
}
