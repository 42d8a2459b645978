import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { previewFeed } from "../../src/modules/feeds/subscribe.ts";
import { readMentionStatus, receiveMention } from "../../src/modules/webmention/mentions/receive.ts";
import { requestSubscription } from "../../src/modules/webmention/subscribe.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createMentionBench, type MentionBench } from "../support/mention-bench.ts";

const MiB = 2 ** 20;
const zeros = Buffer.alloc(100 * MiB);
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** A hundred members of 100 MiB each make 10 GB of 10 MB. Of the others one stream makes 100 MiB of some KB. */
const bombs: Readonly<Record<string, Buffer>> = {
  gzip: Buffer.concat(new Array(100).fill(gzipSync(zeros))),
  br: brotliCompressSync(zeros, brotli),
  deflate: deflateSync(zeros),
  zstd: zstdCompressSync(zeros),
  // The layer inside is one of them.
  "gzip, gzip": gzipSync(gzipSync(zeros, { level: 0 })),
};

forEachDatabase((_name, open) => {
  let bench: MentionBench;
  beforeEach(async () => {
    bench = await createMentionBench(await open());
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  it.each(Object.entries(bombs))(
    "are unpacked no further than each reader's limit: %s",
    async (encoding, bomb) => {
      let asked = 0;
      let unasked = 0;
      const server = await bench.serve((request, response) => {
        request.resume();
        asked += 1;
        if (request.headers["accept-encoding"] !== "identity") unasked += 1;
        response.on("error", () => {});
        response.writeHead(200, { "content-type": "text/html", "content-encoding": encoding });
        response.end(bomb);
      });
      const { context, queue } = bench;
      const before = process.memoryUsage().rss;
      const post = await bench.publish(`<${server.url("/mentioned")}>`);
      const source = server.url("/mentions");
      const key = await receiveMention(
        context,
        { source, target: `https://node1.example/publications/${post.id}` },
        { ip: null },
      );
      const topic = "https://node1.example/feed.xml";
      await requestSubscription(
        context,
        { mode: "subscribe", topic, callback: server.url("/hub"), leaseSeconds: "", secret: "" },
        { ip: null },
      );
      await expect(previewFeed(context, server.url("/feed"))).rejects.toMatchObject({ code: "PEER_FAILED" });
      await expect(context.peers.at(server.url("")).profile()).rejects.toMatchObject({
        code: "REPLY_TOO_LARGE",
      });
      await queue.settled();
      expect(await context.store.db.selectFrom("feed_subscriptions").select("id").execute()).toEqual([]);
      // The beginning of the page was read, in which there is no link.
      expect(await readMentionStatus(context, key)).toMatchObject({ state: "refused" });
      const sent = await context.store.db.selectFrom("sent_mentions").select(["state", "problem"]).execute();
      expect(sent).toEqual([{ state: "none", problem: null }]);
      expect([asked, unasked]).toEqual([5, 0]);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MiB);
    },
  );
});
