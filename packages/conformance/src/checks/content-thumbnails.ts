import type { Check } from "../check.ts";
import { expectEqual, expectStatus, expectThat } from "../expectations.ts";
import { readImageHeight } from "./read-image-height.ts";

const heights = { sm: 200, md: 400, lg: 800 } as const;

export const contentThumbnails: readonly Check[] = [
  {
    id: "content-thumb-of-text",
    section: "4.4",
    decisions: 5,
    title: "a thumb of Markdown is the original",
    async run(trial) {
      const { path, reply } = await trial.sample("post");
      for (const size of Object.keys(heights)) {
        const thumb = await trial.node.get(`${path}?thumb=${size}`);
        expectStatus(thumb, 200, `for ${size}`);
        expectThat(thumb.body.equals(reply.body), "the original", `other bytes for ${size}`);
      }
    },
  },
  {
    id: "content-thumb-of-image",
    section: "4.4",
    decisions: 5,
    title: "thumbs of an image are 200, 400 and 800 pixels high, never enlarged",
    async run(trial) {
      const { path, reply } = await trial.sample("image");
      const original = readImageHeight(reply.body);
      for (const [size, height] of Object.entries(heights)) {
        const thumb = await trial.node.get(`${path}?thumb=${size}`);
        expectStatus(thumb, 200, `for ${size}`);
        expectThat(
          /^image\//.test(thumb.headers["content-type"] ?? ""),
          "an image",
          thumb.headers["content-type"],
        );
        const isGif = /gif/.test(reply.headers["content-type"] ?? "");
        if (original === null || isGif) continue;
        expectEqual(readImageHeight(thumb.body), Math.min(height, original), `height of ${size}`);
      }
    },
  },
  {
    id: "content-thumb-etag",
    section: "4.4",
    decisions: 5,
    title: "a thumb that is another picture has another ETag",
    async run(trial) {
      const { path, reply } = await trial.sample("image");
      const thumb = await trial.node.get(`${path}?thumb=sm`);
      if (thumb.body.equals(reply.body)) return;
      expectThat(thumb.headers.etag !== reply.headers.etag, "an ETag of its own", thumb.headers.etag);
    },
  },
];
