import type { Page } from "playwright-core";

/** One look at the site. */
export interface SiteView {
  /** The route that answers it; none for an address of nothing. */
  readonly route: string | null;
  readonly path: string;
  /** Opens what has no address of its own. */
  open?(page: Page): Promise<unknown>;
  /** Whether it is also taken as a printer shows it. */
  readonly isPrinted?: boolean;
  /** A browser shows XML by a stylesheet of its own kind, and takes no picture of all of it. */
  readonly isDocument?: boolean;
  /** Whether only a node with posts has it. */
  readonly needsPosts?: boolean;
}

const openFollow = (page: Page) => page.locator("[data-opens-follow], a[href='/follow']").first().click();

/** Every page of the site. A test fails when a route that answers HTML is not among them. */
export const siteViews: Readonly<Record<string, SiteView>> = {
  home: { route: "/", path: "/", isPrinted: true },
  second: { route: "/", path: "/?page=2", needsPosts: true },
  sheet: { route: "/", path: "/", open: openFollow },
  post: { route: "/slug/:slug", path: "/slug/weaving", isPrinted: true, needsPosts: true },
  local: { route: "/slug/:slug", path: "/slug/only-here", isPrinted: true, needsPosts: true },
  gallery: { route: "/slug/:slug", path: "/slug/along-the-shore", isPrinted: true, needsPosts: true },
  hebrew: { route: "/slug/:slug", path: "/slug/hebrew", isPrinted: true, needsPosts: true },
  chinese: { route: "/slug/:slug", path: "/slug/chinese", needsPosts: true },
  archive: { route: "/archive", path: "/archive", isPrinted: true },
  tags: { route: "/tags", path: "/tags" },
  tag: { route: "/tags/:tag", path: "/tags/engines" },
  about: { route: "/about", path: "/about", isPrinted: true },
  search: { route: "/search", path: "/search?q=engine" },
  missed: { route: "/search", path: "/search?q=enginne+before:lunch" },
  "search-empty": { route: "/search", path: "/search" },
  follow: { route: "/follow", path: "/follow" },
  followers: { route: "/followers", path: "/followers" },
  following: { route: "/following", path: "/following" },
  verify: { route: "/verify", path: "/verify" },
  verified: { route: "/verify", path: "/verify?of=/slug/weaving", needsPosts: true },
  subscribe: { route: "/subscribe", path: "/subscribe" },
  subscribed: { route: "/subscribe/sent", path: "/subscribe/sent" },
  "comment-sent": { route: "/comments/sent", path: "/comments/sent?post=1", needsPosts: true },
  unsubscribe: { route: "/newsletter/unsubscribe", path: "/newsletter/unsubscribe" },
  "comment-delete": { route: "/comments/:id/delete", path: "/comments/1/delete", needsPosts: true },
  offline: { route: "/offline", path: "/offline" },
  feed: { route: "/atom.xml", path: "/atom.xml", isDocument: true },
  nowhere: { route: null, path: "/nowhere" },
};

/** Routes with parameters that send files, and those whose pages only a link in a mail opens. */
export const routesWithoutView: readonly string[] = [
  "/:key(^[0-9a-f]{32}).txt",
  "/badge/:name",
  "/comments/confirm",
  "/comments/delete",
  "/ens/:address",
  "/icons/:name",
  "/newsletter/confirm",
  "/newsletter/preferences",
  "/newsletter/preview/:id",
  "/newsletter/readers.csv",
  "/pictures/:hash/:name",
  "/publications/:key",
  "/publications/:key/card.png",
  "/publications/:key/diagrams/:name",
  "/publications/:key/file",
  "/tags/:tag/atom.xml",
  "/tags/:tag/feed.json",
  "/tags/:tag/feed.xml",
  "/webmention/:key",
];
