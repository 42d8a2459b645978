import type { Hash } from "@freehold/protocol";
import type { DrawnFigures } from "../../figures/figure.ts";
import type { Messages } from "../../messages/site/en.ts";

/** A hashtag in prose: its position with the sign, and its normalised name. */
export interface FoundTag {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/** A picture of this site. */
export interface SitePicture {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** Its path, if that differs from the one in the text. */
  readonly shownAt?: string;
  /** The choice of a browser, the narrowest first: copies, and the picture itself where it is best; widths in pixels. */
  readonly copies: readonly { readonly path: string; readonly width: number }[];
  /** The path of a copy of moderate size for feeds and mails, whose programs know few formats. */
  readonly forPrograms?: string;
  /** Whether nothing behind it is seen. */
  readonly isOpaque?: boolean;
}

/** A file of this site that a text names. */
export interface SiteFile {
  /** Its path on this site, which may differ from the one in the text. */
  readonly path: string;
  readonly mediaType: string;
}

/** A post that a text quotes by a link alone in a paragraph. */
export interface QuotedPost {
  readonly href: string;
  readonly author: string;
  /** The author's address. */
  readonly address: string;
  readonly contentHash: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  readonly isSigned: boolean;
  readonly mediaType: string;
  readonly title: string | null;
  readonly summary: string;
}

/** The references of a text. */
export interface TextParts {
  readonly figures: DrawnFigures;
  /** The hashtags that a run of prose has, by the rule of the index. */
  readonly findTags: (prose: string) => readonly FoundTag[];
  /** By the path in the text. */
  readonly pictures: ReadonlyMap<string, SitePicture>;
  readonly quotes: ReadonlyMap<string, QuotedPost>;
  /** Public files by the path in the text, as `pathOfContents` has it: those that it links to, and those that it shows and are no pictures. */
  readonly files: ReadonlyMap<string, SiteFile>;
}

/** For a text without any: references are shown as they were written. */
export const noParts: TextParts = {
  figures: new Map(),
  findTags: () => [],
  pictures: new Map(),
  quotes: new Map(),
  files: new Map(),
};

/**
 * The parts of a text for feeds and mails: where its files are that are not signed, and copies of its pictures. Their readers get links to
 * sounds and videos, and no players.
 */
export function addressesOf({ pictures, files }: Pick<TextParts, "pictures" | "files">): TextParts {
  const whole = [...pictures].flatMap(([path, { width, height, forPrograms, shownAt }]) => {
    const address = forPrograms ?? shownAt;
    return address === undefined ? [] : [[path, { width, height, shownAt: address, copies: [] }] as const];
  });
  const linked = [...files].map(([path, file]) => {
    return [path, { path: file.path.startsWith(path) ? path : file.path, mediaType: "" }] as const;
  });
  return { ...noParts, pictures: new Map(whole), files: new Map(linked) };
}

/** The context of a text for the parser, with counters that run while the text is rendered. */
export type TextSurroundings = {
  /** The references of the text; without them, they are shown as they were written. */
  readonly parts?: TextParts;
  readonly messages?: Messages;
  /** The language of the text (BCP 47), whose quotes and dashes it gets; without it, they stay as typed. */
  readonly language?: string | null;
  /** Distinguishes the footnotes of several texts on one page. */
  readonly name?: string;
  /**
   * The folder of the text's diagrams, or null to put them into the markup itself, and the theme of the page; without it,
   * diagrams are shown as their source.
   */
  readonly diagrams?: { readonly path: string | null; readonly theme: "system" | "light" | "dark" };
  /**
   * The page on which the text stands whole: `this` one, or that at an address; without it, headings have no ids, and links within the
   * text stay as they are.
   */
  readonly page?: "this" | `/${string}`;
  /** Whether formulas are lines of text, for programs that set none. */
  readonly formulasAsText?: boolean;
  /** Whether the first picture is loaded at once, since readers see it at once. */
  readonly eager?: boolean;
  /** The address of the node that the text comes from, if it is another one: its paths lead there. */
  readonly origin?: string;
  /** The address of this node, for a text of its owner: contents that the text names there are shown. */
  readonly home?: string;
  /** The addresses that this node had before, for a text of its owner. */
  readonly earlierUrls?: readonly string[];
  /** The address of the content with a hash on this node, whichever node the text names; null if it has none. */
  readonly contentAt?: (hash: Hash) => string | null;
  /** Whether it is the beginning of a text in a list. */
  readonly isInList?: boolean;
  diagramCount?: number;
  /** Characters of the drawings in the text itself. */
  drawnInside?: number;
  /** Characters that the text may still become (`bound-output.ts`); without it, any number. */
  outputLeft?: number;
  pictureCount?: number;
};

export function surroundingsOf(env: object | undefined): TextSurroundings {
  return env ?? {};
}

export function partsOf(env: object | undefined): TextParts {
  return surroundingsOf(env).parts ?? noParts;
}
