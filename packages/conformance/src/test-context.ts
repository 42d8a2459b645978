import type { Address, Form } from "@freehold/protocol";
import { Skipped } from "./expectations.ts";
import type { NodeUnderTest } from "./node/client.ts";
import type { NodeInfo } from "./node/node-info.ts";
import type { Reply } from "./node/reply.ts";
import type { FakePeer } from "./peer/fake-peer.ts";
import type { Key } from "./signing/key.ts";

/** What one check works with. */
export interface TestContext {
  /** How the node is spoken to. */
  readonly form: Form;
  readonly node: NodeUnderTest;
  readonly info: NodeInfo;
  /** The node's address. Skips the check when its profile tells none. */
  readonly address: Address;
  /** The owner's key; for checks that need it. Skips the check when it was not given. */
  readonly owner: Key;
  readonly hasOwner: boolean;
  /** The node's time, Unix seconds. */
  now(): number;
  /** How long something that the node does later is waited for, in milliseconds. */
  readonly waitMs: number;
  /** When the node has asked nothing for so many milliseconds, what it does by itself is over. */
  readonly quietMs: number;
  /** A node of the suite's own that nobody has heard of yet. */
  fakePeer(form?: Form): FakePeer;
  /** What of the node's contents a check can be made with: the first one of this kind. Skips the check when there is none. */
  sample(kind: SampleKind): Promise<Sample>;
  /** Is done when the check is over, however it ended. A failure is told in the report's notes. */
  onCleanup(what: string, work: () => Promise<void>): void;
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

export interface TestContextParts {
  quietMs: number;
  waitMs: number;
  form: Form;
  node: NodeUnderTest;
  info: NodeInfo;
  owner: Key | null;
  now: () => number;
  fakePeer: (form?: Form) => FakePeer;
  sample: (kind: SampleKind) => Promise<Sample>;
}

interface Cleanup {
  what: string;
  work: () => Promise<void>;
}

/** @returns the context, and `cleanUp`, which does what is left to do and tells what of it failed */
export function createTestContext(parts: TestContextParts): {
  context: TestContext;
  cleanUp: () => Promise<string[]>;
} {
  const cleanups: Cleanup[] = [];
  const { info, owner } = parts;
  const context: TestContext = {
    ...parts,
    get address() {
      if (info.address === null) throw new Skipped("the node's profile tells no address");
      return info.address;
    },
    get owner() {
      if (owner === null) throw new Skipped("needs the owner's key (--owner-keystore)");
      return owner;
    },
    hasOwner: owner !== null,
    onCleanup: (what, work) => void cleanups.push({ what, work }),
  };
  return { context, cleanUp: () => cleanUp(cleanups) };
}

async function cleanUp(cleanups: readonly Cleanup[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { what, work } of cleanups.toReversed()) {
    await work().catch((error: unknown) => failures.push(`${what}: ${String(error)}`));
  }
  return failures;
}
