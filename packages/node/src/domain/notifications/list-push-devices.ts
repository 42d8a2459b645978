import type { Context } from "../../context.ts";
import { listPushSubscriptions } from "../../store/notifications.ts";

/** A device of the owner that is told by push. */
export interface PushDevice {
  readonly id: number;
  /** Where its push service takes messages for it: what a browser calls `PushSubscription.endpoint`. */
  readonly endpoint: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** The devices, oldest first; there are no more than twenty. Their keys are told to nobody. */
export async function listPushDevices({ store }: Pick<Context, "store">): Promise<PushDevice[]> {
  const devices = await listPushSubscriptions(store.db);
  return devices.map(({ id, endpoint, createdAt }) => ({
    id,
    endpoint,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
