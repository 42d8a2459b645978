import { contentHash, type Hash, isoSeconds, PeerError } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type CannedPeer,
  type CannedPublication,
  inPieces,
  jsonReply,
} from "../../../test/support/canned-peer.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { listPulls } from "../../../test/support/store-records.ts";
import type { Outcome } from "../../jobs/retry.ts";
import { findContent } from "../../store/contents.ts";
import { updateProfile } from "../../store/peers/profiles.ts";
import { insertPublicationTombstone } from "../../store/publications/publication-tombstones.ts";
import { deletePublication } from "../../store/publications/publications.ts";
import { findSignedPublication } from "../../store/publications/signed-publications.ts";
import type { Pull } from "../../store/queues/pulls.ts";
import { acceptProof } from "./accept-proof.ts";
import { pullPublication } from "./pull-publication.ts";

const hourMs = 3_600_000;
const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);

describe("the pull of a publication (decisions 5)", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench({ maxContentBytes: 100_000 });
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  async function queue(publication: CannedPublication): Promise<Pull> {
    await acceptProof(bench.context, publication.envelope);
    const pull = (await listPulls(bench.context.store.db, { limit: 1 }))[0];
    if (!pull) throw new Error("There is no pull.");
    return pull;
  }
  const pull = async (publication: CannedPublication) =>
    pullPublication(bench.context, await queue(publication));
  const stored = ({ contentHash, timestamp }: CannedPublication) =>
    findSignedPublication(bench.context.store.db, ada.address, contentHash, timestamp);
  const nothingOf = async (hash: Hash) => {
    expect(await bench.context.blobs.size(hash)).toBeNull();
    expect(await findContent(bench.context.store.db, hash)).toBeNull();
  };

  it("brings a post: bytes, row and proof", async () => {
    const post = ada.publish("# Hello\n");
    const told: unknown[] = [];
    bench.context.events.on("publication.replicated", (fields) => told.push(fields));
    const row = await queue(post);
    expect(await pullPublication(bench.context, row)).toEqual({ result: "done" });
    expect(await stored(post)).toMatchObject({
      kind: "POST",
      state: "signed",
      mediaType: "text/markdown",
      description: null,
      filename: null,
      signature: post.envelope.signature,
      seq: row.id,
    });
    expect(new TextDecoder().decode(await bench.context.blobs.readAll(post.contentHash, 100))).toBe(
      "# Hello\n",
    );
    expect(ada.requests).toEqual([`GET /ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`]);
    expect(told).toEqual([
      { publisherAddress: ada.address, contentHash: post.contentHash, timestamp: post.timestamp },
    ]);
  });

  it("brings a file with its caption and name, and looks at its bytes for its type", async () => {
    const file = ada.publish(png, {
      mediaType: "application/octet-stream",
      headers: {
        "content-description": encodeURIComponent("Ein Bild, für alle\u0000 ✓"),
        "content-disposition": `inline; filename="a.png"`,
      },
    });
    expect(await pull(file)).toEqual({ result: "done" });
    expect(await stored(file)).toMatchObject({
      kind: "FILE",
      mediaType: "image/png",
      filename: "a.png",
      description: "Ein Bild, für alle ✓",
    });
  });

  it("takes a file without a caption, and cuts one that is too long", async () => {
    const bare = ada.publish("bytes", { mediaType: "application/x-thing" });
    expect(await pull(bare)).toEqual({ result: "done" });
    expect(await stored(bare)).toMatchObject({ kind: "FILE", description: null });
    const long = ada.publish("more bytes", {
      mediaType: "application/x-thing",
      headers: { "content-description": "x".repeat(3_000) },
    });
    await pull(long);
    expect((await stored(long))?.description).toHaveLength(2_000);
  });

  it.each([
    ["https://peer2.example/slug/hello", "hello"],
    ["/slug/hello", "hello"],
    ["https://peer2.example/slug/gr%C3%BC%C3%9Fe", "grüße"],
    ["https://elsewhere.example/slug/hello", null],
    ["https://peer2.example/posts/hello", null],
    ["https://peer2.example/slug/../hello", null],
    ["https://peer2.example/slug/a%20b", null],
    ["https://peer2.example/slug/%zz", null],
    [`https://peer2.example/slug/${"x".repeat(256)}`, null],
    ["javascript:alert(1)", null],
  ])("reads the slug out of the link %s", async (link, slug) => {
    const post = ada.publish("hello", { headers: { link: `<${link}>; rel="canonical"` } });
    expect(await pull(post)).toEqual({ result: "done" });
    expect((await stored(post))?.slug).toBe(slug);
  });

  it("leaves a slug with the publication that had it first", async () => {
    const link = { link: `<${ada.url}/slug/hello>; rel="canonical"` };
    const [first, second] = [ada.publish("one", { headers: link }), ada.publish("two", { headers: link })];
    await pull(first);
    await pull(second);
    expect((await stored(first))?.slug).toBe("hello");
    expect((await stored(second))?.slug).toBeNull();
  });

  it("is done at once for what is stored", async () => {
    const post = ada.publish("hello");
    const row = await queue(post);
    await pullPublication(bench.context, row);
    expect(await pullPublication(bench.context, row)).toEqual({ result: "done", reached: false });
    expect(ada.requests).toHaveLength(1);
  });

  it("does not bring back what the owner deleted", async () => {
    const post = ada.publish("hello");
    const row = await queue(post);
    await pullPublication(bench.context, row);
    const id = (await stored(post))?.id ?? 0;
    await bench.context.store.transaction(async (tx) => {
      await deletePublication(tx, id, 1);
      await insertPublicationTombstone(tx, { ...post, publisherAddress: ada.address }, 1);
    });
    expect(await pullPublication(bench.context, row)).toMatchObject({ result: "done" });
    expect(await stored(post)).toBeNull();
  });

  it("stops when the follow ended, also while the content was on its way", async () => {
    const refused: Outcome = { result: "refused", reason: "not following any more" };
    const post = ada.publish("hello");
    const row = await queue(post);
    ada.override = async () => {
      await bench.unfollow(ada);
      return { ...post.content, body: inPieces(post.content.body) };
    };
    expect(await pullPublication(bench.context, row)).toEqual(refused);
    expect(await stored(post)).toBeNull();
    expect(await pullPublication(bench.context, row)).toEqual(refused);
    expect(ada.requests).toHaveLength(1);
  });

  it("throws wrong bytes away, asks again for a day, and then no more", async () => {
    const post = ada.publish("what is served", {
      hash: contentHash(new TextEncoder().encode("what was signed")),
    });
    const row = await queue(post);
    const reason = "the bytes that its node serves are not those that were signed";
    expect(await pullPublication(bench.context, row)).toEqual({
      result: "later",
      scope: "row",
      reason,
      reached: true,
    });
    await nothingOf(post.contentHash);
    const failedBefore = { ...row, lastError: reason };
    bench.context.clock.advance(24 * hourMs - 1);
    expect(await pullPublication(bench.context, failedBefore)).toMatchObject({ result: "later" });
    bench.context.clock.advance(1);
    expect(await pullPublication(bench.context, row)).toMatchObject({ result: "later" });
    expect(await pullPublication(bench.context, failedBefore)).toEqual({
      result: "refused",
      reason,
      reached: true,
    });
  });

  it("asks for three days for what is not there", async () => {
    const post = ada.publish("hello");
    const row = await queue(post);
    ada.publications.pop();
    const reason = "it answered 404 CONTENT_NOT_FOUND";
    expect(await pullPublication(bench.context, row)).toMatchObject({
      result: "later",
      scope: "row",
      reason,
    });
    bench.context.clock.advance(72 * hourMs);
    expect(await pullPublication(bench.context, { ...row, lastError: reason })).toMatchObject({
      result: "refused",
    });
  });

  it("refuses what is too large, and says what the limit is", async () => {
    const announced = ada.publish(new Uint8Array(100_001), { mediaType: "application/x-thing" });
    expect(await pull(announced)).toEqual({
      result: "refused",
      reason: "the content is 100001 bytes, and this node accepts up to 100000 bytes",
      reached: true,
    });
    await nothingOf(announced.contentHash);
    const unannounced = ada.publish(new Uint8Array(100_002), { mediaType: "application/x-thing" });
    delete unannounced.content.headers["content-length"];
    expect(await pull(unannounced)).toMatchObject({
      result: "refused",
      reason: expect.stringContaining("100000"),
    });
    await nothingOf(unannounced.contentHash);
    const fits = ada.publish(new Uint8Array(100_000), { mediaType: "application/x-thing" });
    expect(await pull(fits)).toEqual({ result: "done" });
  });

  it("refuses a post that is not UTF-8, once its bytes are what was signed", async () => {
    const post = ada.publish(Uint8Array.from([0xff, 0xfe, 0x41]));
    expect(await pull(post)).toEqual({
      result: "refused",
      reason: "the post is not UTF-8 text",
      reached: true,
    });
    const wrong = ada.publish(Uint8Array.from([0xff]), {
      hash: contentHash(new TextEncoder().encode("text")),
    });
    expect(await pull(wrong)).toMatchObject({ result: "later", scope: "row" });
  });

  it("tries again when the content breaks off, and leaves nothing of it", async () => {
    const post = ada.publish("x".repeat(50_000));
    const row = await queue(post);
    ada.override = () => ({
      ...post.content,
      body: (async function* () {
        yield post.content.body.subarray(0, 20_000);
        throw new PeerError("unreachable", "The connection failed.");
      })(),
    });
    expect(await pullPublication(bench.context, row)).toMatchObject({ result: "later", scope: "row" });
    await nothingOf(post.contentHash);
    ada.override = null;
    expect(await pullPublication(bench.context, row)).toEqual({ result: "done" });
  });

  it("lets the peer's other rows wait when it can't be reached, or has no time", async () => {
    const row = await queue(ada.publish("hello"));
    ada.override = () => jsonReply(503, { error: "INTERNAL_ERROR" }, { "retry-after": "60" });
    expect(await pullPublication(bench.context, row)).toMatchObject({
      result: "later",
      scope: "peer",
      afterMs: 60_000,
    });
    ada.override = null;
    ada.profile = null;
    expect(await pullPublication(bench.context, row)).toMatchObject({ result: "later", scope: "peer" });
  });

  it("does not pull from a URL where another node answers now", async () => {
    const row = await queue(ada.publish("hello"));
    await bench.context.store.transaction((tx) => updateProfile(tx, ada.address, { fetchedAt: 0 }));
    if (ada.profile) ada.profile.address = bench.peer(3).address;
    expect(await pullPublication(bench.context, row)).toMatchObject({ result: "later", scope: "peer" });
    expect(ada.requests).toEqual(["GET /ewp/profile"]);
  });

  it("ends at the signal, and leaves nothing", async () => {
    const post = ada.publish("x".repeat(50_000));
    const row = await queue(post);
    const stop = new AbortController();
    ada.override = () => ({
      ...post.content,
      body: (async function* () {
        yield post.content.body.subarray(0, 20_000);
        stop.abort(new Error("stopping"));
        await new Promise(() => {});
      })(),
    });
    await expect(pullPublication(bench.context, row, stop.signal)).rejects.toThrow();
    await nothingOf(post.contentHash);
  });

  it("gives the same publication the same second and signature as its publisher", async () => {
    const post = ada.publish("hello", { timestamp: 1_234_567_890 });
    await pull(post);
    expect(await stored(post)).toMatchObject({ timestamp: 1_234_567_890 });
    expect(isoSeconds((await stored(post))?.timestamp ?? 0)).toBe(post.entry.createdAt);
  });
});
