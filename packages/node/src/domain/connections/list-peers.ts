import type { Address, Form } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listFollowees, listFollowers } from "../../store/connections.ts";
import { findPeer } from "../../store/peers.ts";
import { findProfile } from "../../store/profiles.ts";
import { readReplicaUsage } from "../../store/replica-usage.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { describeUsage, readReplicaQuota } from "../replication/replica-quota.ts";

/** A connected node and how the way to it is. Times are ISO 8601 UTC. */
export interface PeerView {
  address: Address;
  url: string;
  title: string;
  description: string | null;
  /** What its node speaks; null until it was asked. */
  form: Form | null;
  /** It follows this node. */
  follower: boolean;
  /** This node follows it. */
  followed: boolean;
  state: "healthy" | "failing";
  failures: number;
  nextTryAt: string | null;
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  lastError: string | null;
  heardAt: string | null;
  caughtUpAt: string | null;
  /** Its publications that are kept here, and their bytes. */
  replicas: number;
  replicaBytes: number;
  /** Whether no more of them are kept: the quota is used up. */
  isQuotaFull: boolean;
}

const pageSize = 500;

/** Every connected node, each once: the followed ones first, then the other followers. Read page by page. */
export async function* listPeers(context: Pick<Context, "store">): AsyncGenerator<PeerView> {
  const { store } = context;
  const own = await requireOwner(context);
  const followed = new Set<Address>();
  for await (const address of everyAddress(
    (after) => listFollowees(store.db, own.address, after),
    "followeeAddress",
  )) {
    followed.add(address);
  }
  const followers = new Set<Address>();
  for await (const address of everyAddress(
    (after) => listFollowers(store.db, own.address, after),
    "followerAddress",
  )) {
    followers.add(address);
  }
  for (const address of new Set([...followed, ...followers])) {
    const view = await readPeer(context, address);
    if (view) yield { ...view, followed: followed.has(address), follower: followers.has(address) };
  }
}

type Position = { createdAt: number; address: Address };
type PageOptions = { after?: Position; limit: number };

async function* everyAddress<Side extends "followerAddress" | "followeeAddress">(
  page: (options: PageOptions) => Promise<ReadonlyArray<Record<Side, Address> & { createdAt: number }>>,
  side: Side,
): AsyncGenerator<Address> {
  let after: Position | undefined;
  while (true) {
    const rows = await page({ limit: pageSize, ...(after && { after }) });
    for (const row of rows) yield row[side];
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { createdAt: last.createdAt, address: last[side] };
  }
}

async function readPeer(
  { store }: Pick<Context, "store">,
  address: Address,
): Promise<Omit<PeerView, "follower" | "followed"> | null> {
  const profile = await findProfile(store.db, address);
  if (!profile) return null;
  const peer = await findPeer(store.db, address);
  return {
    address,
    url: profile.url,
    title: profile.title,
    description: profile.description,
    form: profile.form,
    state: peer?.state ?? "healthy",
    failures: peer?.failures ?? 0,
    nextTryAt: peer && peer.state === "failing" ? iso(peer.nextTryAt) : null,
    lastSuccessAt: iso(peer?.lastSuccessAt),
    lastFailureAt: iso(peer?.lastFailureAt),
    lastError: peer?.lastError ?? null,
    heardAt: iso(peer?.heardAt),
    caughtUpAt: iso(peer?.caughtUpAt),
    ...describeUsage(await readReplicaQuota(store.db), await readReplicaUsage(store.db, address)),
  };
}

function iso(ms: number | null | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}
