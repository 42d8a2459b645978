import type sanitizeHtml from "sanitize-html";

const nestedElements = 100; // elements of HTML inside each other
const readElements = 400; // of deeper ones, the whole text is shown without elements

class TooDeepError extends Error {}

/**
 * Sanitises HTML in time that grows with its length. HTML that nests elements too deep becomes its text alone: at each tag, the
 * parser looks through all elements that are open.
 */
export function sanitiseWithin(
  sanitise: (html: string, options: sanitizeHtml.IOptions) => string,
  html: string,
  allowed: sanitizeHtml.IOptions,
): string {
  let depth = 0;
  try {
    return sanitise(html, {
      nestingLimit: nestedElements,
      ...allowed,
      onOpenTag(name, attribs) {
        depth += 1;
        if (depth > readElements) throw new TooDeepError();
        allowed.onOpenTag?.(name, attribs);
      },
      onCloseTag(name, isImplied) {
        depth -= 1;
        allowed.onCloseTag?.(name, isImplied);
      },
    });
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    const text = html.replace(/<[^<>]*>/g, "").replaceAll("<", "&lt;");
    return sanitise(text, { allowedTags: [] });
  }
}
