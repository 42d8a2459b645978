import { describe, expect, it, test } from "vitest";
import { parseFeed } from "./parse-feed.ts";
import type { ParsedEntry } from "./parsed-feed.ts";

const url = "https://example.org/feeds/all.xml";
const read = (source: string) => parseFeed(Buffer.from(source), { url, mostEntries: 100 });
const spaces = `xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"`;
const rss = (items: string, channel = "") =>
  `<rss version="2.0" ${spaces}><channel>${channel}${items}</channel></rss>`;
const atom = (entry: string, feed = "") =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">${feed}<entry>${entry}</entry></feed>`;
const first = (source: string) => read(source)?.entries[0];
const item = (inside: string, channel = "") => first(rss(`<item>${inside}</item>`, channel));
const json = (entry: object, feed: object = {}) =>
  first(JSON.stringify({ version: "https://jsonfeed.org/version/1.1", ...feed, items: [entry] }));

describe("titles", () => {
  test.each<[string, string]>([
    // Words in angle brackets
    ["Vec&lt;T&gt; and Map&lt;K, V&gt;", "Vec<T> and Map<K, V>"],
    ["<![CDATA[Vec<T>]]>", "Vec<T>"],
    ["The &lt;input&gt; element", "The <input> element"],
    ["The &lt;b&gt; tag", "The <b> tag"],
    ["Option&lt;B&gt; in Rust", "Option<B> in Rust"],
    ["a &lt; b &gt; c", "a < b > c"],
    ["&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"],
    ["&lt;3", "<3"],
    ["Vec<T> without escapes", "Vec<T> without escapes"],
    // Markup
    ["&lt;b&gt;bold&lt;/b&gt; title", "bold title"],
    ["<![CDATA[<em>One</em> and <span class='x'>two</span>]]>", "One and two"],
    ["one&lt;br /&gt;two", "one two"],
    ["one<br>two", "one two"],
    ["An <i>inline</i> element", "An inline element"],
    ["&lt;img src='/x.png' alt='A cat'&gt; sleeps", "A cat sleeps"],
    ["&lt;!-- hidden --&gt;seen", "seen"],
    // Written twice
    ["The &amp;lt;b&amp;gt; tag", "The <b> tag"],
    ["Fish &amp;amp; chips", "Fish & chips"],
    ["It&#146;s &amp;#146;so&#146;", "It’s ’so’"],
    ["caf&eacute; &mdash; &amp;hellip;", "café — …"],
  ])("of RSS: %s", (written, title) => {
    expect(item(`<title>${written}</title>`)?.title).toBe(title);
  });

  test.each<[string, string, string]>([
    ["", "Vec&lt;b&gt;x&lt;/b&gt; &amp;amp;", "Vec<b>x</b> &amp;"],
    ["text", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>"],
    ["text/plain", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>"],
    ["html", "The &lt;b&gt;x &amp;lt;input&amp;gt;", "The x <input>"],
    ["html", "Vec&lt;T&gt;", "Vec<T>"],
    ["xhtml", '<div xmlns="http://www.w3.org/1999/xhtml">A <em>b</em> &lt;c&gt;</div>', "A b <c>"],
    ["xhtml", "<div>A <em>b</em></div>", "A b"],
  ])("of Atom by their type %j", (type, written, title) => {
    expect(first(atom(`<title type="${type}">${written}</title>`))?.title).toBe(title);
  });

  it("decodes base64", () => {
    const written = Buffer.from("Größe").toString("base64");
    expect(first(atom(`<title mode="base64">${written}</title>`))?.title).toBe("Größe");
    expect(item("<title>dGVzdA==</title>")?.title).toBe("dGVzdA==");
    expect(first(atom(`<title type="custom">test</title>`))?.title).toBe("test");
  });
});

describe("texts", () => {
  test.each<[string, string, string]>([
    [
      "a line break without an end",
      "<description>one<br>two<p>three</p></description>",
      "one<br>two<p>three</p>",
    ],
    ["a number of windows-1252", "<description>It&#146;s &amp;#146;so&#x92;</description>", "It’s ’so’"],
    [
      "a number of another sign",
      "<description>&amp;#160;&amp;#60;&amp;#123;</description>",
      "&#160;&#60;&#123;",
    ],
    ["an empty text before another", "<content:encoded/><description>x</description>", "x"],
    ["a description of Dublin Core", "<dc:description>x</dc:description>", "x"],
    ["a whole text of old", "<fullitem>x</fullitem>", "x"],
    [
      "the plain summary of a podcast",
      "<itunes:summary>One &lt; two\nmore\n\nSee https://a.example/x?y=1.</itunes:summary>",
      '<p>One &lt; two<br>more</p><p>See <a href="https://a.example/x?y=1">https://a.example/x?y=1</a>.</p>',
    ],
    ["the marked summary of a podcast", "<itunes:summary>&lt;p&gt;x&lt;/p&gt;</itunes:summary>", "<p>x</p>"],
  ])("of RSS: %s", (_name, written, html) => {
    expect(item(written)?.html).toBe(html);
  });

  it("reads XHTML without its namespace, and with a prefix of its own", () => {
    const div = "<div><p>a<br/>b</p></div>";
    expect(first(atom(`<content type="xhtml">${div}</content>`))?.html).toBe("<div><p>a<br>b</p></div>");
    const prefixed = `<h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>a</h:p></h:div>`;
    expect(first(atom(`<content type="xhtml">${prefixed}</content>`))?.html).toBe("<div><p>a</p></div>");
  });

  it("decodes base64 where it is declared, and shows no bytes that are no text", () => {
    const packed = (bytes: string | Buffer) => Buffer.from(bytes as string).toString("base64");
    expect(first(atom(`<content mode="base64" type="text/html">${packed("<b>ö</b>")}</content>`))?.html).toBe(
      "<b>ö</b>",
    );
    const picture = packed(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]));
    expect(
      first(atom(`<content type="image/png">${picture}</content><summary>A picture</summary>`)),
    ).toMatchObject({ html: "A picture", summaryHtml: null });
  });

  it("has the base of a text where one is written, else the page of the entry", () => {
    const based = '<content type="html" xml:base="https://other.example/b/">x</content><link href="/p"/>';
    expect(first(atom(based))?.baseUrl).toBe("https://other.example/b/");
    const inner =
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="/c/">x</div></content>';
    expect(first(atom(inner))?.baseUrl).toBe("https://example.org/c/");
    expect(first(atom('<content type="html">x</content><link href="/p"/>'))?.baseUrl).toBe(url);
    const page = "<link>https://example.org/2024/post/</link><description>x</description>";
    expect(item(page)?.baseUrl).toBe("https://example.org/2024/post/");
    expect(json({ id: "1", url: "/post/1", content_html: "x" })?.baseUrl).toBe("https://example.org/post/1");
  });
});

