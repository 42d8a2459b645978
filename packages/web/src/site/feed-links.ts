import { createElement as h, type ReactElement } from "react";
import type { View } from "./view.ts";

/** The feeds that there are, of everything and of each tag. */
export const feedFormats = [
  { name: "rss", file: "feed.xml", mediaType: "application/rss+xml" },
  { name: "atom", file: "atom.xml", mediaType: "application/atom+xml" },
  { name: "json", file: "feed.json", mediaType: "application/feed+json" },
] as const;

export type FeedFormat = (typeof feedFormats)[number]["name"];

/**
 * Where programs find the feeds.
 *
 * @param path of the page that they are about; empty for everything
 */
export function feedLinks({ words }: View, path: string): ReactElement[] {
  return feedFormats.map(({ name, file, mediaType }) =>
    h("link", {
      ...{ key: name, rel: "alternate", type: mediaType, title: words.feeds[name] },
      href: `${path}/${file}`,
    }),
  );
}
