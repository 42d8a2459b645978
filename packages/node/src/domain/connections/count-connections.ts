import type { Context } from "../../context.ts";
import { countBlocks } from "../../store/blocks.ts";
import { countCommenterBlocks } from "../../store/commenter-blocks.ts";
import { countFollowees, countFollowers } from "../../store/connections.ts";
import { requireOwner } from "../installation/require-owner.ts";

/** How many there are on each side of the owner. */
export interface ConnectionCounts {
  readonly followers: number;
  readonly following: number;
  readonly blocked: number;
}

/** Counts whom the owner follows, who follows the owner, and whom the owner has blocked: nodes, and authors by mail. */
export async function countConnections(context: Pick<Context, "store">): Promise<ConnectionCounts> {
  const { db } = context.store;
  const { address } = await requireOwner(context);
  return {
    followers: await countFollowers(db, address),
    following: await countFollowees(db, address),
    blocked: (await countBlocks(db)) + (await countCommenterBlocks(db)),
  };
}
