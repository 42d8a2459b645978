import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { renderIssueOf } from "../../src/modules/newsletter/sending/issue-mail.ts";
import { saveFeedSubscription } from "../../src/modules/webmention/store/feed-subscriptions.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createMentionBench, type MentionBench } from "../support/mention-bench.ts";

forEachDatabase((_name, open) => {
  let bench: MentionBench;
  afterEach(() => bench[Symbol.asyncDispose]());

  test("a feed is made once for a post, however many subscribe to it, and however they write it", async () => {
    bench = await createMentionBench(await open());
    const { blobs, store } = bench.context;
    // It counts, and reads as before: a feed that is made reads the text of each of its posts.
    const texts = vi.spyOn(blobs, "readAll");
    const got: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
    const subscriber = await bench.serve(async (request, response) => {
      got.push({ url: request.url ?? "", headers: request.headers, body: await buffer(request) });
      response.writeHead(204).end();
    });
    const spellings = ["/tags/sea/feed.xml", "/tags/Sea/feed.xml", "/tags/%53EA/feed.xml"];
    const subscribe = (count: number) =>
      store.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1) {
          const callback = subscriber.url(`/${n}`);
          const times = { expiresAt: Number.MAX_SAFE_INTEGER, createdAt: 0 };
          const fields = {
            callback,
            host: `h${n % 50}.example`,
            client: null,
            secret: `secret ${n}`,
            ...times,
          };
          await saveFeedSubscription(tx, { topic: spellings[n % 3] ?? "", ...fields });
        }
      });
    const publish = async (title: string) => {
      texts.mockClear();
      await bench.publish(`# ${title}\n\nBy the #sea.`);
      await bench.queue.settled();
      return texts.mock.calls.length;
    };
    await subscribe(1);
    await publish("First");
    const forOne = await publish("Second");
    expect(got.splice(0)).toHaveLength(2);
    await subscribe(1_000);
    const forThousand = await publish("Third");
    expect(got).toHaveLength(1_000);
    // One text more is in it.
    expect(forThousand).toBe(forOne + 1);
    expect(new Set(got.map(({ body }) => body.toString())).size).toBe(1);
    const wrong = got.filter(({ url, headers, body }) => {
      const signature = createHmac("sha256", `secret ${url.slice(1)}`)
        .update(body)
        .digest("hex");
      return headers["x-hub-signature"] !== `sha256=${signature}`;
    });
    expect(wrong).toEqual([]);
    expect(new Set(got.map(({ url }) => url)).size).toBe(1_000);
  });

  test("a post is made into a mail once for each language, however many read it by mail", async () => {
    bench = await createMentionBench(await open());
    const { blobs, owner } = bench.context;
    const post = await bench.publish("# A post\n\nFor everybody.");
    await bench.queue.settled();
    const own = await owner.get();
    if (!own) throw new Error("The node has no owner.");
    const texts = vi.spyOn(blobs, "readAll");
    const render = renderIssueOf(bench.context);
    const links = (n: number) => ({
      preferences: `https://p.example/${n}`,
      unsubscribe: `https://u.example/${n}`,
    });
    const mails = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        render(post, { own, language: n % 2 === 0 ? "en" : "zh-Hans", links: links(n) }),
      ),
    );
    expect(texts).toHaveBeenCalledTimes(2);
    // Each has the links of its reader.
    const wrong = mails.filter((mail, n) => !mail?.text.includes(`https://u.example/${n}`));
    expect(wrong).toEqual([]);
  });
});
