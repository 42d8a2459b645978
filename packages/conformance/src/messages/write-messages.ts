import { type Meanings, typedDataFor } from "@freehold/protocol";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import type { TestContext } from "../test-context.ts";

type Changes = Record<string, unknown>;

/** A message in the form of the run. Anything may be changed, to anything: what comes out is what goes to the node. */
function write<
  K extends "CreateConnection" | "DestroyConnection" | "NodeProfileUpdate" | "StatementOfSource",
>({ form }: TestContext, kind: K, meaning: Meanings[K], changes: Changes): LooseTypedData {
  const typedData = typedDataFor(kind, meaning, form);
  const message: Record<string, unknown> = { ...typedData.message, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete message[name];
  return { ...typedData, message };
}

/** "The fake peer follows the node." A change to undefined takes the field away. */
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

/** "The fake peer published something", of which nothing else is known. */
export function proofOf(context: TestContext, fakePeer: FakePeer, changes: Changes = {}): LooseTypedData {
  const contentHash = `0x${"5a".repeat(32)}` as const;
  return write(
    context,
    "StatementOfSource",
    { contentHash, publisherAddress: fakePeer.address, timestamp: context.now() },
    changes,
  );
}

/** A few seconds ahead, so that no clock's rounding makes a termination older than the follow that it ends. */
export function later(context: TestContext): number {
  return context.now() + 5;
}
