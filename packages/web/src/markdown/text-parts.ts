import type { DrawnFigures } from "../figures/figure.ts";

/** A hashtag in plain prose: where it stands, with its sign, and the name that it goes by. */
export interface FoundTag {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/** A picture of this site's own, as it can be had. */
export interface SitePicture {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** Where it is had, when that is not where the text says. */
  readonly shownAt?: string;
  /** Smaller copies: what to add to its address, and their width in pixels. */
  readonly copies: readonly { readonly path: string; readonly width: number }[];
}

/** A post of somebody's that a text refers to by its address alone. */
export interface QuotedPost {
  readonly href: string;
  readonly author: string;
  /** The address of whoever signed it. */
  readonly address: string;
  readonly contentHash: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  readonly isSigned: boolean;
  readonly title: string | null;
  readonly summary: string;
}

/** What belongs to a text and is not in it. */
export interface TextParts {
  readonly figures: DrawnFigures;
  /** The hashtags that a run of prose has, by the rule of the index. */
  readonly findTags: (prose: string) => readonly FoundTag[];
  /** By the address that the text has for them. */
  readonly pictures: ReadonlyMap<string, SitePicture>;
  readonly quotes: ReadonlyMap<string, QuotedPost>;
}

/** Of a text that stands alone: what it refers to is shown as it was written. */
export const noParts: TextParts = {
  figures: new Map(),
  findTags: () => [],
  pictures: new Map(),
  quotes: new Map(),
};
