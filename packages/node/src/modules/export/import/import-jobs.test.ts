import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { until } from "../../../../test/support/delivery-bench.ts";
import { makeWordPressSite } from "../../../../test/support/exports/make-sites.ts";
import { wxr, wxrItem } from "../../../../test/support/exports/wordpress-export.ts";
import { createJobBench } from "../../../../test/support/job-bench.ts";
import { makeZip } from "../../../../test/support/make-zip.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { hasSecret, photo } from "../../../../test/support/tagged-pictures.ts";
import { findImportJob, type ImportJob } from "../store.ts";
import {
  discardImport,
  importFeedAddress,
  receiveImport,
  startImport,
  stopImport,
  sweepImports,
} from "./import-jobs.ts";
import { createImportQueue } from "./import-queue.ts";
import { importLimits } from "./limits.ts";
import type { StoredReport } from "./report.ts";
import { runImportJob } from "./run-import-job.ts";

const site = makeWordPressSite(30);

forEachDatabase((_name, open) => {
  async function start() {
    const fixture = await openOwnerFixture(await open());
    const context = { ...fixture.context, peers: null as never, foreign: null as never };
    const send = (bytes: Uint8Array = site.bytes, name = "site.xml") =>
      receiveImport(context, { name, source: Readable.from([bytes]) });
    const job = async () => (await findImportJob(context.store.db)) as ImportJob;
    const report = async () => JSON.parse((await job()).summary ?? "null") as StoredReport;
    const work = async (until: (queue: ReturnType<typeof createImportQueue>) => Promise<unknown>) => {
      const queue = createImportQueue({
        context,
        pollMs: 10,
        work: (one, signal) => runImportJob(context, one, signal),
      });
      queue.start();
      await until(queue);
      await queue.stop();
    };
    const settle = () => work((queue) => queue.settled());
    return {
      ...fixture,
      context,
      send,
      job,
      report,
      work,
      settle,
      [Symbol.asyncDispose]: fixture[Symbol.asyncDispose],
    };
  }
  const countPosts = async ({ context }: Pick<OwnerFixture, "context">) =>
    (await context.store.db.selectFrom("publications").select("id").where("kind", "=", "POST").execute())
      .length;
  const files = async ({ context }: Pick<OwnerFixture, "context">) =>
    (await readdir(join(context.config.dataDir, "import"), { recursive: true })).filter((name) =>
      /[./]/.test(name),
    );

  it("looks a file through first, imports it once across an end of the node and a stop, and removes it", async () => {
    await using node = await start();
    await node.send();
    await expect(node.send()).rejects.toThrow("Another import is running");
    await node.settle();
    const expected = { posts: site.posts, drafts: site.drafts, pages: site.pages, files: site.pictures + 1 };
    expect(await node.job()).toMatchObject({ state: "checked", format: "wordpress", nextTryAt: null });
    expect(await node.report()).toMatchObject({ dryRun: true, taken: expected, refused: site.refused });
    expect((await node.report()).entries.length).toBeGreaterThan(0);
    expect(await countPosts(node)).toBe(0);

    await startImport(node.context, { fetchPictures: false });
    await expect(startImport(node.context, { fetchPictures: false })).rejects.toThrow(
      "changed in the meantime",
    );
    // The report of a dry run is not the report of the import.
    expect(await node.report()).toBeNull();
    // The node ends in the middle.
    await node.work(() => until(async () => (await countPosts(node)) > 3));
    expect(await node.job()).toMatchObject({ state: "importing" });
    await node.work(async () => {
      const before = await countPosts(node);
      await until(async () => (await countPosts(node)) > before);
      await stopImport(node.context);
      await expect(stopImport(node.context)).rejects.toThrow("changed in the meantime");
    });
    expect(await node.job()).toMatchObject({ state: "stopped", nextTryAt: null });
    await expect.poll(() => node.report()).toMatchObject({ dryRun: false });
    const sofar = await countPosts(node);
    await startImport(node.context, { fetchPictures: false });
    await node.settle();
    expect(await node.job()).toMatchObject({ state: "imported", error: null });
    expect(sofar).toBeLessThanOrEqual(await countPosts(node));
    expect(await countPosts(node)).toBe(site.posts + site.drafts + site.pages);
    // Each is counted once: as new, or as existing where the node ended before its report was written.
    const { taken, known, refused } = await node.report();
    expect(taken.posts + known.posts).toBe(site.posts);
    expect([taken.drafts + known.drafts, refused]).toEqual([site.drafts, site.refused]);
    expect((await files(node)).map((name) => name.split("/").at(-1))).toEqual(["report.json"]);
    expect(await node.context.store.db.selectFrom("outbox").select("id").execute()).toEqual([]);

    await node.send();
    await node.settle();
    expect((await node.report()).taken).toMatchObject({ posts: 0, drafts: 0, files: 0 });
    node.context.clock.advance(importLimits.uploadKeptMs);
    await sweepImports(node.context);
    expect((await files(node)).map((name) => name.split("/").at(-1))).toContain("site.xml");
    node.context.clock.advance(1);
    await sweepImports(node.context);
    expect([await findImportJob(node.context.store.db), await files(node)]).toEqual([null, []]);
  });

  it("imports the feed that the page at an address names", async () => {
    await using bench = await createJobBench(await open());
    const context = { ...bench.context, recover: null as never };
    const asked: string[] = [];
    await using server = await bench.serve(({ url = "" }, response) => {
      asked.push(url);
      response.setHeader("content-type", url === "/all.xml" ? "application/rss+xml" : "text/html");
      response.end(
        url === "/all.xml"
          ? '<rss version="2.0"><channel><title>S</title><item><guid>1</guid><title>One</title><description>Words.</description></item></channel></rss>'
          : '<link rel="alternate" type="application/rss+xml" href="/all.xml">',
      );
    });
    await importFeedAddress(context, server.url("/about"));
    const queue = createImportQueue({
      context,
      pollMs: 10,
      work: (one, signal) => runImportJob(context, one, signal),
    });
    queue.start();
    await queue.settled();
    await startImport(context, { fetchPictures: false });
    await queue.settled();
    await queue.stop();
    expect(await findImportJob(context.store.db)).toMatchObject({ state: "imported", format: "feed" });
    expect(asked).toEqual(["/about", "/all.xml", "/about", "/all.xml"]);
    expect(await countPosts({ context } as never)).toBe(1);
  });

  it("publishes what nothing marks as public, and fetches from the old site, only where the owner says so", async () => {
    await using node = await start();
    const text = "---\ntitle: Unsaid\n---\nWords of a note. ![](/a.gif)\n";
    const zip = makeZip([{ name: "notes/unsaid.md", bytes: text }]);
    const stateOf = async () =>
      (await node.context.store.db.selectFrom("publications").select("state").execute()).map(
        ({ state }) => state,
      );
    await node.send(zip, "notes.zip");
    await node.settle();
    expect(await node.report()).toMatchObject({ unsaid: 1, withoutSite: 1 });
    const wrong = { fetchPictures: false, site: "ftp://old.example" };
    await expect(startImport(node.context, wrong)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await node.job()).toMatchObject({ state: "checked", site: null, publishUnsaid: 0 });
    await startImport(node.context, { fetchPictures: false });
    await node.settle();
    expect(await stateOf()).toEqual(["draft"]);

    const asked: string[] = [];
    const peers = {
      async send({ url }: { url: string }) {
        asked.push(url);
        return { status: 404, headers: {}, body: Readable.from([]) };
      },
    };
    Object.assign(node.context, { peers });
    await node.send(
      makeZip([
        { name: "notes/other.md", bytes: text.replaceAll("nsaid", "ther").replace("Words", "Others") },
      ]),
      "notes.zip",
    );
    await node.settle();
    expect(asked).toEqual([]);
    await startImport(node.context, { fetchPictures: false, publishUnsaid: true, site: " old.example/blog" });
    await node.settle();
    expect(await node.job()).toMatchObject({ state: "imported", site: "https://old.example/blog/" });
    expect(await node.report()).toMatchObject({ unfetched: 1, fetched: 0, unsaid: 0 });
    expect([await stateOf(), asked]).toEqual([["draft", "local"], ["https://old.example/a.gif"]]);
  });

  it("says what is wrong with a file, and keeps nothing of one that is cut off", async () => {
    await using node = await start();
    await node.send(Buffer.from("not an export"), "../../what?.bin");
    await node.settle();
    expect(await node.job()).toMatchObject({
      state: "failed",
      error: expect.stringContaining("This format can't be imported"),
    });
    await node.send(site.bytes.subarray(0, site.bytes.length / 2));
    await node.settle();
    expect(await node.job()).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/cut off|breaks off|ends/),
    });
    expect(await discardImport(node.context)).toBe(true);
    async function* broken(code: string) {
      yield site.bytes.subarray(0, 100);
      throw Object.assign(new Error("gone"), { code });
    }
    for (const code of ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET"])
      await expect(receiveImport(node.context, { name: "x", source: broken(code) })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    await expect(node.send(new Uint8Array())).rejects.toThrow("empty");
    expect([await findImportJob(node.context.store.db), await files(node)]).toEqual([null, []]);
  });

  it("ends without a failure where its owner removes the file while it is read", async () => {
    await using node = await start();
    for (const delayMs of [0, 100, 500]) {
      await node.send();
      const running = runImportJob(node.context, await node.job(), new AbortController().signal);
      await pause(delayMs);
      expect(await discardImport(node.context)).toBe(true);
      await running;
      expect([await node.job(), await files(node)]).toEqual([null, []]);
    }
    expect(node.context.log.entries).toEqual([]);
  });

  it("fetches pictures as was chosen first, also when it continues", async () => {
    await using node = await start();
    await node.send();
    await node.settle();
    for (const fetchPictures of [true, false]) {
      expect(await startImport(node.context, { fetchPictures })).toMatchObject({ fetchPictures: 1 });
      await stopImport(node.context);
    }
  });

  it("removes the location of pictures, or keeps it as was chosen, also when it continues", async () => {
    const zip = makeZip([
      { name: "blog/hugo.toml", bytes: Buffer.from("title = 'Mine'\n") },
      { name: "blog/content/posts/one/index.md", bytes: Buffer.from("---\ntitle: One\n---\n![a](a.jpg)\n") },
      { name: "blog/content/posts/one/a.jpg", bytes: await photo() },
    ]);
    for (const keepMetadata of [false, true]) {
      await using node = await start();
      await node.send(zip, "blog.zip");
      await node.settle();
      expect((await node.report()).taken.files).toBe(1);
      if (keepMetadata) {
        await startImport(node.context, { fetchPictures: false, keepMetadata });
        await stopImport(node.context);
      }
      expect(await startImport(node.context, { fetchPictures: false })).toMatchObject({
        keepMetadata: keepMetadata ? 1 : 0,
      });
      await node.settle();
      const { db } = node.context.store;
      const file = db.selectFrom("publications").select("contentHash").where("kind", "=", "FILE");
      const { contentHash } = await file.executeTakeFirstOrThrow();
      expect(hasSecret(await node.context.blobs.readAll(contentHash, 1_000_000))).toBe(keepMetadata);
      const notes = (await node.report()).notes.map(({ why }) => why);
      expect(notes.some((why) => why.includes("removed from 1 of the pictures"))).toBe(!keepMetadata);
    }
  });

  it("gives up a file on which the node ended again and again", async () => {
    await using node = await start();
    await node.send();
    const job = { ...(await node.job()), attempts: importLimits.interruptions + 1 };
    await runImportJob(node.context, job, new AbortController().signal);
    expect(await node.job()).toMatchObject({
      state: "failed",
      error: expect.stringContaining("several times"),
    });
  });

  it("does not start with a file of several authors before the owner is chosen", async () => {
    await using node = await start();
    const items = ["ada", "bo"].map((name, id) =>
      wxrItem({ id: id + 1, name, title: name, content: "Words." }).replace("[ada]", `[${name}]`),
    );
    await node.send(Buffer.from(wxr(items)));
    await node.settle();
    const fetchPictures = false;
    await expect(startImport(node.context, { fetchPictures })).rejects.toThrow("several authors");
    expect([(await node.job()).state, await countPosts(node)]).toEqual(["checked", 0]);
    await startImport(node.context, { fetchPictures, authors: ["bo"] });
    await node.settle();
    expect(await node.report()).toMatchObject({ leftOut: 1, taken: { posts: 1 } });
  });
});
