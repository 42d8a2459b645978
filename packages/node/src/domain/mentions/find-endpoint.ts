import type { FetchedPage } from "./fetch-page.ts";
import { hasToken, readHtml } from "./read-html.ts";

/**
 * Finds where a page takes mentions (Webmention 3.1.2): the first header `Link` with `rel=webmention`, else the first
 * `<link>` or `<a>` of an HTML page.
 *
 * @returns an https address, relative ones resolved behind redirects; null where there is none
 */
export function findEndpoint({ headers, mediaType, text, url }: FetchedPage): string | null {
  const named = parseLinkHeader(headers.link ?? "").find(({ rel }) => hasToken(rel, "webmention"));
  const isHtml = mediaType === "text/html" || mediaType === "application/xhtml+xml";
  const found = named
    ? URL.parse(named.target, url)
    : isHtml
      ? URL.parse(readHtml(text, url).endpoint ?? "")
      : null;
  return found?.protocol === "https:" && found.username === "" ? found.href : null;
}

/** A link of a header `Link` (RFC 8288). */
interface HeaderLink {
  readonly target: string;
  /** The relations, with blanks between them. */
  readonly rel: string;
}

/** Reads a header `Link`, or several that were joined with commas. What is no link is left out. */
export function parseLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    const rel = [...parameters.matchAll(parameter)].find(([, name]) => name?.toLowerCase() === "rel");
    links.push({ target: target.trim(), rel: rel?.[2] ?? rel?.[3] ?? "" });
  }
  return links;
}

/** A target in angle brackets and its parameters, in which a comma may be quoted. */
const link = /<([^<>]*)>(\s*(?:;[^;,"<>]*(?:"[^"]*"[^;,"<>]*)?)*)/g;

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/g;
