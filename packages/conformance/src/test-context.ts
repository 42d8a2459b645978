import type { Address, Form } from "@freehold/protocol";
import { Skipped } from "./expectations.ts";
import type { NodeUnderTest } from "./node/client.ts";
import type { NodeInfo } from "./node/node-info.ts";
import type { Reply } from "./node/reply.ts";
import type { FakePeer } from "./peer/fake-peer.ts";
import type { Key } from "./signing/key.ts";

/** The context of one check. */
export interface TestContext {
  readonly form: Form;
  readonly node: NodeUnderTest;
  readonly info: NodeInfo;
  /** The node's address. Skips the check when its profile has no valid one. */
  readonly address: Address;
  /** The owner's key. Skips the check when the call has none. */
  readonly owner: Key;
  readonly hasOwner: boolean;
  /** The node's time, Unix seconds. */
  now(): number;
  /** Milliseconds to wait for an action of the node after its reply. */
  readonly waitMs: number;
  /** Milliseconds without a request, after which the node is considered idle. */
  readonly quietMs: number;
  /** Creates a node of the suite that no other node knows. */
  fakePeer(): FakePeer;
  /** The node's first content of this kind. Skips the check when there is none. */
  sample(kind: SampleKind): Promise<Sample>;
  /** Runs `work` after the check, also after a failed one. An error of it goes into the report's notes. */
  onCleanup(what: string, work: () => Promise<void>): void;
}

export type SampleKind = "any" | "post" | "file" | "image" | "slug";

/** A publication of the node and the reply with its content. */
export interface Sample {
  readonly contentHash: string;
  readonly timestamp: number;
  readonly slug: string | null;
  /** `/ewp/contents/0x…` */
  readonly path: string;
  readonly reply: Reply;
}

/** The parts of the context that all checks of a run share. */
export interface TestContextParts extends Omit<TestContext, "address" | "owner" | "hasOwner" | "onCleanup"> {
  readonly owner: Key | null;
}

/** @returns the context, and `cleanUp`, which runs the cleanups in reverse order and returns their errors */
export function createTestContext(parts: TestContextParts) {
  const cleanups: Parameters<TestContext["onCleanup"]>[] = [];
  const { info, owner } = parts;
  const context: TestContext = {
    ...parts,
    get address() {
      if (info.address === null) throw new Skipped("the node's profile has no valid address");
      return info.address;
    },
    get owner() {
      if (owner === null) throw new Skipped("needs the owner's key (--owner-keystore)");
      return owner;
    },
    hasOwner: owner !== null,
    onCleanup: (...cleanup) => void cleanups.push(cleanup),
  };
  async function cleanUp(): Promise<string[]> {
    const failures: string[] = [];
    for (const [what, work] of cleanups.toReversed()) {
      await work().catch((error: unknown) => failures.push(`${what}: ${String(error)}`));
    }
    return failures;
  }
  return { context, cleanUp };
}
