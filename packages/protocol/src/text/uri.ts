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

/**
 * The common part of all addresses of one page: `http` and `https`, a default port, a slash at the end, a fragment and the
 * case of its percent-encoding make no other page (RFC 3986 6.2).
 *
 * @returns null for anything but an absolute address of the web
 */
export function pageKey(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const user = url.username === "" && url.password === "" ? "" : `${url.username}:${url.password}@`;
  return normaliseEscapes(`${user}${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`);
}

/** The same address with escapes in capitals, and none where a letter, a digit or `-._~` does without. */
export function normaliseEscapes(address: string): string {
  return address.replace(/%[\da-f]{2}/gi, (written) => {
    const sign = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : written.toUpperCase();
  });
}
