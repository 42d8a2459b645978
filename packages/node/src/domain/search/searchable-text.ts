/** What of a publication or a comment can be found, in plain text. */
export interface SearchableText {
  readonly title: string;
  readonly body: string;
  /** Folded, without the sign that they begin with. */
  readonly tags: readonly string[];
  readonly mentions: readonly string[];
}
