import type { Address, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { requireOwner } from "../installation/owner.ts";
import { deletionOf } from "./comment-message.ts";

/**
 * What the wallet that wrote a comment signs to delete it (decisions 7). Nothing is looked up: whether there is such a
 * comment, and whose it is, would be told to anybody while readers don't see it. `destroyComment` finds out.
 *
 * @throws AppError NOT_INSTALLED
 */
export async function prepareCommentDeletion(
  context: Pick<Context, "store">,
  { id, authorAddress }: { id: number; authorAddress: Address },
): Promise<Meanings["DeleteComment"]> {
  const { address } = await requireOwner(context);
  return deletionOf(address, { id, authorId: authorAddress });
}
