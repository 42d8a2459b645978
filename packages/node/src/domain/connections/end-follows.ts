import type { Address } from "@freehold/protocol";
import type { Context, OwnerSigner } from "../../context.ts";
import { hasCode } from "../../errors/errors.ts";
import type { Reader } from "../../store/database.ts";
import { listFollowees, listFollowers, readAllConnections } from "../../store/peers/connections.ts";
import { type Profile, readProfiles } from "../../store/peers/profiles.ts";
import { listOutbox } from "../../store/queues/outbox.ts";
import type { ConnectionContext } from "./deliver-connection.ts";
import { endConnection, prepareEnd } from "./unfollow.ts";

const pageSize = 500;
const atATime = 8; // calls to other nodes

/** One follow of this node: the other node, and the owner's side. */
interface OwnFollow {
  readonly peer: Address;
  readonly owner: "follower" | "followee";
}

/** A node that has not heard of the end, and why. */
export interface Untold extends Pick<Profile, "address" | "title" | "url"> {
  /** Whether it followed this node; else this node followed it. */
  readonly follows: boolean;
  readonly reason: string;
}

export interface EndedFollows {
  /** Follows whose end the other node knows. */
  readonly told: number;
  readonly untold: readonly Untold[];
  /** Followers whose form of the protocol lets only the follower end a follow: their follows stay. */
  readonly unable: number;
}

/**
 * Ends every follow from and to this node by the owner's signature (specification 4.6), and tells the other nodes, those too that an earlier run
 * since `since` (ms) did not reach. A node that gives no answer is tried once; the outbox keeps trying for as long as the signature is valid.
 *
 * @param options.onEnd called with the number of follows so far
 */
export async function endAllFollows(
  context: ConnectionContext & Pick<Context, "clock">,
  signer: Pick<OwnerSigner, "address" | "sign">,
  {
    since,
    signal,
    onEnd,
  }: { readonly since: number; readonly signal: AbortSignal; readonly onEnd?: (count: number) => void },
): Promise<EndedFollows> {
  const follows = listFollows(context.store.db, signer.address, since);
  const untold: (OwnFollow & { readonly reason: string })[] = [];
  let told = 0;
  let unable = 0;
  const work = async () => {
    for await (const follow of { [Symbol.asyncIterator]: () => ({ next: () => follows.next() }) }) {
      signal.throwIfAborted();
      const outcome = await endOne(context, signer, follow);
      if (outcome === "told") told += 1;
      else if (outcome === "unable") unable += 1;
      else untold.push({ ...follow, ...outcome });
      onEnd?.(told + unable + untold.length);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return { told, untold: await nameNodes(context.store.db, untold), unable };
}

async function nameNodes(
  db: Reader,
  untold: readonly (OwnFollow & { readonly reason: string })[],
): Promise<Untold[]> {
  const profiles = await readProfiles(
    db,
    untold.map(({ peer }) => peer),
  );
  return untold.map(({ peer: address, owner, reason }) => {
    const { title = "", url = "" } = profiles.get(address) ?? {};
    return { address, title, url, follows: owner === "followee", reason };
  });
}

async function endOne(
  context: ConnectionContext & Pick<Context, "clock">,
  signer: Pick<OwnerSigner, "sign">,
  follow: OwnFollow,
): Promise<"told" | "unable" | { readonly reason: string }> {
  try {
    const { meaning, form } = await prepareEnd(context, follow);
    const ended = await endConnection(context, signer.sign("DestroyConnection", meaning, form));
    return ended.status === "ended" ? "told" : { reason: ended.reason };
  } catch (error) {
    if (hasCode(error, "NOT_SUPPORTED")) return "unable";
    if (hasCode(error, "PEER_FAILED", "CONFLICT", "NOT_FOUND")) return { reason: error.message };
    throw error;
  }
}

async function* listFollows(db: Reader, self: Address, since: number): AsyncGenerator<OwnFollow, undefined> {
  yield* await listUntold(db, self, since);
  for await (const page of readAllConnections(listFollowers, db, self, pageSize))
    for (const { followerAddress: peer } of page) yield { peer, owner: "followee" };
  for await (const page of readAllConnections(listFollowees, db, self, pageSize))
    for (const { followeeAddress: peer } of page) yield { peer, owner: "follower" };
}

/** The follows that were ended since then (ms), and of whose end the other node has not heard. */
async function listUntold(db: Reader, self: Address, since: number): Promise<OwnFollow[]> {
  const follows = new Map<string, { readonly follow: OwnFollow; isTold: boolean }>();
  for (let after: number | undefined; ; ) {
    const found = await listOutbox(db, {
      kind: "connection.destroy",
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    for (const { peerAddress: peer, subject, state, createdAt } of found) {
      if (createdAt < since) continue;
      const owner = subject.startsWith(`${self}:`) ? "follower" : "followee";
      const key = `${owner} ${peer}`;
      const isTold = state === "done" || (follows.get(key)?.isTold ?? false);
      follows.set(key, { follow: { peer, owner }, isTold });
    }
    after = found.at(-1)?.id;
    if (found.length < pageSize) break;
  }
  return [...follows.values()].filter(({ isTold }) => !isTold).map(({ follow }) => follow);
}