describe("media", () => {
  const youtube = `<id>yt:video:abc-1</id><title>A film</title><link rel="alternate" href="https://www.youtube.com/watch?v=abc-1"/>
    <media:group><media:title>A film</media:title><media:content url="https://www.youtube.com/v/abc-1?version=3" type="application/x-shockwave-flash" width="640"/>
    <media:thumbnail url="https://i.ytimg.com/vi/abc-1/hqdefault.jpg" width="480" height="360"/>
    <media:description>First line.\nhttps://a.example/</media:description></media:group>`;

  it("reads a film of YouTube: its page, its description, its picture, and no address of Flash", () => {
    expect(first(atom(youtube, "<author><name>A channel</name></author>"))).toMatchObject({
      url: "https://www.youtube.com/watch?v=abc-1",
      author: "A channel",
      html: '<p>First line.<br><a href="https://a.example/">https://a.example/</a></p>',
      picture: "https://i.ytimg.com/vi/abc-1/hqdefault.jpg",
      files: [],
    });
  });

  it("takes the film of a group before a file for its exchange, and the largest picture", () => {
    const peertube = `<media:group><media:content url="/1080.mp4" type="video/mp4" fileSize="9"/><media:content url="/240.mp4" type="video/mp4"/></media:group>
      <enclosure url="/1080.torrent" type="application/x-bittorrent"/><media:thumbnail url="/s.jpg" width="100"/><media:thumbnail url="/l.jpg" width="800"/>`;
    const entry = parseFeed(Buffer.from(rss(`<item>${peertube}</item>`)), {
      url,
      mostEntries: 1,
      mostFiles: 1,
    })?.entries[0];
    expect(entry).toMatchObject({
      files: [{ url: "https://example.org/1080.mp4", mediaType: "video/mp4", bytes: 9 }],
      picture: "https://example.org/l.jpg",
    });
  });

  it("finds what stands inside of a content, and the page of a player", () => {
    const vimeo = `<media:content><media:player url="https://player.vimeo.com/video/7"/><media:thumbnail url="/t.jpg"/><media:description>About it</media:description></media:content>`;
    expect(item(vimeo)).toMatchObject({
      url: "https://player.vimeo.com/video/7",
      html: "<p>About it</p>",
      picture: "https://example.org/t.jpg",
    });
  });

  it("links the player of a film that has no file, once, within the length of a text", () => {
    const player = '<link>/1</link><media:player url="https://p.example/1"/><description>text</description>';
    const link = '<p><a href="https://p.example/1">https://p.example/1</a></p>';
    expect(item(player)).toMatchObject({ url: "https://example.org/1", html: `text${link}` });
    expect(item(`${player}<enclosure url="/1.mp4" type="video/mp4"/>`)?.html).toBe("text");
    expect(item(player.replace("text<", "See https://p.example/1<"))?.html).toBe("See https://p.example/1");
    const source = Buffer.from(rss(`<item>${player}</item>`));
    const cut = parseFeed(source, { url, mostEntries: 1, htmlLength: link.length + 2 })?.entries[0];
    expect(cut?.html).toBe(`te${link}`);
  });

  it("takes no pictures for files where they are in the text, and no portrait for the picture of an entry", () => {
    const wordpress = `<description>&lt;img src="/a.png"&gt;</description><media:content url="https://2.gravatar.com/avatar/1" medium="image"/><media:content url="/a.png" medium="image"/>`;
    expect(item(wordpress)).toMatchObject({ files: [], picture: "https://example.org/a.png" });
    const flickr = `<media:content url="/b.jpg" type="image/jpeg"/><media:credit role="photographer">Ada</media:credit>`;
    expect(item(flickr)).toMatchObject({
      files: [{ url: "https://example.org/b.jpg" }],
      picture: "https://example.org/b.jpg",
      author: "Ada",
    });
  });

  it("takes a picture beside an entry for its picture", () => {
    const beside = '<enclosure url="/a.mp3" type="audio/mpeg"/><enclosure url="/b.jpg" type="image/jpeg"/>';
    expect(item(beside)).toMatchObject({
      picture: "https://example.org/b.jpg",
      files: [{ url: "https://example.org/a.mp3" }, { url: "https://example.org/b.jpg" }],
    });
  });

  it("has the cover of an episode, but not that of its podcast for each", () => {
    const channel = '<itunes:image href="/cover.jpg"/><itunes:author>A studio</itunes:author>';
    const cover = (path: string) => item(`<itunes:image href="${path}"/>`, channel);
    expect(cover("/one.jpg")).toMatchObject({ picture: "https://example.org/one.jpg", author: "A studio" });
    expect(cover("/cover.jpg")?.picture).toBeNull();
    expect(read(rss("", channel))?.icon).toBe("https://example.org/cover.jpg");
    expect(read(rss("", '<media:thumbnail url="/t.jpg"/>'))?.icon).toBe("https://example.org/t.jpg");
  });

  it("reads the pictures, files and other page of JSON Feed", () => {
    expect(json({ id: "1", image: "/i.png", banner_image: "/b.png" })?.picture).toBe(
      "https://example.org/i.png",
    );
    expect(json({ id: "1", banner_image: "/b.png" })?.picture).toBe("https://example.org/b.png");
    expect(json({ id: "1", external_url: "https://other.example/" })?.url).toBe("https://other.example/");
    expect(json({ id: "1", attachments: [{ url: "/a.mp3", mime_type: "audio/mpeg" }] })?.files).toMatchObject(
      [{ url: "https://example.org/a.mp3" }],
    );
  });

  it("links content that is elsewhere", () => {
    expect(first(atom('<content src="/film.mp4" type="video/mp4"/><summary>About</summary>'))).toMatchObject({
      html: "About",
      files: [{ url: "https://example.org/film.mp4", mediaType: "video/mp4" }],
    });
  });
});

