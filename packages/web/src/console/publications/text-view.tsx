import type { Hash } from "@freehold/protocol";
import { type ReactElement, useMemo } from "react";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { prose } from "../../site/prose.ts";
import { pathOfContents } from "./show-pictures.ts";

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
  const rendered = useMemo(
    () =>
      renderMarkdown(markdown, {
        headingShift,
        contentAt: (hash) => (!origin || kept.includes(hash) ? pathOfContents(hash) : null),
        ...(origin && { origin }),
        ...(excerpt !== undefined && { excerpt }),
      }),
    [markdown, origin, kept, excerpt, headingShift],
  );
  return prose(rendered);
}
