import { parseNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Reader } from "../../store/database.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";

/**
 * Whether the links in mails lead anywhere: the node has an owner and a public address. At a local one nobody could confirm or
 * unsubscribe.
 */
export async function hasPublicAddress(db: Reader): Promise<boolean> {
  return parseNodeUrl((await findOwnProfile(db))?.url) !== null;
}

/** Refuses to switch the newsletter on at a local address. @throws AppError VALIDATION_FAILED */
export async function checkNewsletterSetting(
  { store }: Pick<Context, "store">,
  { newsletter }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (newsletter !== true || (await hasPublicAddress(store.db))) return;
  throw new AppError(
    "VALIDATION_FAILED",
    "The newsletter needs a public https address of this site: at this address, nobody could confirm or unsubscribe.",
  );
}
