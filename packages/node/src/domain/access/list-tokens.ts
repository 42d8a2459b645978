import type { Context } from "../../context.ts";
import { listTokens as listRecords } from "../../store/tokens.ts";
import { accessLimits } from "./access-limits.ts";
import { type TokenView, toTokenView } from "./token-view.ts";

/**
 * The owner's integration tokens, then the sessions, each newest first; at most a few hundred. An integration token
 * that expired is listed for another 30 days.
 */
export async function listTokens({ store, clock }: Pick<Context, "store" | "clock">): Promise<TokenView[]> {
  const now = clock.now();
  const records = [
    ...(await listRecords(store.db, "integration")),
    ...(await listRecords(store.db, "client")),
  ];
  return records
    .filter(({ kind, expiresAt }) => {
      const shownFor = kind === "client" ? 0 : accessLimits.expiredTokenMs;
      return expiresAt === null || expiresAt + shownFor > now;
    })
    .map((record) => toTokenView(record, now));
}
