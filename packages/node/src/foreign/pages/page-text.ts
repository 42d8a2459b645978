import type { ForeignPage } from "../documents.ts";

/** Whether a page is HTML, of which its markup is read. */
export function isHtml({ mediaType }: ForeignPage): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml";
}

/** The text of a page: in the encoding that its header names, UTF-8 where that is none. */
export function textOfPage({ bytes, charset }: ForeignPage): string {
  try {
    return new TextDecoder(charset ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
