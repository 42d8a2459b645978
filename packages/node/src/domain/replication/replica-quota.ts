import type { Address } from "@freehold/protocol";
import type { Reader } from "../../store/database.ts";
import { countPullsWaiting } from "../../store/pulls.ts";
import { type ReplicaUsage, readReplicaUsage } from "../../store/replicas.ts";
import { readSettingValues } from "../settings/settings.ts";

/** What this node keeps of one followed publisher at the most; 0 is no bound. */
export interface ReplicaQuota {
  readonly replicas: number;
  readonly bytes: number;
}

/** With this begins why a pull was refused that the quota had no room for. */
export const quotaReason = "the quota is used up: this node keeps";

export async function readReplicaQuota(db: Reader): Promise<ReplicaQuota> {
  const { replicasPerPeer, replicaBytesPerPeer } = await readSettingValues(db);
  return { replicas: replicasPerPeer, bytes: replicaBytesPerPeer };
}

/**
 * For the owner: why something of a publisher is not pulled. It names the quota, so that what was refused under another
 * one is found again.
 */
export function describeQuota({ replicas, bytes }: ReplicaQuota): string {
  const bounds = [
    ...(replicas > 0 ? [`${replicas} publications`] : []),
    ...(bytes > 0 ? [`${bytes} bytes`] : []),
  ];
  return `${quotaReason} ${bounds.join(" and ")} of one publisher`;
}

/** What is kept of a node, for its owner. */
export interface ReplicaView {
  readonly replicas: number;
  readonly replicaBytes: number;
  readonly isQuotaFull: boolean;
}

export function describeUsage(
  quota: ReplicaQuota,
  { replicas, bytes }: Pick<ReplicaUsage, "replicas" | "bytes"> = { replicas: 0, bytes: 0 },
): ReplicaView {
  return { replicas, replicaBytes: bytes, isQuotaFull: !fits(quota, { replicas, bytes }) };
}

/** Whether one replica more has room, of so many bytes. */
export function fits(
  quota: ReplicaQuota,
  usage: Pick<ReplicaUsage, "replicas" | "bytes">,
  bytes = 1,
): boolean {
  if (quota.replicas > 0 && usage.replicas >= quota.replicas) return false;
  return quota.bytes === 0 || usage.bytes + bytes <= quota.bytes;
}

/** Whether the quota has room for one more of a publisher's publications, of so many bytes. */
export async function hasRoom(db: Reader, publisher: Address, bytes?: number): Promise<boolean> {
  return fits(await readReplicaQuota(db), await readReplicaUsage(db, publisher), bytes);
}

/** How many publications more may be queued of a publisher; what its index has beyond that is found there later. */
export async function roomInQueue(db: Reader, publisher: Address): Promise<number> {
  const quota = await readReplicaQuota(db);
  const usage = await readReplicaUsage(db, publisher);
  if (!fits(quota, usage)) return 0;
  if (quota.replicas === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, quota.replicas - usage.replicas - (await countPullsWaiting(db, publisher)));
}
