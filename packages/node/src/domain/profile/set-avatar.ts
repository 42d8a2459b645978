import { Readable } from "node:stream";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { saveContent } from "../../store/contents.ts";
import { updateProfile } from "../../store/profiles.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { parseAvatar } from "./parse-avatar.ts";

/**
 * Sets the owner's avatar, or takes it away.
 *
 * @param bytes a JPEG, PNG, WebP or GIF picture of up to 2 MiB; null for none
 * @throws AppError VALIDATION_FAILED for anything else
 */
export async function setAvatar(
  context: Pick<Context, "store" | "blobs" | "clock">,
  bytes: Uint8Array | null,
): Promise<void> {
  const { store, blobs, clock } = context;
  const own = await requireOwner(context);
  const picture = bytes && (await parseAvatar(bytes));
  if (bytes && !picture) {
    throw new AppError("VALIDATION_FAILED", "An avatar is a JPEG, PNG, WebP or GIF picture of up to 2 MiB.");
  }
  const blob =
    picture && (await blobs.put(Readable.from([picture.bytes]), { maxBytes: picture.bytes.length }));
  await store.transaction(async (tx) => {
    if (blob) await saveContent(tx, { ...blob, now: clock.now() });
    await updateProfile(tx, own.address, {
      avatarHash: blob?.hash ?? null,
      avatarType: picture?.mediaType ?? null,
    });
  });
}
