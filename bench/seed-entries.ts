import { insertFeed } from "../packages/node/src/modules/feeds/store/feeds.ts";
import type { Store } from "../packages/node/src/store/database.ts";
import { firstSecond, stepSeconds } from "./seed-posts.ts";

const entriesAFeed = 100;
const batch = 50;

/** Adds entries of feeds to a migrated store, one between each two posts of `seedPosts`. */
export async function seedEntries(store: Store, count: number): Promise<void> {
  const feeds = count / entriesAFeed;
  for (let number = 0; number < feeds; number += 1) {
    await store.transaction(async (tx) => {
      const url = `https://feed${number}.example/feed.xml`;
      const feed = { url, title: `Feed ${number}`, siteUrl: null, folder: null, createdAt: 0 };
      const feedId = await insertFeed(tx, feed);
      if (feedId === null) throw new Error("The feed is there already.");
      const entries = Array.from({ length: entriesAFeed }, (_, index) => {
        const at = firstSecond + (index * feeds + number) * stepSeconds + stepSeconds / 2;
        return {
          feedId,
          guidHash: `${number} ${index}`,
          url: `${url}/${index}`,
          baseUrl: url,
          author: null,
          title: `Entry ${index}`,
          html: "<p>Words of a feed.</p>".repeat(100),
          fileUrl: null,
          fileType: null,
          publishedAt: at,
          sortTime: at,
          seenAt: at * 1_000,
        };
      });
      for (let from = 0; from < entries.length; from += batch)
        await tx
          .insertInto("feed_entries")
          .values(entries.slice(from, from + batch))
          .execute();
    });
  }
}
