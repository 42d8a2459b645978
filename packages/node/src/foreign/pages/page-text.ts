import { decodeText } from "@freehold/import/encoding";
import type { ForeignPage } from "../documents.ts";

/** Whether a page is HTML, of which its markup is read. */
export function isHtml({ mediaType }: ForeignPage): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml";
}

/** The text of a page: as UTF-8 where it is that, else in the encoding that its header names, or its `<meta>`. */
export function textOfPage({ bytes, charset }: ForeignPage): string {
  return decodeText(bytes, [charset]);
}
