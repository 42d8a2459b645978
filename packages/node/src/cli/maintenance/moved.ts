import { problemOfAddress, readTypedAddress } from "@freehold/protocol/internal";
import { program } from "../../config/program.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import {
  prepareProfileUpdate,
  takeAnyAddress,
  updateOwnProfile,
} from "../../domain/profile/update-profile.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Call } from "../command.ts";
import { formatCount } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { referenceFormNotes } from "../publishing/peers.ts";
import { printResult } from "../terminal.ts";
import { requireNewAddress } from "./new-address.ts";

/** @throws AppError USAGE with the reason */
function readPublicAddress(typed: string): string {
  const { state, url } = readTypedAddress(typed);
  if (state === "right") return url;
  if (state === "empty")
    throw new AppError(
      "USAGE",
      msg`The new address is missing: ${program} moved https://…, or FREEHOLD_URL.`,
    );
  throw new AppError(
    "USAGE",
    problemOfAddress(typed) ?? `Only this machine reaches ${url}: other nodes call only https://.`,
  );
}

/**
 * `freehold moved [URL]`: signs that this node is at another address now, and tells every follower and followee (decisions 4). A
 * node that was set up at the new address, and got its follows by an import, tells them as well.
 */
export async function moved(call: Call): Promise<void> {
  const url = readPublicAddress(call.arguments[0] ?? call.config.url ?? "");
  await using node = await openForCall(call);
  const before = (await requireOwner(node)).url;
  const { meaning, forms } = await prepareProfileUpdate(node, { url });
  await requireNewAddress(call, node, { url, current: before });
  using signer = await unlockOwner(call, meaning.ownerAddress);
  const signed = forms.map((form) => signer.sign("NodeProfileUpdate", meaning, form));
  const { recipients, readers } = await updateOwnProfile(node, signed, takeAnyAddress);
  await printResult(
    call,
    { url, before, recipients, readers },
    [`This node is at ${url}.`],
    [
      `Signed. It is being sent to ${formatCount(recipients, "node")}.`,
      recipients > 0 &&
        `A site that can't be reached within an hour doesn't get it. Run this again for those (${program} outbox).`,
      referenceFormNotes.readers(readers),
    ],
  );
}
