import { type ReactElement, useMemo } from "react";
import { renderMarkdown } from "../../markdown/render-markdown.ts";
import { prose } from "../../site/prose.ts";

/**
 * Markdown as readers see it.
 *
 * @param origin the address of the node it came from, where it is not the owner's own: pictures stay there
 * @param excerpt about so many characters; everything when it is absent
 */
export function TextView({
  markdown,
  origin,
  excerpt,
  headingShift = 1,
}: {
  markdown: string;
  origin?: string | null;
  excerpt?: number;
  headingShift?: number;
}): ReactElement {
  const rendered = useMemo(
    () =>
      renderMarkdown(markdown, {
        headingShift,
        ...(origin && { origin }),
        ...(excerpt !== undefined && { excerpt }),
      }),
    [markdown, origin, excerpt, headingShift],
  );
  return prose(rendered);
}
