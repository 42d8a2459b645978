import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findPublication } from "../../store/publications.ts";
import type { Caller } from "../access/caller.ts";

/**
 * For an operation on a publication that a token may be good for: of a draft nobody knows but the owner, in a session.
 *
 * @throws AppError NOT_FOUND for a draft of somebody else's asking, in the words for one that is not there
 */
export async function requireSeen(
  { store }: Pick<Context, "store">,
  id: number,
  caller: Caller,
): Promise<void> {
  const publication = await findPublication(store.db, id);
  if (publication && (publication.state !== "draft" || caller.kind === "client")) return;
  throw new AppError("NOT_FOUND", `There is no publication ${id}.`);
}
