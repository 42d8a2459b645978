import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { deleteToken } from "../../store/tokens.ts";

/**
 * Ends a token of either kind: the next request with it is refused.
 *
 * @throws AppError NOT_FOUND when there is none with that id
 */
export async function revokeToken({ store }: Pick<Context, "store">, id: string): Promise<void> {
  // PostgreSQL takes no NUL in a text.
  if (!id.includes("\0") && (await store.transaction((tx) => deleteToken(tx, id)))) return;
  throw new AppError("NOT_FOUND", "There is no token with that id.");
}
