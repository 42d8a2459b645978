import type { Context } from "../../context.ts";
import { countConnectedByForm } from "../../store/outbox-broadcast.ts";
import { requireOwner } from "../installation/require-owner.ts";

/**
 * How many nodes hear of a new profile: every follower and everybody who is followed, each once.
 *
 * @throws AppError NOT_INSTALLED
 */
export async function countProfileRecipients(context: Pick<Context, "store">): Promise<number> {
  const own = await requireOwner(context);
  const { baseline, reference } = await countConnectedByForm(context.store.db, own.address);
  return baseline + reference;
}