describe("links and authors", () => {
  it("takes the page's own address where a service counts readers", () => {
    const counted =
      "<link>https://feeds.example/~r/1</link><feedburner:origLink>https://a.example/1</feedburner:origLink>";
    expect(item(counted)?.url).toBe("https://a.example/1");
  });

  it("takes an id for the page where it is one, and there is no other", () => {
    expect(item('<guid isPermaLink="false">https://a.example/1</guid>')?.url).toBeNull();
    expect(item("<guid>https://a.example/1</guid>")?.url).toBe("https://a.example/1");
    expect(item("<guid>1234</guid>")?.url).toBeNull();
    expect(first(atom("<id>https://a.example/1</id>"))?.url).toBe("https://a.example/1");
    expect(first(atom("<id>tag:a</id>"))?.url).toBeNull();
  });

  it("starts links of RSS from the site, and those of Atom from the feed", () => {
    expect(item("<link>one</link>", "<link>https://blog.example/en/</link>")?.url).toBe(
      "https://blog.example/en/one",
    );
    expect(first(atom('<link href="one"/>', '<link href="https://blog.example/en/"/>'))?.url).toBe(
      "https://example.org/feeds/one",
    );
  });

  test.each<[string, string | null]>([
    ["<managingEditor>ada@a.example (Ada)</managingEditor>", "Ada"],
    ["<managingEditor>Ada (ada@a.example)</managingEditor>", "Ada"],
    ["<managingEditor>Ada &lt;ada@a.example&gt;</managingEditor>", "Ada"],
    ["<managingEditor>ada@a.example</managingEditor>", null],
    ["<webMaster>ada@a.example (Ada)</webMaster>", null],
    ["<dc:creator>Ada</dc:creator>", "Ada"],
  ])("gives an entry that names none the author of its feed: %s", (channel, author) => {
    expect(item("<title>x</title>", channel)?.author).toBe(author);
    expect(item("<dc:creator>Ben</dc:creator>", channel)?.author).toBe("Ben");
  });

  it("names a person by the name, else by the address", () => {
    const author = (inside: string) =>
      first(atom(`<author>${inside}</author>`, "<author><name>Ada</name></author>"))?.author;
    expect(author("<name>Ben</name><email>b@a.example</email><uri>https://b.example/</uri>")).toBe("Ben");
    expect(author("<email>b@a.example</email><uri>https://b.example/</uri>")).toBe("b@a.example");
    expect(author("<uri>https://b.example/</uri>")).toBe("https://b.example/");
    expect(author("")).toBe("Ada");
    expect(first(atom("<source><author><name>Eve</name></author></source>"))?.author).toBe("Eve");
  });
});

