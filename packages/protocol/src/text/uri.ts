/** Decodes a percent-encoded part of an address; null where it is no UTF-8. */
export function decodeUriPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The same; a part that is no UTF-8 as it is. */
export function decodeUriIfValid(text: string): string {
  return decodeUriPart(text) ?? text;
}

/** Host and port of an address; other text as it is. */
export function hostOfUrl(url: string): string {
  return URL.parse(url)?.host ?? url;
}
