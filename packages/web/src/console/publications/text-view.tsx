import type { Hash } from "@freehold/protocol";
import { type ReactElement, useMemo } from "react";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { noParts } from "../../markdown/text-parts.ts";
import { prose } from "../../site/prose.ts";
import { useSiteWords } from "../words/use-words.ts";
import { pathOfContents } from "./show-pictures.ts";
import { useQuotes } from "./use-quotes.ts";

const none: readonly Hash[] = [];

/**
 * Markdown as readers see it.
 *
 * @param origin the address of the node it came from, where it is not the owner's own: pictures stay there
 * @param kept hashes of the pictures of such a text that are here all the same
 * @param excerpt about so many characters; everything when it is absent
 */
export function TextView({
  markdown,
  origin,
  kept = none,
  excerpt,
  headingShift = 1,
}: {
  markdown: string;
  origin?: string | null;
  kept?: readonly Hash[];
  excerpt?: number;
  headingShift?: number;
}): ReactElement {
  const words = useSiteWords();
  const quotes = useQuotes(markdown, { origin: origin ?? null, excerpt });
  const rendered = useMemo(
    () =>
      renderMarkdown(markdown, {
        headingShift,
        words,
        parts: { ...noParts, quotes },
        contentAt: (hash) => (!origin || kept.includes(hash) ? pathOfContents(hash) : null),
        ...(origin && { origin }),
        ...(excerpt !== undefined && { excerpt }),
      }),
    [markdown, origin, kept, excerpt, headingShift, words, quotes],
  );
  return prose(rendered);
}
