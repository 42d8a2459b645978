/** Pages that are the same for everybody who reads this site in one language. */
const pages = /^\/(?:$|(?:archive|followers|following)$|(?:slug|tags|publications)\/[^/]+$)/;

/** What leads through a list. Whatever else stands in an address may be a secret: a link of a mail, a token. */
const steps: Readonly<Record<string, RegExp>> = {
  page: /^\d{1,9}$/,
  after: /^[\w-]{1,500}$/,
  comments: /^[\w-]{1,500}$/,
};

/** Whether what stands at an address of this site is a page that may be kept. */
export function mayCachePage({ pathname, searchParams }: Pick<URL, "pathname" | "searchParams">): boolean {
  return (
    pages.test(pathname) && [...searchParams].every(([name, value]) => steps[name]?.test(value) === true)
  );
}

/** Whether a reply is a whole page, and one that its node lets be kept. */
export function mayCacheReply({
  status,
  redirected,
  headers,
}: Pick<Response, "status" | "redirected" | "headers">): boolean {
  const isPage = /^text\/html\b/.test(headers.get("content-type") ?? "");
  const mayStay = !/\b(no-store|private)\b/.test(headers.get("cache-control") ?? "no-store");
  // Where a worker can see a cookie at all, what sets one is somebody's own.
  return status === 200 && !redirected && isPage && mayStay && !headers.has("set-cookie");
}

/** Whether a request is for something that a page shows: a file of the site, or a picture. Bytes for a proof are fetched anew. */
export function isPartOfPage(
  { pathname }: Pick<URL, "pathname">,
  { destination }: Pick<Request, "destination">,
): boolean {
  return destination === "image"
    ? /^\/(?:assets\/|ewp\/avatar$|ewp\/contents\/|publications\/[^/]+\/diagrams\/)/.test(pathname)
    : pathname.startsWith("/assets/");
}

/** Whether somebody who can't come there is told so by a page of this site: it is neither a program's path nor the owner's. */
export function isForReaders({ pathname }: Pick<URL, "pathname">): boolean {
  return !/^\/(?:api|ewp|console|install|assets)(?:\/|$)|^\/publications\/[^/]+\/file$/.test(pathname);
}
