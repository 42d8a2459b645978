import type { Address, IndexPosition } from "@freehold/protocol";
import type { Context } from "./context.ts";
import { deliverConnection } from "./domain/connections/deliver-connection.ts";
import { createPeerPictureCache } from "./domain/profile/peer-picture.ts";
import { deliverProfileUpdate } from "./domain/profile/update-profile.ts";
import { deliverPublication } from "./domain/publications/delivery/deliver.ts";
import { catchUp } from "./domain/replication/catch-up.ts";
import { pullPublication } from "./domain/replication/pull-publication.ts";
import { createJobWork } from "./domain/run-job.ts";
import type { CatchUpTurn } from "./jobs/catch-up-queue.ts";
import { limits } from "./jobs/limits.ts";
import type { OutboxEntry } from "./store/queues/outbox.ts";
import type { Pull } from "./store/queues/pulls.ts";

/** The functions that deliver each kind of entry in the outbox. */
const deliveries = {
  publication: deliverPublication,
  "profile.update": deliverProfileUpdate,
  "connection.create": deliverConnection,
  "connection.destroy": deliverConnection,
} as const;

/** The work on a row of each queue of the core, and the longest attempt (ms). It is the same in the node and in a process beside it. */
export function createRowWork(context: Context) {
  const marks = new Map<Address, IndexPosition>();
  const cachePicture = createPeerPictureCache(context);
  return {
    outbox: {
      leaseMs: limits.deliveryMs,
      work: (entry: OutboxEntry, signal: AbortSignal) => deliveries[entry.kind](context, entry, signal),
    },
    pulls: {
      leaseMs: limits.pullMs,
      work: (pull: Pull, signal: AbortSignal) => pullPublication(context, pull, signal),
    },
    jobs: {
      leaseMs: limits.jobMs,
      work: createJobWork(context),
    },
    "catch-ups": {
      leaseMs: limits.catchUpMs,
      async work(address: Address, signal: AbortSignal, { isOver: isTurnOver }: CatchUpTurn) {
        const { status } = await catchUp(context, address, { signal, isTurnOver, marks });
        if (status === "caught-up") await cachePicture(address, signal);
      },
    },
  } as const;
}
