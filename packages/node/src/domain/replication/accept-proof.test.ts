import { digestOf, EwpError, isoSeconds, signDigestWith, signEnvelope } from "@freehold/protocol";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CannedPeer } from "../../../test/support/canned-peer.ts";
import { holdTransaction } from "../../../test/support/databases.ts";
import { createReplicaBench, type ReplicaBench } from "../../../test/support/replica-bench.ts";
import { listPulls } from "../../../test/support/store-records.ts";
import type { Tx } from "../../store/database.ts";
import { deleteConnection } from "../../store/peers/connections.ts";
import { findPeer } from "../../store/peers/peers.ts";
import { findProfile, updateProfile } from "../../store/peers/profiles.ts";
import {
  insertPublicationTombstone,
  type ProofKey,
} from "../../store/publications/publication-tombstones.ts";
import { acceptProof } from "./accept-proof.ts";
import { pullPublication } from "./pull-publication.ts";

describe("POST /ewp/publications (specification 4.7)", () => {
  let bench: ReplicaBench;
  let ada: CannedPeer;
  beforeEach(async () => {
    bench = await createReplicaBench();
    ada = await bench.followed(2);
  });
  afterEach(() => bench[Symbol.asyncDispose]());

  const accept = (body: unknown, nodeUpdated?: string) => acceptProof(bench.context, body, nodeUpdated);
  const pulls = () => listPulls(bench.context.store.db, { limit: 10 });
  const code = async (promise: Promise<unknown>) => {
    const error = await promise.then(() => null).catch((reason: unknown) => reason);
    if (!(error instanceof EwpError)) throw new Error(`This is no error of the protocol: ${error}`);
    return error.code;
  };

  it("stores the proof, tells the queue and calls nobody", async () => {
    const post = ada.publish("hello");
    let told = 0;
    bench.context.store.onDue("pulls", () => {
      told += 1;
    });
    await accept(post.envelope);
    expect(await pulls()).toMatchObject([
      {
        peerAddress: ada.address,
        contentHash: post.contentHash,
        timestamp: post.timestamp,
        signature: post.envelope.signature,
        proofType: "StatementOfSource(bytes32 contentHash,address publisherAddress,uint64 timestamp)",
        state: "pending",
        nextTryAt: bench.context.clock.now(),
        expiresAt: bench.context.clock.now() + 30 * 86_400_000,
      },
    ]);
    expect(told).toBe(1);
    expect(ada.requests).toEqual([]);
    expect(await findPeer(bench.context.store.db, ada.address)).toMatchObject({
      heardAt: bench.context.clock.now(),
    });
  });

  it("takes the message that the specification's table names, too", async () => {
    const { contentHash, timestamp } = ada.publish("hello");
    const typedData = {
      domain: { name: "epress world", version: "1", chainId: 1 },
      types: {
        Publication: [
          { name: "contentHash", type: "bytes32" },
          { name: "authorAddress", type: "address" },
          { name: "timestamp", type: "uint256" },
        ],
      },
      primaryType: "Publication",
      message: { contentHash, authorAddress: ada.address, timestamp },
    };
    const { signature, recovery } = signDigestWith(ada.privateKey)(digestOf(typedData));
    const hex = `0x${Buffer.from(signature).toString("hex")}${(27 + recovery).toString(16)}`;
    await accept({ typedData, signature: hex });
    expect(await pulls()).toMatchObject([
      { contentHash, proofType: "Publication(bytes32 contentHash,address authorAddress,uint256 timestamp)" },
    ]);
  });

  it("changes nothing for a proof that waits already, or whose pull failed", async () => {
    const post = ada.publish("hello");
    await accept(post.envelope);
    const before = await pulls();
    bench.context.clock.advance(5_000);
    await accept(post.envelope);
    expect(await pulls()).toEqual(before);
  });

  it("refuses in the order of decisions 2", async () => {
    const unknownPeer = bench.peer(3);
    const ahead = { timestamp: Math.floor(bench.context.clock.now() / 1000) + 3_601 };
    expect(await code(accept({ nonsense: true }))).toBe("INVALID_PAYLOAD");
    expect(await code(accept(unknownPeer.publish("x", ahead).envelope))).toBe("INVALID_PAYLOAD");
    const forged = { ...unknownPeer.publish("x").envelope, signature: `0x${"00".repeat(65)}` };
    expect(await code(accept(forged))).toBe("NOT_FOLLOWING");
    const post = ada.publish("x");
    expect(await code(accept({ ...post.envelope, signature: forged.signature }))).toBe("INVALID_SIGNATURE");
    expect(await pulls()).toEqual([]);
  });

  it("takes a time that is an hour ahead, and one that is years old", async () => {
    const now = Math.floor(bench.context.clock.now() / 1000);
    await accept(ada.publish("ahead", { timestamp: now + 3_600 }).envelope);
    await accept(ada.publish("old", { timestamp: 1 }).envelope);
    expect(await pulls()).toHaveLength(2);
  });

  it("refuses what somebody else signed for the publisher", async () => {
    const post = ada.publish("hello");
    const meaning = {
      contentHash: post.contentHash,
      publisherAddress: ada.address,
      timestamp: post.timestamp,
    };
    const other = signEnvelope("StatementOfSource", meaning, signDigestWith(new Uint8Array(32).fill(9)));
    expect(await code(accept(other))).toBe("INVALID_SIGNATURE");
  });

  it("says so when the publication is stored, or was deleted by the owner", async () => {
    const stored = ada.publish("stored");
    await accept(stored.envelope);
    const [pull] = await pulls();
    if (!pull) throw new Error("There is no pull.");
    await pullPublication(bench.context, pull);
    expect(await code(accept(stored.envelope))).toBe("REPLICATION_ALREADY_EXISTS");

    const deleted = ada.publish("deleted");
    const proof = { ...deleted, publisherAddress: ada.address };
    await bench.context.store.transaction((tx) => insertPublicationTombstone(tx, proof, 1));
    expect(await code(accept(deleted.envelope))).toBe("REPLICATION_ALREADY_EXISTS");
  });

  it("is not for a node that is not followed any more", async () => {
    const post = ada.publish("hello");
    await bench.unfollow(ada);
    expect(await code(accept(post.envelope))).toBe("NOT_FOLLOWING");
  });

  it.each<[string, (tx: Tx, proof: ProofKey) => Promise<unknown>]>([
    ["NOT_FOLLOWING", (tx, { publisherAddress }) => deleteConnection(tx, bench.self, publisherAddress)],
    ["REPLICATION_ALREADY_EXISTS", (tx, proof) => insertPublicationTombstone(tx, proof, 1)],
  ])("looks again when it writes: %s", async (refusal, change) => {
    await using postgres = await createReplicaBench({ database: "postgres" });
    const { store } = postgres.context;
    const eve = await postgres.followed(2);
    const post = eve.publish("hello");
    // The last read before the transaction: the follow was looked at, and stood.
    const changing = await holdTransaction(store, (tx) =>
      sql`lock table replica_usage in access exclusive mode`.execute(tx),
    );
    const accepting = code(acceptProof(postgres.context, post.envelope));
    await changing.untilMet(accepting);
    await changing.commit((tx) => change(tx, { ...post, publisherAddress: eve.address }));
    expect(await accepting).toBe(refusal);
    expect(await listPulls(store.db, { limit: 10 })).toEqual([]);
  });

  describe("with the time of the publisher's profile", () => {
    const fetchedAt = async () => (await findProfile(bench.context.store.db, ada.address))?.fetchedAt;

    it("has a newer profile read before the pull", async () => {
      if (ada.profile) ada.profile.title = "Ada, renamed";
      if (ada.profile) ada.profile.updatedAt = isoSeconds(1_650_000_000);
      await accept(ada.publish("hello").envelope, isoSeconds(1_650_000_000));
      expect(await fetchedAt()).toBe(0);
      const [pull] = await pulls();
      if (!pull) throw new Error("There is no pull.");
      expect(await pullPublication(bench.context, pull)).toEqual({ result: "done" });
      expect(ada.requests[0]).toBe("GET /ewp/profile");
      expect(await findProfile(bench.context.store.db, ada.address)).toMatchObject({
        title: "Ada, renamed",
        updatedAt: 1_650_000_000,
        fetchedAt: bench.context.clock.now(),
      });
    });

    it.each([
      isoSeconds(1_600_000_000),
      isoSeconds(1_500_000_000),
      isoSeconds(2_000_000_000),
      "yesterday",
      "1650000000",
      "2022-04-15",
      "2022-13-45T99:99:99Z",
      "",
    ])("leaves the profile alone for %j", async (header) => {
      await bench.context.store.transaction((tx) => updateProfile(tx, ada.address, { fetchedAt: 5 }));
      await accept(ada.publish("hello").envelope, header);
      expect(await fetchedAt()).toBe(5);
    });
  });
});
