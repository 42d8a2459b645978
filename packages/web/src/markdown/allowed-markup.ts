import type sanitizeHtml from "sanitize-html";
import { linkSchemes } from "./addresses.ts";

/** Splits a list of names. */
export const names = (list: string): string[] => list.trim().split(/\s+/);

/** Keeps an element and sets attributes of it. */
export const withAttributes =
  (set: sanitizeHtml.Attributes): sanitizeHtml.Transformer =>
  (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...set } });

/** The MathML of formulas: no links, no actions, no foreign markup. */
const formulaTags = names(`
  math semantics mrow mi mn mo ms mtext mspace mstyle mpadded mphantom mfrac msqrt mroot msub msup msubsup
  munder mover munderover mmultiscripts mtable mtr mtd menclose
`);
const formulaAttributes = names(`
  display displaystyle scriptlevel mathvariant accent accentunder linethickness fence form stretchy symmetric
  separator largeop movablelimits lspace rspace minsize maxsize width height depth columnalign rowalign
  columnspacing rowspacing columnlines rowlines mathcolor notation
`);

/** The markup of rendered Markdown; the sanitiser drops everything else but its text. */
export const allowedMarkup: sanitizeHtml.IOptions = {
  allowedTags: [
    ...names(
      "h1 h2 h3 h4 h5 h6 p blockquote pre code hr br div span ul ol li em strong s a img section del ins kbd mark small sub sup u",
    ),
    ...names(
      "label input table thead tbody tr th td figure figcaption picture source video audio details summary aside time svg path",
    ),
    ...formulaTags,
  ],
  allowedAttributes: {
    "*": ["dir"],
    ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, ["id"]])),
    a: ["href", "title", "rel", "id", "role", "aria-label"],
    img: ["src", "alt", "loading", "width", "height", "srcset", "sizes"],
    source: ["media", "srcset"],
    video: ["src", "controls", "preload", "aria-label"],
    audio: ["src", "controls", "preload", "aria-label"],
    input: ["type", "checked", "disabled"],
    details: ["open"],
    div: ["tabindex", "align"],
    li: ["id", "value"],
    section: ["role"],
    time: ["datetime"],
    ol: ["start"],
    pre: ["tabindex"],
    svg: ["viewbox", "aria-hidden", "focusable"],
    path: ["d", "fill", "stroke", "stroke-width", "stroke-linecap", "opacity"],
    ...Object.fromEntries(formulaTags.map((tag) => [tag, formulaAttributes])),
  },
  allowedClasses: {
    a: ["note-ref", "note-back", "bare"],
    aside: ["quoted"],
    div: ["wide", "formula", "gallery", "is-wide", "is-full"],
    figure: ["diagram", "player", "picture", "is-wide", "is-full", /^r-\d{1,2}$/],
    img: ["opaque"],
    li: ["task"],
    p: ["quoted-by", "quoted-title", "quoted-summary", "quoted-link"],
    section: ["notes"],
    span: [/^t-[a-z-]+$/],
    svg: ["seal"],
    th: ["right", "center"],
    td: ["right", "center"],
  },
  allowedSchemes: linkSchemes,
  // The sanitiser looks up the addresses of a srcset by that name.
  allowedSchemesByTag: { img: [], srcset: [], video: [], audio: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  // KaTeX adds the source of a formula for programs; readers don't see it.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "annotation", "annotation-xml"],
  transformTags: {
    a: withAttributes({ rel: "noopener noreferrer" }),
    // The only field is the checkbox of a task, which nobody can change.
    input: (_, { checked }) => ({
      tagName: "input",
      attribs: { type: "checkbox", disabled: "", ...(checked === undefined ? {} : { checked: "" }) },
    }),
    // A block that scrolls sideways must be reachable without a mouse.
    pre: withAttributes({ tabindex: "0" }),
  },
};

/** The same where diagrams are in the markup itself: as pictures, in which nothing runs and nothing is loaded. */
export const withDiagramsInside: sanitizeHtml.IOptions = {
  ...allowedMarkup,
  allowedSchemesByTag: { img: ["data"], srcset: ["data"], video: [], audio: [] },
};
