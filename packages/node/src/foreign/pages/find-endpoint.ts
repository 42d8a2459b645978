import { pageKey } from "@freehold/protocol/internal";
import type { ForeignPage } from "../documents.ts";
import { limits } from "../limits.ts";
import { isHtml, textOfPage } from "./page-text.ts";
import { openPage } from "./walk-page.ts";

/**
 * Finds where a page takes mentions (Webmention 3.1.2): the first header `Link` with `rel=webmention`, else the first
 * `<link>` or `<a>` of an HTML page.
 *
 * @param link the header of that name
 * @returns an https address, relative ones resolved behind redirects; null where there is none
 */
export function findEndpoint(page: ForeignPage, link: string): string | null {
  const isOfPage = ({ anchor }: HeaderLink) =>
    anchor === null || pageKey(URL.parse(anchor, page.url)?.href ?? "") === pageKey(page.url);
  const named = parseLinkHeader(link).find((one) => hasToken(one.rel, "webmention") && isOfPage(one));
  const found = named ? URL.parse(named.target, page.url) : isHtml(page) ? findInPage(page) : null;
  if (found?.protocol !== "https:" || found.username !== "") return null;
  return found.href.length <= limits.addressLength ? found.href : null;
}

function findInPage(page: ForeignPage): URL | null {
  let found: string | null = null;
  const { walk, resolve } = openPage(textOfPage(page), page.url);
  walk({
    onElement(name, attributes) {
      if ((name === "a" || name === "link") && hasToken(attributes.get("rel"), "webmention"))
        found = resolve(attributes.get("href"));
    },
    isOver: () => found !== null,
    onEnd() {},
    onText() {},
  });
  return URL.parse(found ?? "");
}

/** Whether a list of words, such as `rel`, has one of them. */
function hasToken(list: string | undefined, token: string): boolean {
  return (list ?? "").toLowerCase().split(/\s+/).includes(token);
}

/** A link of a header `Link` (RFC 8288). */
interface HeaderLink {
  readonly target: string;
  /** The relations, with blanks between them. */
  readonly rel: string;
  /** The page that it is a link of; null for the one that was asked for. */
  readonly anchor: string | null;
}

/** Reads a header `Link`, or several that were joined with commas. Anything that is not a link is left out. */
export function parseLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    // The first of a name counts.
    const values = new Map(
      [...parameters.matchAll(parameter)]
        .toReversed()
        .map(([, name = "", quoted, token]) => [
          name.toLowerCase(),
          quoted === undefined ? token : quoted.replace(/\\(.)/gs, "$1"),
        ]),
    );
    links.push({
      target: target.trim(),
      rel: values.get("rel") ?? "",
      anchor: values.get("anchor") ?? null,
    });
  }
  return links;
}

/** A target in angle brackets and its parameters, in which a comma may be quoted, and a quote escaped. */
const link = /<([^<>]*)>(\s*(?:;[^;,"<>]*(?:"(?:[^"\\]|\\.)*"[^;,"<>]*)?)*)/g;

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g;
