import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { notify } from "./notify.ts";

/**
 * Tells the owner of visitors from now on. Who visits is kept in memory alone, and says itself who it is: one that
 * comes while another is written is not told.
 *
 * @returns stops it, and waits for what is being written
 */
export function notifyOfVisitors({
  store,
  clock,
  log,
  events,
}: Pick<Context, "store" | "clock" | "log" | "events">): () => Promise<void> {
  let writing: Promise<void> | null = null;
  const tell = ({ address }: { address: Address }) => {
    const visitor = { type: "visitor", address, now: clock.now() } as const;
    writing ??= store
      .transaction((tx) => notify(tx, visitor))
      .catch((error: unknown) => log.error({ error }, "a visitor could not be noted"))
      .finally(() => {
        writing = null;
      });
  };
  events.on("visitor.arrived", tell);
  return async () => {
    events.off("visitor.arrived", tell);
    await writing;
  };
}
