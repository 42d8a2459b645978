import { setTimeout as pause } from "node:timers/promises";
import type { TestNode } from "../test-node.ts";

const longestMs = 120_000;

interface State {
  readonly title: string;
  readonly address: string;
  /** `publisher hash:second` of every signed publication here, once for each row. */
  readonly proofs: readonly string[];
  /** `follower>followee`. */
  readonly follows: ReadonlySet<string>;
}

/**
 * Waits until nodes whose processes were killed agree on their follows, and every follower has each followed post exactly once.
 *
 * @throws an error that names the differences that stay
 */
export async function requireAgreement(nodes: readonly TestNode[]): Promise<void> {
  const until = Date.now() + longestMs;
  for (;;) {
    const wrong = compare(await Promise.all(nodes.filter(isRunning).map(readState)));
    if (wrong.length === 0) return;
    if (Date.now() > until) throw new Error(wrong.join("\n"));
    await pause(500);
  }
}

function isRunning(node: TestNode): boolean {
  try {
    return node.running !== null;
  } catch {
    return false;
  }
}

function compare(states: readonly State[]): string[] {
  const twice = states.flatMap(({ title, proofs }) =>
    proofs.filter((proof, at) => proofs.indexOf(proof) !== at).map((proof) => `${title} has ${proof} twice`),
  );
  const apart = states.flatMap((follower) =>
    states.flatMap((followee) => {
      const follow = `${follower.address}>${followee.address}`;
      const [here, there] = [follower.follows.has(follow), followee.follows.has(follow)];
      if (here !== there) return [`${follower.title} and ${followee.title} disagree about ${follow}`];
      if (!here) return [];
      const own = followee.proofs.filter((proof) => proof.startsWith(followee.address));
      const lacks = own.filter((proof) => !follower.proofs.includes(proof));
      return lacks.map((proof) => `${follower.title} lacks ${proof} of ${followee.title}`);
    }),
  );
  return [...twice, ...apart];
}

async function readState({ running, signer }: TestNode): Promise<State> {
  const { context } = running;
  const { db } = context.store;
  const columns = ["publisherAddress", "contentHash", "timestamp"] as const;
  const signed = await db.selectFrom("publications").select(columns).where("state", "=", "signed").execute();
  const connections = await db
    .selectFrom("connections")
    .select(["followerAddress", "followeeAddress"])
    .execute();
  return {
    title: (await context.owner.get())?.title ?? "",
    address: signer.address,
    proofs: signed.map((row) => `${row.publisherAddress} ${row.contentHash}:${row.timestamp}`),
    follows: new Set(connections.map((row) => `${row.followerAddress}>${row.followeeAddress}`)),
  };
}
