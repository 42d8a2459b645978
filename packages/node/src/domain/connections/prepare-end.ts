import type { Address, Form, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findProfile } from "../../store/profiles.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { formOf, requireEndable } from "./peer-form.ts";

/**
 * Says what is to be signed to end a follow, and in which form, so that the other node understands it.
 *
 * @param owner which side of the follow the owner is: `follower` unfollows, `followee` removes a follower
 * @throws AppError NOT_FOUND for a node that was never met, NOT_SUPPORTED where the other node's form has no such
 *   message
 */
export async function prepareEnd(
  context: Pick<Context, "store" | "clock">,
  { peer, owner }: { peer: Address; owner: "follower" | "followee" },
): Promise<{ meaning: Meanings["DestroyConnection"]; form: Form }> {
  const own = await requireOwner(context);
  const profile = await findProfile(context.store.db, peer);
  if (!profile) throw new AppError("NOT_FOUND", "There is no such connection.");
  const [followerAddress, followeeAddress] = owner === "follower" ? [own.address, peer] : [peer, own.address];
  const timestamp = Math.floor(context.clock.now() / 1000);
  const meaning = { followerAddress, followeeAddress, timestamp };
  requireEndable(profile, meaning, own.address);
  return { meaning, form: formOf(profile) };
}
