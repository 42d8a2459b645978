import { parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { deleteBlock } from "../../store/blocks.ts";

/**
 * Takes a block back. Follows that it ended don't come back by that: they are signed anew.
 *
 * @returns whether the address was blocked
 */
export async function unblockPeer({ store }: Pick<Context, "store">, address: string): Promise<boolean> {
  const peer = parseAddress(address);
  return peer !== null && (await store.transaction((tx) => deleteBlock(tx, peer)));
}
