import type { Feed, FeedEntry } from "./feed.ts";

/** JSON Feed 1.1. */
export function writeJsonFeed({ title, description, link, self, language, author, entries }: Feed): string {
  const { name, url, picture } = author;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: link,
    feed_url: self,
    description,
    ...(picture !== null && { icon: picture }),
    authors: [{ name, url, ...(picture !== null && { avatar: picture }) }],
    language,
    items: entries.map(itemOf),
  });
}

function itemOf({ id, link, title, summary, html, at, tags, file }: FeedEntry) {
  return {
    id,
    url: link,
    title,
    content_html: html,
    ...(summary !== "" && { summary }),
    date_published: new Date(at).toISOString(),
    ...(tags.length > 0 && { tags }),
    ...(file && {
      attachments: [
        {
          url: file.url,
          mime_type: file.mediaType,
          ...(file.name !== null && { title: file.name }),
          size_in_bytes: file.size,
        },
      ],
    }),
  };
}
