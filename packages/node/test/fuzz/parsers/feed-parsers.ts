import { decodeFeed } from "../../../../import/src/feeds/feed-bytes.ts";
import { parseFeedDate } from "../../../../import/src/feeds/feed-dates.ts";
import { parseFeed } from "../../../../import/src/feeds/parse-feed.ts";
import { parseOpml } from "../../../../import/src/feeds/parse-opml.ts";
import { onBytes, onText, type ParserTarget, promise } from "./parser-target.ts";

const url = "https://example.org/feed";
const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><ttl>60</ttl><item><title><![CDATA[a &amp; b]]></title><link>/1</link><guid>g</guid><pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate><content:encoded>&lt;p&gt;x</content:encoded><enclosure url="a" length="1"/></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="a/"><entry><id>i</id><title type="html">t</title><link href="x"/><content type="xhtml"><div>x<br/></div></content><updated>2003-06-03T09:39:21Z</updated></entry></feed>`;
const json = `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":1,"url":"/x","content_text":"a\\n\\nb","authors":[{"name":"n"}],"tags":["x"],"attachments":[{"url":"/f","size_in_bytes":1}]}]}`;

/** The parsers of feeds of other sites. */
export const feedParsers: readonly ParserTarget[] = [
  onBytes(
    "parseFeed",
    (bytes) => {
      const feed = parseFeed(bytes, { url, mostEntries: 20 });
      const isWhole = feed?.entries.every(
        (entry) => entry.id !== "" && (entry.url === null || /^https?:/.test(entry.url)),
      );
      promise(isWhole !== false && (feed?.entries.length ?? 0) <= 20, "An entry is not what it should be.");
    },
    { seeds: [rss, atom, json] },
  ),
  onBytes("parseOpml", parseOpml, {
    seeds: [
      '<opml version="2.0"><body><outline text="a"><outline text="b" xmlUrl="https://b.example/f" htmlUrl="x"/></outline></body></opml>',
    ],
  }),
  onBytes("decodeFeed", (bytes) => decodeFeed(bytes, "text/xml; charset=gb2312"), {
    seeds: ['<?xml version="1.0" encoding="iso-8859-1"?>', "\ufeff<a/>"],
  }),
  onText(
    "parseFeedDate",
    (text) => promise(Number.isSafeInteger(parseFeedDate(text) ?? 0), "A time is no whole number."),
    { seeds: ["Tue, 03 Jun 2003 09:39:21 GMT", "2003-06-03T09:39:21.5+02:00", "June 3, 2003 09:39"] },
  ),
];
