import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "../../../src/context.ts";
import { activeImportStates, findImportJob } from "../../../src/modules/export/store.ts";

/** The rows that documents of other sites became, by their kind. */
export type Outcomes = Readonly<Record<string, number>>;

const importMs = 60_000;
const pauseMs = 100;

/**
 * Waits for the end of an import, which would change what is the owner's during a spell of others.
 *
 * @throws Error where it does not end
 */
export async function endImport({ store }: Pick<Context, "store">): Promise<void> {
  for (let left = importMs / pauseMs; left > 0; left -= 1) {
    const job = await findImportJob(store.db);
    if (!activeImportStates.some((state) => state === job?.state)) return;
    await pause(pauseMs);
  }
  throw new Error(`An import is still running after ${importMs} ms.`);
}

/**
 * Forgets mentions, subscriptions and feeds that were looked at, because limits for an hour, a host and a network would let
 * the requests of later spells read nothing any more.
 *
 * @returns how many there were of each
 */
export async function makeRoom({ store }: Pick<Context, "store">): Promise<Outcomes> {
  return await store.transaction(async (tx) => {
    const mentions = await tx
      .selectFrom("mentions")
      .select("state")
      .where("state", "<>", "waiting")
      .execute();
    const subscriptions = await tx.selectFrom("feed_subscriptions").select("id").execute();
    const feeds = await tx.selectFrom("feeds").select("id").execute();
    await tx.deleteFrom("mentions").where("state", "<>", "waiting").execute();
    await tx.deleteFrom("comments").where("authType", "=", "WEBMENTION").execute();
    await tx.deleteFrom("feed_subscriptions").execute();
    await tx.deleteFrom("feeds").execute();
    const accepted = mentions.filter(({ state }) => state === "accepted").length;
    return {
      "mentions that a page confirmed": accepted,
      "other mentions": mentions.length - accepted,
      "subscriptions that a callback confirmed": subscriptions.length,
      "feeds that are read": feeds.length,
    };
  });
}
