import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { retryDeliveries } from "../../store/publication-deliveries.ts";
import { requireOwnPublication } from "./read-delivery.ts";

/**
 * Tries again now to bring a publication to the followers who don't have it: those that wait, and those that refused it
 * or were given up, which begin anew.
 *
 * @param options.peer to this one alone
 * @returns how many are tried
 * @throws AppError NOT_FOUND
 */
export async function retryDelivery(
  context: Pick<Context, "store" | "clock" | "events">,
  publicationId: number,
  { peer }: { peer?: Address } = {},
): Promise<number> {
  const { store, clock, events } = context;
  await requireOwnPublication(context, publicationId);
  const count = await store.transaction((tx) =>
    retryDeliveries(tx, { publicationId, now: clock.now(), ...(peer && { peer }) }),
  );
  if (count > 0) events.emit("outbox.due");
  return count;
}
