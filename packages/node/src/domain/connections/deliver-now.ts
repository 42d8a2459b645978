import type { Context } from "../../context.ts";
import { waitAsAsked } from "../../delivery/backoff.ts";
import type { Outcome } from "../../delivery/outcome.ts";
import { findOutboxEntry, type OutboxEntry } from "../../store/outbox.ts";
import { finishRows, postponeRows } from "../../store/queue-rows.ts";
import { deliverConnection } from "./deliver-connection.ts";

/**
 * Tries a row of the outbox here and now, while its owner waits for the answer. The row was added as not due yet, so
 * that no worker takes it meanwhile; should this process die, one takes it later.
 */
export async function deliverNow(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner">,
  key: Pick<OutboxEntry, "kind" | "peerAddress" | "subject">,
): Promise<Outcome> {
  const { store, clock, events } = context;
  const entry = await findOutboxEntry(store.db, key);
  if (!entry) throw new Error("The row that was just written is not there.");
  const outcome = await deliverConnection(context, entry);
  await store.transaction(async (tx) => {
    const now = clock.now();
    if (outcome.result === "later") {
      // A worker goes on with it at once, unless the other node asked for some time.
      const at = now + (outcome.afterMs ? waitAsAsked(1, outcome.afterMs, Math.random()) : 0);
      await postponeRows(tx, "outbox", [{ id: entry.id, at, error: outcome.reason }]);
    } else {
      const refused = outcome.result === "refused";
      await finishRows(tx, "outbox", [
        { id: entry.id, state: outcome.result, error: refused ? outcome.reason : null, at: now },
      ]);
    }
  });
  if (outcome.result === "later") events.emit("outbox.due");
  return outcome;
}
