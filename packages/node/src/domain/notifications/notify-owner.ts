import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { findProfile } from "../../store/profiles.ts";
import type { WorkQueue } from "../../store/tables/queues.ts";
import { recordPeerEvent } from "../connections/peer-events.ts";
import { notify } from "./notify.ts";

/** Tells the owner of a new follower, whose profile is stored (`now` in ms). */
export async function notifyFollower(
  tx: Tx,
  { address, url, now }: { address: Address; url: string; now: number },
): Promise<void> {
  const title = (await findProfile(tx, address))?.title ?? address;
  await notify(tx, { type: "follower", address, title, url, now });
  await emit(tx, "follower.created", { address, url, now });
}

/** Tells the owner of a node that could not be reached for a day (`since` and `now` in ms). */
export async function notifyFailingPeer(
  tx: Tx,
  { address, since, now }: { address: Address; since: number; now: number },
): Promise<void> {
  const profile = await findProfile(tx, address);
  const title = profile?.title ?? null;
  const url = profile?.url ?? null;
  const fields = { address, url, since: new Date(since).toISOString() };
  await recordPeerEvent(tx, { address, kind: "unreachable", url, detail: { since: fields.since }, now });
  await notify(tx, { type: "failed-peer", title, ...fields, now });
  await emit(tx, "peer.failing", { ...fields, now });
}

/** Tells the owner of work that is set aside, since the process died each time that it was tried (`now` in ms). */
export async function notifySetAside(
  tx: Tx,
  { queue, rowKey }: { queue: WorkQueue; rowKey: string },
  now: number,
): Promise<void> {
  await notify(tx, { type: "set-aside", id: `${queue}:${rowKey}`, queue, now });
}

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
