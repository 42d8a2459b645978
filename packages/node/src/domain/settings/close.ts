import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { deleteMeta, writeMeta } from "../../store/meta.ts";
import { type Closing, closingKey, type Door, doors, readClosing } from "./closing.ts";
import { readSomeSettings, writeSettings } from "./settings.ts";

/**
 * Begins the end of a node in the caller's transaction (decision 0061): from then on nobody follows it, comments or mentions, and nothing but the
 * last post is published. An end that has begun stays as it is, and gets its last post if it has none.
 *
 * @param begin.now milliseconds
 */
export async function beginClosing(
  tx: Tx,
  { postId, now }: { readonly postId: number | null; readonly now: number },
): Promise<Closing> {
  const begun = await readClosing(tx);
  const settings = begun?.settings ?? (await readSomeSettings(tx, doors));
  const closing: Closing = begun
    ? { ...begun, postId: begun.postId ?? postId }
    : { since: now, finishedAt: null, postId, settings };
  await writeMeta(tx, closingKey, JSON.stringify(closing));
  await shut(tx, ["allowFollow", "allowComment", "receiveMentions"]);
  return closing;
}

/** Ends what was begun: nobody subscribes any more, and there is no other last post. */
export async function finishClosing({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction(async (tx) => {
    const now = clock.now();
    const closing = await beginClosing(tx, { postId: null, now });
    const finished: Closing = { ...closing, finishedAt: closing.finishedAt ?? now };
    await writeMeta(tx, closingKey, JSON.stringify(finished));
    await shut(tx, ["newsletter"]);
  });
}

async function shut(tx: Tx, names: readonly Door[]): Promise<void> {
  await writeSettings(tx, new Map(names.map((name) => [name, false])));
}

/** Opens a closed node again, with the settings that it had. Its follows stay ended. @returns whether it was closed */
export async function reopen({ store }: Pick<Context, "store">): Promise<boolean> {
  return await store.transaction(async (tx) => {
    const closing = await readClosing(tx);
    if (closing === null) return false;
    await deleteMeta(tx, closingKey);
    await writeSettings(tx, new Map(doors.map((name) => [name, closing.settings[name]])));
    return true;
  });
}
