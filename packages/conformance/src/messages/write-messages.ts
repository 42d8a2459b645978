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
  const meaning = {
    followerAddress: fakePeer.address,
    followeeAddress: context.address,
    followeeUrl: context.info.url,
    followerUrl: fakePeer.url,
    timestamp: context.now(),
  };
  return write(context, "CreateConnection", meaning, changes);
}

/** "The node follows the fake peer." */
export function ownFollowOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const meaning = {
    followerAddress: context.address,
    followeeAddress: fakePeer.address,
    followeeUrl: fakePeer.url,
    followerUrl: context.info.url,
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
  const pair = { followerAddress: context.address, followeeAddress: fakePeer.address };
  return write(context, "DestroyConnection", { ...pair, timestamp: later(context) }, changes);
}

/** "This is the fake peer's profile." */
export function updateOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const profile = { url: fakePeer.url, title: "Conformance peer", description: "" };
  return write(
    context,
    "NodeProfileUpdate",
    { ownerAddress: fakePeer.address, ...profile, timestamp: context.now() },
    changes,
  );
}

/** "The fake peer published this", for content that it does not have. */
export function proofOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const contentHash = `0x${"5a".repeat(32)}` as const;
  return write(
    context,
    "StatementOfSource",
    { contentHash, publisherAddress: fakePeer.address, timestamp: context.now() },
    changes,
  );
}

/** A few seconds ahead: rounding must not make the end of a follow older than the follow. */
export function later(context: TestContext): number {
  return context.now() + 5;
}
