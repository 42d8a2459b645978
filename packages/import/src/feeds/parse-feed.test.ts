import { describe, expect, it, test } from "vitest";
import { feedLimits as limits } from "./limits.ts";
import { parseFeed } from "./parse-feed.ts";

const url = "https://example.org/blog/feed.xml";
const read = (source: string | Uint8Array, { contentType = null as string | null, mostEntries = 100 } = {}) =>
  parseFeed(typeof source === "string" ? Buffer.from(source) : source, { url, contentType, mostEntries });
const first = (source: string | Uint8Array, contentType: string | null = null) =>
  read(source, { contentType })?.entries[0];
const rss = (item: string, channel = "") =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>A blog</title>${channel}<item>${item}</item></channel></rss>`;
const atom = (entry: string, feed = "") =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${feed}<entry>${entry}</entry></feed>`;

it("takes of titles and names only what is seen, on one line", () => {
  const name = "A\u202e \u200bnew&#x202e;\nname\u3164";
  const xml = read(rss(`<title>${name}</title><dc:creator>${name}</dc:creator>`).replace("A blog", name));
  const json = read(
    JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "A\u202e b\u2060log", items: [] }),
  );
  expect([xml?.title, xml?.entries[0]?.title, xml?.entries[0]?.author, json?.title]).toEqual([
    "A new name",
    "A new name",
    "A new name",
    "A blog",
  ]);
});

