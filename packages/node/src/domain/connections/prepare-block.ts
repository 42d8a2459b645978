import type { Address, Form, Meanings } from "@freehold/protocol";
import { maySign } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findConnection } from "../../store/connections.ts";
import { findProfile } from "../../store/profiles.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { formOf } from "./peer-form.ts";

/** A follow that stands between the owner and a peer, and the message that ends it. */
export interface FollowToEnd {
  meaning: Meanings["DestroyConnection"];
  /** The form in which the other node understands it; null where the owner's signature can't end it there. */
  form: Form | null;
}

/**
 * Says what the owner may sign with a block, so that the other node hears of the end: one message for each follow that
 * stands between the two.
 */
export async function prepareBlock(
  context: Pick<Context, "store" | "clock">,
  peer: Address,
): Promise<FollowToEnd[]> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const profile = await findProfile(db, peer);
  const timestamp = Math.floor(context.clock.now() / 1000);
  const pairs = [
    { followerAddress: peer, followeeAddress: own.address },
    { followerAddress: own.address, followeeAddress: peer },
  ];
  const ends: FollowToEnd[] = [];
  for (const pair of pairs) {
    if (!profile || !(await findConnection(db, pair.followerAddress, pair.followeeAddress))) continue;
    const meaning = { ...pair, timestamp };
    const form = formOf(profile);
    const isOurs = maySign("DestroyConnection", meaning, { signer: own.address, form });
    ends.push({ meaning, form: isOurs ? form : null });
  }
  return ends;
}
