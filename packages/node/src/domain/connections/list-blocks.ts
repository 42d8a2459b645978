import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listBlocks as listBlockRows } from "../../store/blocks.ts";
import { readProfiles } from "../../store/profiles.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { checkFirst, makePage, type Page, type PageRequest } from "../paging/page.ts";

/** A blocked address, and what is known of its node. */
export interface BlockView {
  id: number;
  address: Address;
  title: string | null;
  url: string | null;
  reason: string | null;
  /** ISO 8601 UTC */
  createdAt: string;
}

/**
 * A page of the blocked addresses, the newest first.
 *
 * @throws AppError VALIDATION_FAILED for a `first` that is not from 1 to 100, and for a cursor that is none
 */
export async function listBlocks(
  { store }: Pick<Context, "store">,
  { first, after }: PageRequest,
): Promise<Page<BlockView>> {
  checkFirst(first);
  const place = after === undefined || after === null ? null : decodeCursor(after, 1);
  const rows = await listBlockRows(store.db, { limit: first + 1, ...(place && { after: place[0] }) });
  const addresses = rows.map(({ address }) => address);
  const profiles = new Map((await readProfiles(store.db, addresses)).map((row) => [row.address, row]));
  const views = rows.map(({ id, address, reason, createdAt }) => ({
    id,
    address,
    title: profiles.get(address)?.title ?? null,
    url: profiles.get(address)?.url ?? null,
    reason,
    createdAt: new Date(createdAt).toISOString(),
  }));
  return makePage(views, { first, after: after ?? null }, ({ id }) => encodeCursor([id]));
}