describe("formats", () => {
  it("reads RSS 2.0", () => {
    const parsed = read(
      rss(
        `<title>One</title><link>/one</link><guid isPermaLink="false">g1</guid><pubDate>Tue, 03 Jun 2003 09:39:21 GMT</pubDate>
         <dc:creator>Ada</dc:creator><category>x</category><category>y</category><description>short</description>
         <content:encoded><![CDATA[<p>Whole &amp; <b>bold</b></p>]]></content:encoded><enclosure url="a.mp3" length="12" type="audio/mpeg"/>`,
        `<link>https://example.org/</link><description>About</description><language>en-GB</language><ttl>60</ttl><image><url>i.png</url></image>`,
      ),
    );
    expect(parsed).toEqual({
      format: "rss",
      title: "A blog",
      description: "About",
      siteUrl: "https://example.org/",
      language: "en-GB",
      icon: "https://example.org/blog/i.png",
      ttlMinutes: 60,
      hasMore: false,
      entries: [
        {
          id: "g1",
          url: "https://example.org/one",
          title: "One",
          html: "<p>Whole &amp; <b>bold</b></p>",
          summaryHtml: "short",
          baseUrl: "https://example.org/one",
          author: "Ada",
          publishedAt: 1_054_633_161,
          updatedAt: null,
          tags: ["x", "y"],
          picture: null,
          files: [{ url: "https://example.org/blog/a.mp3", mediaType: "audio/mpeg", bytes: 12 }],
        },
      ],
    });
  });

  it("reads RSS 0.91 and 1.0, whose items stand beside the channel", () => {
    expect(
      read(
        `<rss version="0.91"><channel><title>Old</title><item><title>t</title><link>http://a.example/1</link></item></channel></rss>`,
      ),
    ).toMatchObject({
      title: "Old",
      entries: [{ id: "http://a.example/1", title: "t", html: null, publishedAt: null }],
    });
    const parsed = read(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
       <channel rdf:about="x"><title>RDF</title><link>https://r.example/</link><sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency></channel>
       <item rdf:about="urn:1"><title>t</title><d:date>2020-05-01</d:date><d:subject>s</d:subject></item></rdf:RDF>`,
    );
    expect(parsed).toMatchObject({
      title: "RDF",
      siteUrl: "https://r.example/",
      ttlMinutes: 720,
      entries: [{ id: "urn:1", publishedAt: 1_588_291_200, tags: ["s"] }],
    });
  });

  it("reads Atom with its types of text, its bases and its links", () => {
    const parsed = read(
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://other.example/b/" xml:lang="de"><a:title type="html">A &amp;lt;b&gt; &lt;i&gt;c&lt;/i&gt;</a:title>
       <a:link rel="self" href="x"/><a:link href="./"/><a:icon>i.ico</a:icon>
       <a:entry xml:base="c/"><a:id>tag:1</a:id><a:title>1 &lt; 2 &amp; 3</a:title><a:link href="p?a=1&amp;b=2" type="text/html"/><a:link rel="enclosure" href="f.ogg" length="x"/>
       <a:author><a:name>Ada</a:name></a:author><a:author><a:name>Bea</a:name></a:author><a:category term="t" label="Tag"/>
       <a:updated>2020-01-02T03:04:05+02:00</a:updated><a:summary>1 &lt; 2</a:summary>
       <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p class="x">a &lt;b&gt;<br/><a href="q">l</a></p></div></a:content></a:entry></a:feed>`,
    );
    expect(parsed).toMatchObject({
      format: "atom",
      title: "A <b> c",
      siteUrl: "https://other.example/b/",
      language: "de",
      icon: "https://other.example/b/i.ico",
    });
    expect(parsed?.entries).toEqual([
      {
        id: "tag:1",
        url: "https://other.example/b/c/p?a=1&b=2",
        title: "1 < 2 & 3",
        html: '<div><p class="x">a &lt;b&gt;<br><a href="q">l</a></p></div>',
        summaryHtml: "1 &lt; 2",
        baseUrl: "https://other.example/b/c/",
        author: "Ada, Bea",
        publishedAt: 1_577_927_045,
        updatedAt: 1_577_927_045,
        tags: ["Tag"],
        picture: null,
        files: [{ url: "https://other.example/b/c/f.ogg", mediaType: null, bytes: null }],
      },
    ]);
    expect(first(atom(`<content type="html">&lt;p&gt;x&lt;/p&gt;</content>`))?.html).toBe("<p>x</p>");
    expect(
      first(
        `<feed xmlns="http://purl.org/atom/ns#"><entry><issued>2004-01-01T00:00:00Z</issued></entry></feed>`,
      )?.publishedAt,
    ).toBe(1_072_915_200);
  });

  it.each([
    ["1", { author: { name: "Ada" } }],
    ["1.1", { authors: [{ name: "Ada" }, {}] }],
  ])("reads JSON Feed %s", (version, author) => {
    const feed = {
      version: `https://jsonfeed.org/version/${version}`,
      title: "J < K",
      home_page_url: "/",
      ...author,
    };
    const items = [
      {
        id: 7,
        content_text: "a < b\n\nc\nd",
        date_published: "2020-01-01T00:00:00Z",
        tags: ["x", 3, "x"],
        attachments: [{ url: "/f", mime_type: "audio/x", size_in_bytes: 9 }],
      },
      { id: "two", url: "/2", content_html: "<b>x</b>", summary: "s", title: "T" },
      null,
    ];
    const parsed = read(JSON.stringify({ ...feed, items }));
    expect(parsed).toMatchObject({ format: "json", title: "J < K", siteUrl: "https://example.org/" });
    expect(parsed?.entries).toMatchObject([
      {
        id: "7",
        html: "<p>a &lt; b</p><p>c<br>d</p>",
        author: "Ada",
        tags: ["x"],
        files: [{ url: "https://example.org/f", mediaType: "audio/x", bytes: 9 }],
      },
      { id: "two", url: "https://example.org/2", html: "<b>x</b>", summaryHtml: "<p>s</p>", title: "T" },
      { html: null },
    ]);
  });
});

