import sanitizeHtml from "sanitize-html";

/** What may stand in rendered Markdown; everything else is dropped, its text kept. */
export const allowedMarkup: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "blockquote", "pre", "code", "hr", "br"],
    ...["ul", "ol", "li", "em", "strong", "s", "a", "img"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "loading"],
    ol: ["start"],
    pre: ["tabindex"],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  transformTags: {
    a: sanitizeHtml.simpleTransform("a", { rel: "noopener noreferrer" }),
    // A block that scrolls sideways must be reachable without a mouse.
    pre: sanitizeHtml.simpleTransform("pre", { tabindex: "0" }),
  },
};
