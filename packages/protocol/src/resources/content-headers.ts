import { decodeUriPart } from "../text/uri.ts";

/** The headers of content (spec 4.4, decisions 5); null for missing or malformed ones. */
export interface ContentHeaders {
  /** In lower case without parameters; `application/octet-stream` by default. */
  mediaType: string;
  filename: string | null;
  /** The caption of a file. */
  description: string | null;
  /** The content's page on its publisher's site: an absolute HTTP URL. */
  canonical: string | null;
  /** Bytes. */
  length: number | null;
}

/**
 * Reads the headers of `GET /ewp/contents/:contentHash`.
 *
 * @param headers by lower-case name
 * @param url the requested URL, the base of a relative link
 */
export function parseContentHeaders(headers: Readonly<Record<string, string>>, url: string): ContentHeaders {
  const length = headers["content-length"] ?? "";
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return {
    mediaType: mediaType || "application/octet-stream",
    filename: parseFilename(headers["content-disposition"] ?? ""),
    description: decodePercent(headers["content-description"] ?? "") || null,
    canonical: parseCanonical(headers.link ?? "", url),
    length: /^[0-9]{1,15}$/.test(length) ? Number(length) : null,
  };
}

/** The file name in `Content-Disposition` (RFC 6266), without folders. */
function parseFilename(disposition: string): string | null {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replaceAll(/\\(.)/g, "$1");
  const plain = /;\s*filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1];
  const name = (extended && decodePercent(extended)) ?? quoted ?? plain ?? "";
  return name.split(/[/\\]/).at(-1)?.trim() || null;
}

/** The `Link` whose relation is `canonical` (RFC 8288). */
function parseCanonical(link: string, base: string): string | null {
  for (const [, target = "", parameters = ""] of link.matchAll(/<([^<>]*)>((?:\s*;[^,<]*)?)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (relation?.[1] ?? relation?.[2] ?? "").toLowerCase().split(/\s+/);
    if (!names.includes("canonical")) continue;
    const url = URL.parse(target, base);
    return url && /^https?:$/.test(url.protocol) ? url.href : null;
  }
  return null;
}

function decodePercent(text: string): string | null {
  return decodeUriPart(text)?.replaceAll("\0", "") ?? null;
}
