import { type Address, type Form, type Meanings, maySign, type Verified } from "@freehold/protocol";
import { AppError } from "../../errors.ts";
import type { Profile } from "../../store/profiles.ts";

/** A node, and what it speaks as far as is known. */
type Peer = Pick<Profile, "title" | "form">;

/** The form in which a message for a node is signed; baseline until the node has been asked. */
export function formOf({ form }: Pick<Profile, "form">): Form {
  return form ?? "baseline";
}

/**
 * For a message that is brought to a node: it must be signed as that node reads it.
 *
 * @throws AppError VALIDATION_FAILED in words
 */
export function requireFormOf(
  peer: Peer,
  { form }: Pick<Verified<"CreateConnection" | "DestroyConnection">, "form">,
): void {
  if (form === formOf(peer)) return;
  throw new AppError(
    "VALIDATION_FAILED",
    `${peer.title} speaks the ${formOf(peer)} form of the protocol, and this is signed in the ${form} form. Sign it again.`,
  );
}

/**
 * Whether the owner's signature can end this follow at the other node.
 *
 * @throws AppError NOT_SUPPORTED in words, where a node of the reference form is to be removed as a follower
 */
export function requireEndable(peer: Peer, meaning: Meanings["DestroyConnection"], owner: Address): void {
  if (maySign("DestroyConnection", meaning, { signer: owner, form: formOf(peer) })) return;
  throw new AppError(
    "NOT_SUPPORTED",
    `${peer.title} can't be removed: its node speaks the reference form of the protocol, in which a follow ends by the ` +
      `follower's signature alone. It follows you until it unfollows. Nothing was changed.`,
  );
}
