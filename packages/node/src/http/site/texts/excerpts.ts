import { withoutVersionLink } from "@freehold/protocol";
import {
  chooseMessages,
  type DrawnFigure,
  type DrawnFigures,
  type FigureWorker,
  inTimeZone,
  noParts,
  pathOfContents,
  playerOf,
  readReferences,
  renderMarkdown,
} from "@freehold/web";
import type { Context } from "../../../context.ts";
import { findStoredHashes } from "../../../domain/publications/texts/named-pictures.ts";
import { readSomeSettings } from "../../../domain/settings/settings.ts";
import type { RenderExcerpt } from "../../../graphql/request-context.ts";
import { limits } from "../../limits.ts";
import { createEntryTexts } from "./entry-texts.ts";
import { toQuoted } from "./texts.ts";

// About how many characters of a post the timeline shows.
const excerptLength = 900;

/** Without diagrams whose drawings are too large to go with the timeline: their source is shown. */
export function withoutLargeDiagrams(figures: DrawnFigures): DrawnFigures {
  const fits = (drawn: DrawnFigure) =>
    drawn.kind !== "picture" || drawn.svg.length <= limits.excerptDiagramCharacters;
  return new Map([...figures].filter(([, drawn]) => fits(drawn)));
}

/**
 * Makes what renders the beginning of a post for the owner's timeline: with figures and quotes as the pages have them, and
 * with the pictures that this node has. Those of other nodes, and of feeds, stay links.
 */
export function createExcerpts(
  ctx: Pick<Context, "store" | "blobs" | "owner" | "foreign">,
  figureWorker: FigureWorker,
): RenderExcerpt {
  const renderEntry = createEntryTexts(ctx);
  return async (text, { origin, own, language, isWhole = false, foreign }) => {
    const inUtc = chooseMessages(null, language ?? undefined);
    const excerpt = isWhole ? undefined : excerptLength;
    if (foreign) {
      const { baseUrl } = foreign;
      return await renderEntry({ html: text, baseUrl, excerpt, pictureText: inUtc.post.picture });
    }
    // The link of a new version to the earlier one is not a quote.
    const markdown = withoutVersionLink(text);
    const { earlierUrls } = own;
    const needs = readReferences(markdown, { excerpt, ...(origin === null && { earlierUrls }) });
    const quoted = needs.quotes.slice(0, limits.quotesPerText);
    const [figures, quotes, stored] = await Promise.all([
      figureWorker.draw(needs.figures),
      Promise.all(quoted.map((href) => toQuoted(ctx, href, own))),
      origin === null ? null : findStoredHashes(ctx, needs.contents),
    ]);
    const found = quotes.filter((quote) => quote !== null);
    const played = found.filter(({ mediaType }) => playerOf(mediaType) !== null);
    // Quotes alone have a date.
    const { timeZone } =
      found.length > 0 ? await readSomeSettings(ctx.store.db, ["timeZone"]) : { timeZone: "UTC" };
    const messages = inTimeZone(inUtc, timeZone);
    return renderMarkdown(markdown, {
      headingShift: 1,
      ...(excerpt !== undefined && { excerpt }),
      messages,
      // The console shows them in its own theme.
      diagrams: { path: null, theme: "system" },
      parts: {
        ...noParts,
        figures: withoutLargeDiagrams(figures),
        quotes: new Map(found.map((quote) => [quote.href, quote])),
        files: new Map(
          played.flatMap(({ href, contentHash, mediaType }) => {
            const path = pathOfContents(href);
            return path === null
              ? []
              : [[path, { path: `/api/contents/${contentHash}`, mediaType }] as const];
          }),
        ),
      },
      contentAt: (hash) => (stored === null || stored.has(hash) ? `/api/contents/${hash}` : null),
      ...(origin === null ? { home: own.url.replace(/\/$/, ""), earlierUrls } : { origin }),
    }).html;
  };
}
