import type { Hash } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import { noParts, type TextParts } from "./text-parts.ts";

/** What the parser is given beside a text, and what it counts while it renders. */
export type TextSurroundings = {
  readonly parts?: TextParts;
  readonly words?: Messages | undefined;
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
