import type { Address, Form } from "@freehold/protocol";
import { Skipped } from "./expectations.ts";
import type { NodeUnderTest } from "./node/client.ts";
import type { Facts } from "./node/node-info.ts";
import type { Reply } from "./node/reply.ts";
import type { Persona } from "./peer/fake-peer.ts";
import type { Key } from "./signing/key.ts";

/** What one check works with. */
export interface Trial {
  /** How the node is spoken to. */
  readonly form: Form;
  readonly node: NodeUnderTest;
  readonly facts: Facts;
  /** The node's address. Skips the check when its profile tells none. */
  readonly address: Address;
  /** The owner's key; for checks that need it. Skips the check when it was not given. */
  readonly owner: Key;
  readonly hasOwner: boolean;
  /** The node's time, Unix seconds. */
  now(): number;
  /** How long something that the node does later is waited for, in milliseconds. */
  readonly patienceMs: number;
  /** When the node has asked nothing for so many milliseconds, what it does by itself is over. */
  readonly quietMs: number;
  /** A node of the suite's own that nobody has heard of yet. */
  persona(form?: Form): Persona;
  /** What of the node's contents a check can be made with: the first one of this kind. Skips the check when there is none. */
  sample(kind: SampleKind): Promise<Sample>;
  /** Is done when the check is over, however it ended. A failure is told in the report's notes. */
  afterwards(what: string, work: () => Promise<void>): void;
}

export type SampleKind = "any" | "post" | "file" | "image" | "slug";

/** A publication of the node, and how its content was answered. */
export interface Sample {
  readonly contentHash: string;
  readonly timestamp: number;
  readonly slug: string | null;
  /** `/ewp/contents/0x…` */
  readonly path: string;
  readonly reply: Reply;
}

export interface TrialParts {
  quietMs: number;
  patienceMs: number;
  form: Form;
  node: NodeUnderTest;
  facts: Facts;
  owner: Key | null;
  now: () => number;
  persona: (form?: Form) => Persona;
  sample: (kind: SampleKind) => Promise<Sample>;
}

interface Leftover {
  what: string;
  work: () => Promise<void>;
}

/** @returns the trial, and `cleanUp`, which does what is left to do and tells what of it failed */
export function createTrial(parts: TrialParts): { trial: Trial; cleanUp: () => Promise<string[]> } {
  const leftovers: Leftover[] = [];
  const { facts, owner } = parts;
  const trial: Trial = {
    ...parts,
    get address() {
      if (facts.address === null) throw new Skipped("the node's profile tells no address");
      return facts.address;
    },
    get owner() {
      if (owner === null) throw new Skipped("needs the owner's key (--owner-keystore)");
      return owner;
    },
    hasOwner: owner !== null,
    afterwards: (what, work) => void leftovers.push({ what, work }),
  };
  return { trial, cleanUp: () => cleanUp(leftovers) };
}

async function cleanUp(leftovers: readonly Leftover[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { what, work } of leftovers.toReversed()) {
    await work().catch((error: unknown) => failures.push(`${what}: ${String(error)}`));
  }
  return failures;
}
