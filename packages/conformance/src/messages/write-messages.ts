import { type Meanings, typedDataFor } from "@freehold/protocol";
import type { Persona } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import type { Trial } from "../test-context.ts";

type Changes = Record<string, unknown>;

/** A message in the form of the run. Anything may be changed, to anything: what comes out is what goes to the node. */
function write<
  K extends "CreateConnection" | "DestroyConnection" | "NodeProfileUpdate" | "StatementOfSource",
>({ form }: Trial, kind: K, meaning: Meanings[K], changes: Changes): LooseTypedData {
  const typedData = typedDataFor(kind, meaning, form);
  const message: Record<string, unknown> = { ...typedData.message, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete message[name];
  return { ...typedData, message };
}

/** "The persona follows the node." A change to undefined takes the field away. */
export function followOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const meaning = {
    followerAddress: persona.address,
    followeeAddress: trial.address,
    followeeUrl: trial.facts.url,
    followerUrl: persona.url,
    timestamp: trial.now(),
  };
  return write(trial, "CreateConnection", meaning, changes);
}

/** "The node follows the persona." */
export function ownFollowOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const meaning = {
    followerAddress: trial.address,
    followeeAddress: persona.address,
    followeeUrl: persona.url,
    followerUrl: trial.facts.url,
    timestamp: trial.now(),
  };
  return write(trial, "CreateConnection", meaning, changes);
}

/** "The persona's follow of the node ends." */
export function endOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const pair = { followerAddress: persona.address, followeeAddress: trial.address };
  return write(trial, "DestroyConnection", { ...pair, timestamp: later(trial) }, changes);
}

/** "The node's follow of the persona ends." */
export function ownEndOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const pair = { followerAddress: trial.address, followeeAddress: persona.address };
  return write(trial, "DestroyConnection", { ...pair, timestamp: later(trial) }, changes);
}

/** "This is the persona's profile." */
export function updateOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const profile = { url: persona.url, title: "Conformance peer", description: "" };
  return write(
    trial,
    "NodeProfileUpdate",
    { ownerAddress: persona.address, ...profile, timestamp: trial.now() },
    changes,
  );
}

/** "The persona published something", of which nothing else is known. */
export function proofOf(trial: Trial, persona: Persona, changes: Changes = {}): LooseTypedData {
  const contentHash = `0x${"5a".repeat(32)}` as const;
  return write(
    trial,
    "StatementOfSource",
    { contentHash, publisherAddress: persona.address, timestamp: trial.now() },
    changes,
  );
}

/** A few seconds ahead, so that no clock's rounding makes a termination older than the follow that it ends. */
export function later(trial: Trial): number {
  return trial.now() + 5;
}
