import { crc32, deflateSync } from "node:zlib";
import { makeZip } from "../make-zip.ts";
import { ghostExport, ghostPost } from "./ghost-export.ts";
import { oddHtml } from "./odd-html.ts";
import { wxr, wxrAttachment, wxrItem, wxrMeta } from "./wordpress-export.ts";

/** What such an export holds, as an import has to count it. */
export interface MadeSite {
  readonly bytes: Buffer;
  readonly posts: number;
  readonly drafts: number;
  readonly pages: number;
  /** In the archive; each is named by some post. */
  readonly pictures: number;
  readonly refused: number;
}

// Pictures of a made export.
const pictures = 5;

const stateOf = (number: number) => (number % 10 === 3 ? "draft" : number % 25 === 7 ? "page" : "post");
const count = (posts: number, state: string) =>
  Array.from({ length: posts }, (_, at) => stateOf(at)).filter((one) => one === state).length;
const counts = (posts: number) => ({
  posts: count(posts, "post"),
  drafts: count(posts, "draft"),
  pages: count(posts, "page"),
});

/** A zip with a WXR file of so many posts in odd HTML, five pictures in `uploads`, references to missing ones, and one post that is too large. */
export function makeWordPressSite(posts: number): MadeSite {
  const items = Array.from({ length: posts }, (_, at) => {
    const state = stateOf(at);
    const link =
      state === "draft" ? `https://old.example/?p=${at + 100}` : `https://old.example/2014/05/post-${at}/`;
    const more = `<category domain="post_tag" nicename="t"><![CDATA[Tag ${at % 7}]]></category>${wxrMeta("_thumbnail_id", String((at % pictures) + 1))}`;
    return wxrItem({
      id: at + 100,
      title: `Post ${at} &amp; more`,
      content: oddHtml(at),
      type: state === "page" ? "page" : "post",
      status: state === "draft" ? "draft" : "publish",
      name: `post-${at}`,
      link,
      more,
    });
  });
  const attachments = Array.from({ length: pictures }, (_, at) =>
    wxrAttachment(at + 1, `2014/05/picture-${at}.jpg`, `Picture ${at}`),
  );
  const tooLarge = wxrItem({ id: 99_999, title: "Too large", content: "<i>x</i>".repeat(30_000) });
  const files = Array.from({ length: pictures }, (_, at) => ({
    name: `uploads/2014/05/picture-${at}.jpg`,
    bytes: makePng(at),
  }));
  return {
    bytes: makeZip([{ name: "export.xml", bytes: wxr([...items, tooLarge, ...attachments]) }, ...files]),
    ...counts(posts),
    pictures,
    refused: 1,
  };
}

/** A zip with a Ghost export of so many posts in odd HTML, five pictures, references to missing ones, and one damaged post. */
export function makeGhostSite(posts: number): MadeSite {
  const html = (at: number) =>
    oddHtml(at).replaceAll(
      "https://old.example/wp-content/uploads/2014/05/",
      "__GHOST_URL__/content/images/2020/01/",
    );
  const rows = Array.from({ length: posts }, (_, at) => {
    const state = stateOf(at);
    return ghostPost(at, {
      html: html(at),
      feature_image: `__GHOST_URL__/content/images/2020/01/picture-${at % pictures}.jpg`,
      type: state === "page" ? "page" : "post",
      status: state === "draft" ? "draft" : "published",
    });
  });
  const damaged = ghostPost(99_999, { html: null, lexical: '{"root":' });
  const data = {
    posts: [...rows, damaged],
    tags: [{ id: "t", name: "Trains" }],
    posts_tags: rows.map((_, at) => ({ post_id: `id-${at}`, tag_id: "t", sort_order: 0 })),
  };
  const files = Array.from({ length: pictures }, (_, at) => ({
    name: `content/images/2020/01/picture-${at}.jpg`,
    bytes: makePng(at + 50),
  }));
  return {
    bytes: makeZip([{ name: "site.json", bytes: ghostExport(data) }, ...files]),
    ...counts(posts),
    pictures,
    refused: 1,
  };
}

/** A picture of one grey pixel. */
function makePng(grey: number): Buffer {
  const part = (type: string, body: Buffer) => {
    const bytes = Buffer.concat([Buffer.from(type), body]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(body.length, 0);
    frame.writeUInt32BE(crc32(bytes), 4);
    return Buffer.concat([frame.subarray(0, 4), bytes, frame.subarray(4)]);
  };
  const size = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", size),
    part("IDAT", deflateSync(Buffer.from([0, grey]))),
    part("IEND", Buffer.alloc(0)),
  ]);
}
