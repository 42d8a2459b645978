import { z } from "zod";
import { limits } from "../../domain/limits.ts";
import { pathOf } from "../../domain/publications/view.ts";
import type { Tx } from "../../store/database.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { addJobs } from "../../store/queues/jobs.ts";

/** The payload of a job of the kind `announce`. */
export const announcement = z.object({
  publicationId: z.int(),
  /** The address of its page below this node's. */
  path: z.string(),
});

/**
 * Queues the messages to others about a publication of the owner that was published, changed or removed. Call it in the
 * transaction of the change; the job finds the addresses to notify later.
 */
export async function announceChange(tx: Tx, publication: Publication, now: number): Promise<void> {
  const { id, kind, state } = publication;
  if (kind !== "POST" || state === "draft") return;
  const payload = JSON.stringify({ publicationId: id, path: pathOf(publication) } satisfies z.infer<
    typeof announcement
  >);
  await addJobs(tx, [{ kind: "announce", host: "", payload, now, expiresAt: now + limits.deliveryMs }]);
}