describe("ids: each entry once, and all of them", () => {
  const titles = (source: string) => read(source)?.entries.map(({ title }) => title);
  const ids = (source: string) => read(source)?.entries.map(({ id }) => id) ?? [];
  const entry = (id: string, link: string, title: string, rest = "") =>
    `<item><guid>${id}</guid><link>${link}</link><title>${title}</title>${rest}</item>`;

  it("shows one with the same id, address and title once", () => {
    expect(titles(rss(entry("1", "/a", "A") + entry("1", "/a", "A")))).toEqual(["A"]);
  });

  it("shows the last version of an entry of Atom", () => {
    const version = (day: number) =>
      `<entry><id>1</id><link href="/a"/><title>A</title><updated>2024-01-0${day}T00:00:00Z</updated></entry>`;
    const feed = read(
      `<feed xmlns="http://www.w3.org/2005/Atom">${version(1)}${version(3)}${version(2)}</feed>`,
    );
    expect(feed?.entries.map(({ updatedAt }) => updatedAt)).toEqual([Date.UTC(2024, 0, 3) / 1_000]);
  });

  it("shows different ones with one id, under ids that stay the same in the next answer", () => {
    const [a, b, c] = [entry("1", "/a", "A"), entry("1", "/b", "B"), entry("1", "/c", "C")];
    expect(titles(rss(a + b))).toEqual(["A", "B"]);
    const [ofA, ofB] = ids(rss(a + b));
    expect(ofA).not.toBe(ofB);
    expect(ids(rss(c + a + b)).slice(1)).toEqual([ofA, ofB]);
    const one = (title: string) => entry("https://a.example/", "https://a.example/", title);
    expect(titles(rss(one("Monday") + one("Tuesday")))).toEqual(["Monday", "Tuesday"]);
    // The case of letters counts.
    expect(ids(rss(entry("yt:abC", "/a", "A") + entry("yt:abc", "/a", "A")))).toEqual(["yt:abC", "yt:abc"]);
  });

  it("makes an id of the title and the date where there is none, so that a changed text is no new entry", () => {
    const dated = "<title>A</title><pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate>";
    const id = (inside: string) => item(inside)?.id;
    expect(id(`${dated}<description>1</description>`)).toBe(id(`${dated}<description>2</description>`));
    expect(id(dated)).not.toBe(id(dated.replace("A", "B")));
    expect(id("<title>A</title><description>1</description>")).not.toBe(
      id("<title>A</title><description>2</description>"),
    );
    const untitled = (text: string) =>
      `<item><pubDate>2003-06-03</pubDate><description>${text}</description></item>`;
    expect(read(rss(untitled("1") + untitled("2")))?.entries).toHaveLength(2);
  });

  it("takes time that grows with the entries where all have one id", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => entry("1", `/${n}`, `${n}`)).join("");
    const feed = parseFeed(Buffer.from(rss(many)), { url, mostEntries: 1_000 });
    expect(new Set(feed?.entries.map(({ id }: ParsedEntry) => id)).size).toBe(1_000);
  });
});

