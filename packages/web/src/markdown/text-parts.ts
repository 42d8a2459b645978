import type { Hash } from "@freehold/protocol";
import type { DrawnFigures } from "../figures/figure.ts";
import type { Messages } from "../messages/site/en.ts";

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

/** What the parser is given beside a text, and what it counts while it renders. */
export type TextSurroundings = {
  readonly parts?: TextParts;
  readonly messages?: Messages | undefined;
  /** Tells notes of texts on one page apart. */
  readonly docId?: string | undefined;
  /** Where the diagrams of this text are served, and the theme of the page. */
  readonly diagrams?: { readonly path: string; readonly theme: "system" | "light" | "dark" } | undefined;
  /** Whether the first picture is loaded at once. */
  readonly eager?: boolean | undefined;
  /** Where the text comes from, when that is another node: its own paths lead there. */
  readonly origin?: string | undefined;
  /** Where on this node the bytes with a hash are had; null where they are not kept. */
  readonly contentAt?: ((hash: Hash) => string | null) | undefined;
  diagramCount?: number;
  pictureCount?: number;
};

export function surroundingsOf(env: object | undefined): TextSurroundings {
  return (env ?? {}) as TextSurroundings;
}

export function partsOf(env: object | undefined): TextParts {
  return surroundingsOf(env).parts ?? noParts;
}
