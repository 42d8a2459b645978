/** Pages that are the same for all readers with one language. */
const pages = /^\/(?:$|(?:archive|followers|following|verify)$|(?:slug|tags|publications)\/[^/]+$)/;

/** The saved page that stands for a page which can't be saved, or null: the empty form for the one filled in. */
export function standInFor({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): string | null {
  return pathname === "/verify" && searchParams.size > 0 ? pathname : null;
}

/** The parameters of lists. Any other parameter may be a secret, such as the token in a mailed link. */
const listParameters: Readonly<Record<string, RegExp>> = {
  page: /^\d{1,9}$/,
  after: /^[\w-]{1,500}$/,
  comments: /^[\w-]{1,500}$/,
};

/** Whether an address of this site is a page that may be saved. */
export function mayCachePage({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): boolean {
  return (
    pages.test(pathname) &&
    [...searchParams].every(([name, value]) => listParameters[name]?.test(value) === true)
  );
}

/** Whether a reply is a whole page, and its node allows to save it. */
export function mayCacheReply({
  status,
  redirected,
  headers,
}: Pick<Response, "status" | "redirected" | "headers">): boolean {
  const isPage = /^text\/html\b/.test(headers.get("content-type") ?? "");
  const mayStay = !/\b(no-store|private)\b/.test(headers.get("cache-control") ?? "no-store");
  // A reply that sets a cookie is personal, if the browser shows the header at all.
  return status === 200 && !redirected && isPage && mayStay && !headers.has("set-cookie");
}

/** Whether a request is for a part of a page: a file of the site, or a picture. Bytes for a proof are fetched again. */
export function isPartOfPage(
  { pathname }: Pick<URL, "pathname">,
  { destination }: Pick<Request, "destination">,
): boolean {
  return destination === "image"
    ? /^\/(?:assets\/|ewp\/avatar$|ewp\/contents\/|publications\/[^/]+\/diagrams\/)/.test(pathname)
    : pathname.startsWith("/assets/");
}

/** Whether the offline page may answer for a path: it belongs neither to programs nor to the owner. */
export function isForReaders({ pathname }: Pick<URL, "pathname">): boolean {
  return !/^\/(?:api|ewp|console|install|assets)(?:\/|$)|^\/publications\/[^/]+\/file$/.test(pathname);
}
