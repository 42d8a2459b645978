import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { deleteToken } from "../../store/tokens.ts";
import type { Caller } from "./caller.ts";

/**
 * Ends the caller's session: its token opens nothing from then on, as a cookie or as a bearer. Who has none is signed
 * out already.
 *
 * @throws AppError FORBIDDEN for an integration token, which is revoked by its owner
 */
export async function signOut({ store }: Pick<Context, "store">, caller: Caller): Promise<void> {
  if (caller.kind === "integration") {
    throw new AppError("FORBIDDEN", "A program has no session to end. The owner can revoke its token.");
  }
  if (caller.kind === "client") await store.transaction((tx) => deleteToken(tx, caller.tokenId));
}
