import { isoSeconds, parseEnvelope } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CannedPeer, jsonReply } from "../../../../test/support/canned-peer.ts";
import { createReplicaBench, type ReplicaBench } from "../../../../test/support/replica-bench.ts";
import { signedOf, storePublication, T0 } from "../../../../test/support/store-records.ts";
import { findConnection, findConnectionTombstone } from "../../../store/peers/connections.ts";
import { findProfile, updateProfile } from "../../../store/peers/profiles.ts";
import { deletePublication } from "../../../store/publications/publications.ts";
import { addPublicationForFollowers } from "../../../store/queues/fan-out.ts";
import { listOutbox, type OutboxEntry } from "../../../store/queues/outbox.ts";
import { deliverPublication } from "./deliver.ts";

const hourMs = 3_600_000;

describe("the delivery of a publication to a follower", () => {
  let bench: ReplicaBench;
  let ben: CannedPeer;
  let entry: OutboxEntry;
  let id: number;
  beforeEach(async () => {
    bench = await createReplicaBench();
    ben = await bench.follower(2);
    const { store, clock } = bench.context;
    id = await store.transaction(async (tx) => {
      const made = await storePublication(tx, publication());
      const now = clock.now();
      await addPublicationForFollowers(tx, {
        self: bench.self,
        publicationId: made,
        now,
        expiresAt: now + hourMs,
      });
      return made;
    });
    const [added] = await listOutbox(store.db, { limit: 1 });
    if (!added) throw new Error("There is no entry.");
    entry = added;
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  /** One of this node's, with a signature of the right form. */
  const publication = () => {
    const { signature } = bench.peer(5).publish("hello", { timestamp: 1 }).envelope;
    return { ...signedOf(1, 77, T0 / 1000), signature };
  };
  const deliver = () => deliverPublication(bench.context, entry);
  const connection = () => findConnection(bench.context.store.db, ben.address, bench.self);
  const answer = (status: number, error: string) => {
    ben.override = () => jsonReply(status, { error });
  };

  it("posts the proof as it was signed, with the time of this node's profile", async () => {
    expect(await deliver()).toEqual({ result: "done", answer: "accepted" });
    const [posted] = ben.posted;
    expect(posted?.path).toBe("/ewp/publications");
    const parsed = parseEnvelope("StatementOfSource", posted?.body);
    const { contentHash, timestamp, signature } = publication();
    expect(parsed.claims).toEqual({ contentHash, publisherAddress: bench.self, timestamp });
    expect(posted?.body).toMatchObject({ signature });
    const headers = Object.entries(posted?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(headers)).toMatchObject({ "x-epress-node-updated": isoSeconds(T0 / 1000) });
  });

  it("posts a replication request to a node of the reference form", async () => {
    await bench.context.store.transaction((tx) => updateProfile(tx, ben.address, { form: "reference" }));
    expect(await deliver()).toEqual({ result: "done", answer: "has" });
    expect(ben.posted.map(({ path }) => path)).toEqual(["/ewp/replications"]);
  });

  it("learns what a node speaks again when that does not know the endpoint any more", async () => {
    const { ewpVersion: _, ...profile } = ben.profile ?? {};
    ben.profile = profile;
    ben.override = (_request, path) =>
      path === "/ewp/publications" ? jsonReply(404, { error: "NOT_FOUND" }) : null;
    expect(await deliver()).toEqual({ result: "done", answer: "has" });
    expect(ben.requests).toEqual(["POST /ewp/publications", "GET /ewp/profile", "POST /ewp/replications"]);
    expect((await findProfile(bench.context.store.db, ben.address))?.form).toBe("reference");
    expect(await deliver()).toEqual({ result: "done", answer: "has" });
    expect(ben.requests.slice(3)).toEqual(["POST /ewp/replications"]);
  });

  it("is done when the follower has it already", async () => {
    answer(409, "REPLICATION_ALREADY_EXISTS");
    expect(await deliver()).toEqual({ result: "done", answer: "has" });
  });

  it("tells nobody of what was deleted meanwhile", async () => {
    await bench.context.store.transaction((tx) => deletePublication(tx, id, 1));
    expect(await deliver()).toEqual({ result: "refused", reason: "deleted before it was delivered" });
    expect(ben.requests).toEqual([]);
  });

  it("tells nobody who does not follow any more", async () => {
    entry = { ...entry, peerAddress: bench.peer(3).address };
    expect(await deliver()).toMatchObject({ result: "refused", reason: "it is no follower any more" });
  });

  it("tries again when the follower can't be reached, and takes its refusal for its last word", async () => {
    ben.profile = null;
    expect(await deliver()).toMatchObject({ result: "later", scope: "peer" });
    answer(400, "INVALID_PAYLOAD");
    expect(await deliver()).toMatchObject({ result: "refused", reason: "it answered 400 INVALID_PAYLOAD" });
  });

  it("removes the record of a follow that the follower denies, without a tombstone", async () => {
    answer(401, "NOT_FOLLOWING");
    bench.context.clock.advance(hourMs);
    expect(await deliver()).toEqual({ result: "refused", reason: "it no longer follows", reached: true });
    expect(await connection()).toBeNull();
    expect(await findConnectionTombstone(bench.context.store.db, ben.address, bench.self)).toBeNull();
  });

  it("waits for a follower whose follow is young", async () => {
    answer(401, "NOT_FOLLOWING");
    bench.context.clock.advance(hourMs - 1);
    expect(await deliver()).toMatchObject({ result: "later", scope: "row" });
    expect(await connection()).not.toBeNull();
  });
});
