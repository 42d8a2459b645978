import { contentHash, EwpError } from "@freehold/protocol";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CannedPeer, type CannedPublication, inPieces } from "../../../test/support/canned-peer.ts";
import { holdTransaction } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { listPulls } from "../../../test/support/store-records.ts";
import { readReplicaUsage } from "../../store/peers/replicas.ts";
import { findSignedPublication } from "../../store/publications/signed-publications.ts";
import { acceptProof } from "./accept-proof.ts";
import { pullPublication } from "./pull-publication.ts";
import { replicateNow } from "./replicate-now.ts";

describe("POST /ewp/replications (specification 4.9)", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench({ maxContentBytes: 1_000 });
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const replicate = ({ envelope }: CannedPublication) => replicateNow(bench.context, envelope);
  const pulls = () => listPulls(bench.context.store.db, { limit: 10 });
  const stored = ({ contentHash, timestamp }: CannedPublication) =>
    findSignedPublication(bench.context.store.db, ada.address, contentHash, timestamp);
  const failure = async (promise: Promise<void>) => {
    const error = await promise.then(() => null).catch((reason: unknown) => reason);
    if (!(error instanceof EwpError)) throw new Error(`This is no error of the protocol: ${error}`);
    return error;
  };

  it("has the content when it answers", async () => {
    const post = ada.publish("hello");
    await replicate(post);
    expect(await stored(post)).toMatchObject({ kind: "POST", signature: post.envelope.signature });
    expect(await bench.context.blobs.size(post.contentHash)).toBe(5);
    expect(await pulls()).toMatchObject([{ state: "done", contentHash: post.contentHash }]);
  });

  it("completes a pull that waits", async () => {
    const post = ada.publish("hello");
    await acceptProof(bench.context, post.envelope);
    const [before] = await pulls();
    await replicate(post);
    expect(await pulls()).toMatchObject([{ id: before?.id, state: "done" }]);
    expect((await stored(post))?.seq).toBe(before?.id);
  });

  it("does the work once for the same request twice", async () => {
    const post = ada.publish("hello");
    await Promise.all([replicate(post), replicate(post), replicate(post)]);
    expect(ada.requests).toHaveLength(1);
    expect((await failure(replicate(post))).code).toBe("REPLICATION_ALREADY_EXISTS");
  });

  it("checks like an inbound publication before it calls anybody", async () => {
    expect((await failure(replicateNow(bench.context, null))).code).toBe("INVALID_PAYLOAD");
    expect((await failure(replicate(bench.peer(3).publish("x")))).code).toBe("NOT_FOLLOWING");
    const { envelope } = ada.publish("x");
    const forged = { ...envelope, signature: `0x${"00".repeat(65)}` };
    expect((await failure(replicateNow(bench.context, forged))).code).toBe("INVALID_SIGNATURE");
    expect(ada.requests).toEqual([]);
  });

  it("refuses bytes that are not what was signed", async () => {
    const post = ada.publish("served", { hash: contentHash(new TextEncoder().encode("signed")) });
    expect((await failure(replicate(post))).code).toBe("CONTENT_HASH_MISMATCH");
    expect(await stored(post)).toBeNull();
    expect(await bench.context.blobs.size(post.contentHash)).toBeNull();
    expect(await pulls()).toEqual([]);
  });

  it("refuses a file without its description, and takes a post without one", async () => {
    const file = ada.publish("bytes", { mediaType: "application/x-thing" });
    expect((await failure(replicate(file))).code).toBe("CONTENT_DESCRIPTION_MISSING");
    expect(await pulls()).toEqual([]);
    const described = ada.publish("other bytes", {
      mediaType: "application/x-thing",
      headers: { "content-description": "A%20thing" },
    });
    await replicate(described);
    expect(await stored(described)).toMatchObject({ kind: "FILE", description: "A thing" });
  });

  it("refuses what is too large, in words that are safe for anybody", async () => {
    const error = await failure(replicate(ada.publish("x".repeat(1_001))));
    expect(error).toMatchObject({
      code: "INTERNAL_ERROR",
      detail: "The content is larger than this node accepts.",
    });
    expect(await pulls()).toEqual([]);
  });

  it("leaves what can't be fetched now to the queue", async () => {
    const post = ada.publish("hello");
    ada.profile = null;
    let told = 0;
    bench.context.store.onDue("pulls", () => {
      told += 1;
    });
    expect(await failure(replicate(post))).toMatchObject({
      code: "INTERNAL_ERROR",
      detail: "The content could not be fetched now.",
    });
    expect(await pulls()).toMatchObject([{ state: "pending" }]);
    expect(told).toBe(1);
    ada.profile = { address: ada.address };
    await replicate(post);
    expect(await pulls()).toMatchObject([{ state: "done" }]);
  });

  it("stores nothing when the follow ends meanwhile", async () => {
    const post = ada.publish("hello");
    ada.override = async () => {
      await bench.unfollow(ada);
      return { ...post.content, body: inPieces(post.content.body) };
    };
    expect((await failure(replicate(post))).code).toBe("NOT_FOLLOWING");
    expect(await stored(post)).toBeNull();
  });

  it.each(["a pull", "a request"])(
    "takes what %s stored meanwhile for stored, and keeps it once",
    async (first) => {
      await using postgres = await createReplicaBench({ database: "postgres" });
      const { context } = postgres;
      const { store } = context;
      const eve = await postgres.followed(2);
      const { envelope } = eve.publish("hello");
      await acceptProof(context, envelope);
      const [row] = await listPulls(store.db, { limit: 1 });
      if (!row) throw new Error("There is no pull.");
      const pulling = () => pullPublication(context, row);
      const replicating = () => replicateNow(context, envelope).catch(({ code }) => code);
      const [one, other] = first === "a pull" ? [pulling, replicating] : [replicating, pulling];
      // The first one gets as far as the search index, when the publication is written and not committed.
      const gate = await holdTransaction(store, (tx) =>
        sql`lock table search_index in access exclusive mode`.execute(tx),
      );
      const storing = one();
      await gate.untilMet(storing);
      const late = other();
      await gate.untilMet(storing, late);
      await gate.commit();
      const done = { result: "done" };
      expect(await Promise.all([storing, late])).toEqual(
        first === "a pull" ? [done, "REPLICATION_ALREADY_EXISTS"] : [undefined, done],
      );
      expect(await store.db.selectFrom("publications").select("contentHash").execute()).toHaveLength(1);
      expect(await readReplicaUsage(store.db, eve.address)).toMatchObject({ replicas: 1 });
    },
  );
});
