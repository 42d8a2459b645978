/** Documents that took a node down, or all of its time, when it read them: what strangers can write. */

const repeat = (text: string, count: number) => text.repeat(count);

/** An HTML page that links to a post, beside something hostile. */
const page = (target: string, hostile: string, head = "") =>
  `<!doctype html><html><head>${head}</head><body><a href="${target}">A link</a>${hostile}</body></html>`;

/** Pages that name a post, each with what stopped the reader of mentions. */
export const mentionPages: Readonly<Record<string, (target: string) => string>> = {
  /** Every level is an item and a property of the one around it. */
  "20 nested items": (target) => page(target, repeat('<div class="h-entry e-content p-name p-summary">', 20)),
  "60 nested items in 900 KB": (target) =>
    page(target, repeat(`<div class="h-entry e-content p-name p-summary">${repeat("words ", 2_500)}`, 60)),
  "a base of 900 KB and 5,000 links": (target) =>
    page(
      target,
      repeat("<a href=1>1</a>", 5_000),
      `<base href="https://x.example/${repeat("A", 900_000)}/">`,
    ),
  "a class of 250,000 names": (target) =>
    page(target, `<div class="${Array.from({ length: 150_000 }, (_, n) => `p-${n}`).join(" ")}">x</div>`),
  "300,000 open elements": (target) => page(target, repeat("<b>", 300_000)),
};

const rss = (items: string, root = "") =>
  `<?xml version="1.0"?><rss version="2.0"${root}><channel><title>A feed</title><link>https://x.example/</link>${items}</channel></rss>`;

/** Feeds, each with what stopped their reader. */
export const feeds: Readonly<Record<string, () => { type: string; body: string }>> = {
  "authors of open brackets": () => ({
    type: "application/rss+xml",
    body: rss(repeat(`<item><title>t</title><author>${repeat("@(", 495)}</author></item>`, 100)),
  }),
  "a base of 2 MiB and 3,000 files": () => ({
    type: "application/rss+xml",
    body: rss(
      repeat('<item><title>t</title><enclosure url="a.mp3" type="audio/mpeg" length="1"/></item>', 3_000),
      ` xml:base="https://x.example/${repeat("A", 2 * 1024 * 1024)}/"`,
    ),
  }),
  "a JSON title of 4 MB": () => ({
    type: "application/feed+json",
    body: JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "A feed",
      items: [{ id: "1", title: repeat("<", 4_000_000), content_text: "x" }],
    }),
  }),
};

/** A feed of entries whose markup is nested: one that can be followed. */
export const nestedFeed = (): { type: string; body: string } => ({
  type: "application/rss+xml",
  body: rss(
    Array.from(
      { length: 100 },
      (_, n) =>
        `<item><title>Entry ${n}</title><guid>${n}</guid><description><![CDATA[${repeat("<b>a", 16_300)}]]></description></item>`,
    ).join(""),
  ),
});

/** A comment of 4,944 characters that became 1.5 MB of HTML. */
export const comment: string = `[a]: http://x.example/${repeat("A", 2_480)}\n\n${repeat("[a] ", 610)}`;

/** A post of 64 KB that became gigabytes. */
export const post: string = `# Of references\n\n[a]: http://x.example/${repeat("A", 32_000)}\n\n${repeat("[a] ", 7_900)}`;
