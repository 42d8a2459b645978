import { type Meanings, typedDataFor } from "@freehold/protocol";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import type { TestContext } from "../test-context.ts";

/** Fields to change in a message; undefined removes one. */
export type Changes = Record<string, unknown>;

/** A message in the form of the run. A change may make it invalid. */
function write<
  K extends "CreateConnection" | "DestroyConnection" | "NodeProfileUpdate" | "StatementOfSource",
>({ form }: TestContext, kind: K, meaning: Meanings[K], changes: Changes): LooseTypedData {
  const typedData = typedDataFor(kind, meaning, form);
  const message: Record<string, unknown> = { ...typedData.message, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete message[name];
  return { ...typedData, message };
}

/** "The fake peer follows the node." */
export function followOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  return followBetween(context, fakePeer, { address: context.address, url: context.info.url }, changes);
}

/** "The node follows the fake peer." */
export function ownFollowOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  return followBetween(context, { address: context.address, url: context.info.url }, fakePeer, changes);
}

type Side = Pick<FakePeer, "address" | "url">;

function followBetween(context: TestContext, follower: Side, followee: Side, changes: Changes) {
  const meaning = {
    followerAddress: follower.address,
    followeeAddress: followee.address,
    followeeUrl: followee.url,
    followerUrl: follower.url,
    timestamp: context.now(),
  };
  return write(context, "CreateConnection", meaning, changes);
}

/** "The fake peer's follow of the node ends." */
export function endOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const pair = { followerAddress: fakePeer.address, followeeAddress: context.address };
  return write(context, "DestroyConnection", { ...pair, timestamp: later(context) }, changes);
}

/** "The node's follow of the fake peer ends." */
export function ownEndOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  return endOf(context, fakePeer, {
    followerAddress: context.address,
    followeeAddress: fakePeer.address,
    ...changes,
  });
}

/** "This is the fake peer's profile." */
export function updateOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const { address: ownerAddress, url } = fakePeer;
  const profile = { ownerAddress, url, title: "Conformance peer", description: "" };
  return write(context, "NodeProfileUpdate", { ...profile, timestamp: context.now() }, changes);
}

/** "The fake peer published this", for content that it does not have. */
export function proofOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const proof = { contentHash: `0x${"5a".repeat(32)}`, publisherAddress: fakePeer.address } as const;
  return write(context, "StatementOfSource", { ...proof, timestamp: context.now() }, changes);
}

/** A few seconds ahead: rounding must not make the end of a follow older than the follow. */
export function later(context: TestContext): number {
  return context.now() + 5;
}
