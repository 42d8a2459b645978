import type { Context } from "../../context.ts";
import { listOutbox } from "../../store/outbox.ts";
import { readProfiles } from "../../store/profiles.ts";
import type { QueueState } from "../../store/tables/queues.ts";
import { checkFirst, decodeCursor, encodeCursor, makePage, type Page, type PageRequest } from "../paging.ts";
import { type OutboxView, toOutboxView } from "./list-outbox.ts";

/**
 * A page of what other nodes are to be told, the newest first.
 *
 * @param request.state of those in this state alone
 * @param request.oldestFirst the other way round
 * @throws AppError VALIDATION_FAILED (`first` is not from 1 to 100, a cursor that is none)
 */
export async function readOutboxPage(
  { store }: Pick<Context, "store">,
  {
    first,
    after,
    state,
    oldestFirst = false,
  }: PageRequest & {
    state: QueueState | null;
    oldestFirst?: boolean;
  },
): Promise<Page<OutboxView>> {
  checkFirst(first);
  const place = after === undefined || after === null ? null : decodeCursor(after, 1);
  const entries = await listOutbox(store.db, {
    limit: first + 1,
    oldestFirst,
    ...(state && { state }),
    ...(place && { after: place[0] }),
  });
  const addresses = [...new Set(entries.map(({ peerAddress }) => peerAddress))];
  const peers = new Map((await readProfiles(store.db, addresses)).map((peer) => [peer.address, peer]));
  const views = entries.map((entry) => toOutboxView(entry, peers.get(entry.peerAddress) ?? null));
  return makePage(views, { first, after: after ?? null }, ({ id }) => encodeCursor([id]));
}
