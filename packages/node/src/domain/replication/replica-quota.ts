import type { Address } from "@freehold/protocol";
import type { Reader } from "../../store/database.ts";
import { type ReplicaUsage, readReplicaUsage } from "../../store/peers/replicas.ts";
import { countPullsWaiting } from "../../store/queues/pulls.ts";
import { readSomeSettings } from "../settings/settings.ts";

/** The most that this node stores of one followed publisher; 0 means no bound. */
export interface ReplicaQuota {
  readonly replicas: number;
  readonly bytes: number;
}

/** The beginning of the reason of a pull that was refused because of the quota. */
export const quotaReason = "the quota is used up: this node keeps";

export async function readReplicaQuota(db: Reader): Promise<ReplicaQuota> {
  const stored = await readSomeSettings(db, ["replicasPerPeer", "replicaBytesPerPeer"]);
  return { replicas: stored.replicasPerPeer, bytes: stored.replicaBytesPerPeer };
}

/** The reason of a refused pull. It names the quota, so that pulls that were refused under another one are found. */
export function describeQuota({ replicas, bytes }: ReplicaQuota): string {
  const bounds = [
    ...(replicas > 0 ? [`${replicas} publications`] : []),
    ...(bytes > 0 ? [`${bytes} bytes`] : []),
  ];
  return `${quotaReason} ${bounds.join(" and ")} of one publisher`;
}

/** The stored replicas of one publisher, for the owner. */
export type ReplicaView = ReturnType<typeof describeUsage>;

export function describeUsage(
  quota: ReplicaQuota,
  { replicas, bytes }: Pick<ReplicaUsage, "replicas" | "bytes"> = { replicas: 0, bytes: 0 },
) {
  return { replicas, replicaBytes: bytes, isQuotaFull: !fits(quota, { replicas, bytes }) };
}

/** Whether there is room for one more replica of this size. */
export function fits(
  quota: ReplicaQuota,
  usage: Pick<ReplicaUsage, "replicas" | "bytes">,
  bytes = 1,
): boolean {
  if (quota.replicas > 0 && usage.replicas >= quota.replicas) return false;
  return quota.bytes === 0 || usage.bytes + bytes <= quota.bytes;
}

/** Whether the quota has room for one more publication of a publisher. */
export async function hasRoom(db: Reader, publisher: Address, bytes?: number): Promise<boolean> {
  return fits(await readReplicaQuota(db), await readReplicaUsage(db, publisher), bytes);
}

/** How many more publications of a publisher may be queued; a later catch-up finds the others in its index. */
export async function roomInQueue(db: Reader, publisher: Address): Promise<number> {
  const quota = await readReplicaQuota(db);
  const usage = await readReplicaUsage(db, publisher);
  if (!fits(quota, usage)) return 0;
  if (quota.replicas === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, quota.replicas - usage.replicas - (await countPullsWaiting(db, publisher)));
}