describe("names of elements", () => {
  test.each<[string, string]>([
    ["Atom without a namespace", "<feed><entry><title>x</title><id>1</id></entry></feed>"],
    [
      "Atom with one of its own",
      '<feed xmlns="http://a.example/atom"><entry><title>x</title><id>1</id></entry></feed>',
    ],
    [
      "Atom with an end",
      '<feed xmlns="http://www.w3.org/2005/Atom/"><entry><title>x</title><id>1</id></entry></feed>',
    ],
    ["RSS in capitals", "<RSS><CHANNEL><ITEM><TITLE>x</TITLE><GUID>1</GUID></ITEM></CHANNEL></RSS>"],
    ["RSS in mixed letters", "<rss><Channel><Item><Title>x</Title><Guid>1</Guid></Item></Channel></rss>"],
    ["Channel Definition Format", '<CHANNEL HREF="/"><ITEM HREF="/1"><TITLE>x</TITLE></ITEM></CHANNEL>'],
  ])("are read in %s", (_name, source) => {
    expect(first(source)).toMatchObject({ title: "x" });
  });

  it("are read behind the warnings of a server's program", () => {
    const warned = `<br />\n<b>Warning</b>: date() in x.php<br />\n<?xml version="1.0"?>\n${rss("<item><title>x</title></item>")}`;
    expect(first(warned)).toMatchObject({ title: "x" });
    expect(read(`<p>The feed begins with <code>&lt;rss></code></p><svg/>`)).toBeNull();
  });

  it("give a page to an entry whose id is a link, also one without a host", () => {
    const page = (attributes: string, id: string) => item(`<guid ${attributes}>${id}</guid>`)?.url;
    expect(page('isPermaLink="true"', "/a/1")).toBe(new URL("/a/1", url).href);
    expect([page("", "/a/1"), page('isPermaLink="true"', "1"), page('isPermaLink="false"', "/a/1")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("are read in all parts of the Channel Definition Format", () => {
    const cdf = `<?xml version="1.0"?><CHANNEL HREF="https://a.example/"><ABSTRACT>About</ABSTRACT>
      <ITEM HREF="https://a.example/1" LASTMOD="1999-11-05T10:00"><TITLE>x</TITLE><ABSTRACT>text</ABSTRACT></ITEM></CHANNEL>`;
    expect(read(cdf)).toMatchObject({ siteUrl: "https://a.example/", description: "About" });
    expect(first(cdf)).toMatchObject({
      url: "https://a.example/1",
      html: "text",
      publishedAt: Date.UTC(1999, 10, 5, 10) / 1_000,
    });
  });

  it("are read in small letters where they have others", () => {
    const small = "<guid ispermalink='false'>https://a.example/1</guid><pubdate>2003-06-03</pubdate>";
    expect(item(small)).toMatchObject({ url: null, publishedAt: Date.UTC(2003, 5, 3) / 1_000 });
    const spaced = `<rss xmlns:pod="http://www.itunes.com/DTDs/Podcast-1.0.dtd"><channel><item><pod:summary>x</pod:summary></item></channel></rss>`;
    expect(first(spaced)?.html).toBe("<p>x</p>");
  });

  it("have their words, tags and language also where few others write them so", () => {
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en_US" xmlns:media="http://search.yahoo.com/mrss/"><title>x</title>
      <entry><title type="application/x-own">Own words</title><media:category>one</media:category><media:category label="two">2</media:category></entry></feed>`;
    expect(read(feed)).toMatchObject({ language: "en-US" });
    expect(first(feed)).toMatchObject({ title: "Own words", tags: ["one", "two"] });
  });
});
