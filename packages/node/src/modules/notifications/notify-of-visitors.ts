import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { notify } from "./notify.ts";

/**
 * Tells the owner of visitors from now on. Visitors are in memory only and claim their own address, so a visitor who
 * arrives while another one is written is not notified.
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
