import type { Address } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { countDeliveries, retryDeliveries } from "../../../store/peers/publication-deliveries.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import { countUnqueued } from "../../../store/queues/fan-out.ts";
import type { QueueState } from "../../../store/tables/queues.ts";
import { type OutboxView, readOutboxPage } from "../../outbox.ts";
import type { Page, PageRequest } from "../../paging.ts";
import { requireOwner } from "../../profile/owner.ts";
import { requireOwn } from "../visible.ts";

/** The delivery of one publication to the followers. */
export interface Delivery {
  /** The number of followers in each state. Those whose delivery is not queued yet are pending, and on no page. */
  counts: Record<QueueState, number>;
  /** Newest first. */
  page: Page<OutboxView>;
}

/**
 * Shows which followers have a publication, which wait for it, and why.
 *
 * @param request.state limits the page, not the counts, to one state
 * @throws AppError NOT_FOUND, VALIDATION_FAILED as `readPage`
 */
export async function readDelivery(
  context: Pick<Context, "store" | "owner">,
  publicationId: number,
  request: PageRequest & { state?: QueueState },
): Promise<Delivery> {
  await requireOwnPublication(context, publicationId);
  const counts = await countDeliveries(context.store.db, publicationId);
  const unqueued = await countUnqueued(context.store.db, publicationId);
  return {
    counts: { ...counts, pending: counts.pending + unqueued },
    page: await readOutboxPage(context, {
      ...request,
      kind: "publication",
      subject: String(publicationId),
    }),
  };
}

/** @throws AppError NOT_FOUND */
export async function requireOwnPublication(
  context: Pick<Context, "store" | "owner">,
  id: number,
): Promise<void> {
  const own = await requireOwner(context);
  requireOwn(await findPublication(context.store.db, id), own.address, id);
}

/** Small, so that no other writer waits long. */
const batch = 500;

/**
 * Tries again now to deliver a publication to the followers that do not have it. Refused and expired deliveries start
 * again.
 *
 * @param options.peer to this follower alone
 * @param options.limit of one transaction
 * @returns the number of deliveries that are tried
 * @throws AppError NOT_FOUND
 */
export async function retryDelivery(
  context: Pick<Context, "store" | "clock" | "owner">,
  publicationId: number,
  { peer, limit = batch }: { peer?: Address; limit?: number } = {},
): Promise<number> {
  const { store, clock } = context;
  await requireOwnPublication(context, publicationId);
  const all = { publicationId, now: clock.now(), limit, ...(peer && { peer }) };
  let total = 0;
  let after: Address | null = null;
  do {
    const from: { after: Address | null } = { after };
    const { count, last } = await store.transaction((tx) => retryDeliveries(tx, { ...all, ...from }));
    total += count;
    after = last;
  } while (after !== null);
  return total;
}
