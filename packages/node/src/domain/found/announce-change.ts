import type { Tx } from "../../store/database.ts";
import { addJobs } from "../../store/jobs.ts";
import type { Publication } from "../../store/publications.ts";
import { limits } from "../limits.ts";
import { pageOf } from "../publications/view.ts";

/** Only the path below it counts. */
const anyNode = "https://node.invalid";

/** The payload of a job of the kind `announce`. */
export interface Announcement {
  publicationId: number;
  /** The address of its page below this node's. */
  path: string;
}

/**
 * Queues that others are told of a publication of the owner's that readers see from now on, or see another text of, or see no
 * more. Call it in the transaction that does that; what is told to whom is found out later.
 */
export async function announceChange(tx: Tx, publication: Publication, now: number): Promise<void> {
  const { id, kind } = publication;
  const page = pageOf(anyNode, publication);
  if (kind !== "POST" || page === null) return;
  const payload = JSON.stringify({ publicationId: id, path: new URL(page).pathname } satisfies Announcement);
  await addJobs(tx, [{ kind: "announce", host: "", payload, now, expiresAt: now + limits.deliveryMs }]);
}