describe("what is found on the web", () => {
  it("takes the address, or a hash, for an id that is missing", () => {
    expect(first(rss("<link>https://a.example/1</link>"))?.id).toBe("https://a.example/1");
    expect(first(rss("<title>x</title>"))?.id).toMatch(/^sha256:/);
    expect(first(rss(`<guid>${"g".repeat(3_000)}</guid>`))?.id).toMatch(/^sha256:/);
    expect(first(rss("<guid>https://a.example/2</guid>"))?.url).toBe("https://a.example/2");
    expect(read(rss("<guid>a</guid></item><item><guid>a</guid>"))?.entries).toHaveLength(1);
  });

  it.each([
    ["<![CDATA[A <em>b</em> &amp; c]]>", "A b & c"],
    ["AT&amp;T", "AT&T"],
    ["caf&amp;eacute; &eacute;", "café é"],
    ["A & B", "A & B"],
    ["Tom & Jerry; again", "Tom & Jerry; again"],
    ["\n 长  标题 ", "长 标题"],
    ["a\u0008b", "ab"],
    ["1 &lt; 2", "1 < 2"],
    ["x".repeat(limits.feedTitleLength + 1), `${"x".repeat(limits.feedTitleLength - 1)}…`],
  ])("reads the title %j", (written, title) => {
    expect(first(rss(`<title>${written}</title>`))?.title).toBe(title);
  });

  it("reads on where the XML is wrong", () => {
    expect(first(rss("<title>a<br>b</title><link>https://a.example/1</link>"))?.title).toContain("a");
    expect(read(`\n\n  ${rss("<title>x</title>")}trailing`)?.entries).toHaveLength(1);
    expect(first("<rss><channel><item><title>x</title></item><item><title>y</ti")?.title).toBe("x");
    expect(first(rss("<unknown:thing>1</unknown:thing><title>x</title>"))?.title).toBe("x");
    expect(
      first(rss(`<media:group><media:content url="v.mp4" fileSize="3"/></media:group>`))?.files,
    ).toHaveLength(1);
  });

  it("takes no address that is not of the web", () => {
    expect(first(rss("<link>javascript:alert(1)</link><guid>data:text/html,x</guid>"))?.url).toBeNull();
    expect(first(rss(`<enclosure url="file:///etc/passwd"/>`))?.files).toEqual([]);
  });

  const text = rss("<title>Grüße 海</title>");
  const latin = `<?xml version="1.0" encoding="ISO-8859-1"?>${rss("<title>Grüße</title>").slice(21)}`;
  test.each<[string, Uint8Array, string | null, string]>([
    ["UTF-8 whose header says something else", Buffer.from(text), "text/xml; charset=iso-8859-1", "Grüße 海"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), null, "Grüße 海"],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${text}`, "utf16le"), null, "Grüße 海"],
    ["UTF-16 without one", Buffer.from(text, "utf16le"), null, "Grüße 海"],
    ["Latin 1 by its declaration", Buffer.from(latin, "latin1"), "text/xml", "Grüße"],
    [
      "Latin 1 by its header",
      Buffer.from(rss("<title>Grüße</title>"), "latin1"),
      'text/xml; charset="latin1"',
      "Grüße",
    ],
    ["Latin 1 that nobody named", Buffer.from(rss("<title>Grüße</title>"), "latin1"), null, "Grüße"],
    [
      "Chinese in GB 18030",
      Buffer.concat([
        Buffer.from(`<rss><channel><item><title>`),
        Buffer.from([0xba, 0xa3]),
        Buffer.from("</title></item></channel></rss>"),
      ]),
      "text/xml; charset=gb2312",
      "海",
    ],
    ["an encoding that does not exist", Buffer.from(text), "text/xml; charset=klingon", "Grüße 海"],
  ])("decodes %s", (_, bytes, contentType, title) => {
    expect(first(bytes, contentType)?.title).toBe(title);
  });
});

describe("what is sent to do harm", () => {
  it.each([
    "",
    "x",
    "<html><body>no</body></html>",
    "{}",
    "[]",
    '{"version":"https://jsonfeed.org/version/1"}',
    "\0".repeat(99),
  ])("takes %j for no feed", (text) => expect(read(text)).toBeNull());

  it("expands no entity, and fetches none", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const title = first(`${bomb}<rss><channel><item><title>&b;&f;</title></item></channel></rss>`)?.title;
    expect(title).toBe("&b;&f;");
  });

  it("reads as many entries as it may, and says that there are more", () => {
    const items = "<item><title>x</title></item>".repeat(3).replaceAll("x", () => String(Math.random()));
    const feed = `<rss><channel>${items}</channel></rss>`;
    expect(read(feed, { mostEntries: 3 })).toMatchObject({ hasMore: false, entries: [{}, {}, {}] });
    expect(read(feed, { mostEntries: 2 })).toMatchObject({ hasMore: true, entries: [{}, {}] });
  });

  it("takes no address that is too long when it is whole, and no base", () => {
    const { addressLength } = limits;
    const base = (length: number) => `https://a.example/${"b".repeat(length - 19)}/`;
    const under = (length: number) =>
      first(
        rss(`<link>x</link><guid>g</guid><enclosure url="x"/>`).replace(
          "<item",
          `<item xml:base="${base(length)}"`,
        ),
      );
    expect(under(addressLength - 1)).toMatchObject({
      baseUrl: base(addressLength - 1),
      url: `${base(addressLength - 1)}x`,
      files: [{}],
    });
    expect(under(addressLength)).toMatchObject({
      baseUrl: base(addressLength),
      url: null,
      files: [],
    });
    expect(under(addressLength + 1)).toMatchObject({
      baseUrl: "https://example.org/blog/x",
      url: "https://example.org/blog/x",
    });
    // Made long by its escapes.
    expect(first(rss(`<link>https://a.example/${"ä".repeat(500)}</link>`))?.url).toBeNull();
  });

  it("reads so many files, tags and authors of an entry, and cuts the authors", () => {
    const { feedFiles, feedTags, feedPeople, feedTitleLength } = limits;
    const many = (count: number, make: (n: number) => string) =>
      Array.from({ length: count + 1 }, (_, n) => make(n));
    const item = (name: string) => ({
      attachments: many(feedFiles, (n) => `/${n}`).map((path) => ({ url: path })),
      tags: many(feedTags, (n) => `t${n}`),
      authors: many(feedPeople, (n) => `${n}${name}`).map((one) => ({ name: one })),
    });
    const json = (name: string) =>
      first(JSON.stringify({ version: "https://jsonfeed.org/version/1", items: [item(name)] }));
    const xml = (name: string) =>
      first(
        rss(
          [
            ...many(feedFiles, (n) => `<enclosure url="${n}"/>`),
            ...many(feedTags, (n) => `<category>t${n}</category>`),
            ...many(feedPeople, (n) => `<dc:creator>${n}${name}</dc:creator>`),
          ].join(""),
        ),
      );
    for (const entry of [json(""), xml("")]) {
      expect(entry?.files).toHaveLength(feedFiles);
      expect(entry?.tags).toHaveLength(feedTags);
      expect(entry?.author?.split(", ")).toHaveLength(feedPeople);
    }
    for (const entry of [json("x".repeat(500)), xml("x".repeat(500))])
      expect(entry?.author).toHaveLength(feedTitleLength);
    const films = `${`<enclosure url="a.jpg" type="image/jpeg"/>`}<enclosure url="b.mp4" type=" video/mp4; codecs=x"/>`;
    const wanted = parseFeed(Buffer.from(rss(films)), { url, mostEntries: 1, mostFiles: 1, htmlLength: 3 });
    expect(wanted?.entries[0]?.files).toMatchObject([{ mediaType: "video/mp4" }]);
    const cut = parseFeed(Buffer.from(rss("<description>12345</description>")), {
      url,
      mostEntries: 1,
      htmlLength: 3,
    });
    expect(cut?.entries[0]?.html).toBe("123");
  });

  it.each([
    ["ada@example.org (Ada)", "Ada"],
    ["ada@example.org(Ada (L.))", "Ada (L.)"],
    ["Ada (L.)", "Ada (L.)"],
    ["ada@example.org", "ada@example.org"],
    ["ada@example.org ()", "ada@example.org ()"],
    ["@(".repeat(500), "@(".repeat(500)],
  ])("reads the author %j", (written, author) => {
    expect(first(rss(`<author>${written}</author>`))?.author).toBe(author);
  });

  it("leaves out what is too deep and too much", () => {
    const deep = (depth: number) => `${`<b>`.repeat(depth)}end${`</b>`.repeat(depth)}`;
    // Within rss, channel, item and title.
    const titleAt = (depth: number) => first(rss(`<title>${deep(depth)}</title>`))?.title;
    expect(titleAt(limits.feedDepth - 4)).toBe("end");
    expect(titleAt(limits.feedDepth - 3)).toBe("");
    // Beside rss, channel and its title, item and title.
    const wide = (count: number) => first(rss(`<title>${"<b>y</b>".repeat(count)}</title>`))?.title;
    expect(wide(limits.feedElements - 5)?.length).toBe(limits.feedTitleLength);
    const long = rss(`${"<x/>".repeat(limits.feedElements)}<title>late</title>`);
    expect(first(long)?.title).toBe("");
    const faulty = (count: number) =>
      read(`<rss><channel>${"&#0;".repeat(count)}<!--${" ".repeat(20_000)}--><item/>`);
    expect(faulty(limits.feedFaults)?.entries).toHaveLength(1);
    expect(faulty(limits.feedFaults + 1)?.entries).toHaveLength(0);
    const values = (count: number) =>
      `{"version":"https://jsonfeed.org/version/1","items":[${"0,".repeat(count - 3)}0]}`;
    expect(read(values(limits.feedValues))?.hasMore).toBe(true);
    expect(read(values(limits.feedValues + 1))).toBeNull();
  });
});
