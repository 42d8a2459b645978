/**
 * A document in terms, each of which is found as a whole. Words are letters and digits alone; marks begin with one of
 * `#@_`, so that no word is ever taken for one.
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

/** Of each group of `all` one phrase at least, and none of `none`. Without a group nothing is found. */
export interface SearchExpression {
  readonly all: ReadonlyArray<readonly SearchPhrase[]>;
  readonly none: readonly SearchPhrase[];
}

export interface SearchRequest {
  readonly expression: SearchExpression;
  /** Only what readers may find: their index counts nothing else, so that not even a rank tells of what is hidden. */
  readonly readersOnly: boolean;
  /** The ids, both ends included. */
  readonly range: { readonly first: number; readonly last: number };
  /** Of more matches, those with the highest ids. */
  readonly limit: number;
}

/** `relevance` is 0 or more, and compares with that of the same search alone. */
export interface SearchMatch {
  readonly id: number;
  readonly relevance: number;
}

// Not a limit: a weight of the ranking.
/** How much more a word counts in a title than in a body. */
export const titleWeight = 4;
