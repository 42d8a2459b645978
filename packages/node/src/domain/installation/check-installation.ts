import { EwpError, type Meanings, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { type AvatarPicture, parseAvatar } from "../profile/avatar.ts";
import { checkSettings, type SettingChanges } from "../settings/update-settings.ts";

/** An installation that may be written; only `checkInstallation` makes one. */
export interface CheckedInstallation {
  readonly meaning: Meanings["DATA"];
  readonly avatar: AvatarPicture | null;
  readonly settings: SettingChanges;
}

/**
 * Everything about an installation that can be known before it is written (specification 4.10, decisions 7).
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @throws AppError CONFLICT when the node is installed, FORBIDDEN for another owner than the configured one,
 *   VALIDATION_FAILED for settings that are none; EwpError what the envelope lacks
 */
export async function checkInstallation(
  { store, clock, config, recover }: Pick<Context, "store" | "clock" | "config" | "recover">,
  body: unknown,
): Promise<CheckedInstallation> {
  if (await findOwnProfile(store.db)) throw alreadyInstalled();
  const { meaning, signer } = verifyEnvelope(parseEnvelope("DATA", body), { recover, now: clock.now() });
  if (config.owner && config.owner !== signer) {
    throw new AppError("FORBIDDEN", "This node is reserved for the owner that its configuration names.");
  }
  const avatar = meaning.node.avatar === "" ? null : await parseAvatar(meaning.node.avatar);
  if (meaning.node.avatar !== "" && !avatar) {
    throw new EwpError(
      "INVALID_PAYLOAD",
      "The avatar is not a JPEG, PNG, WebP or GIF picture of allowed size.",
    );
  }
  return { meaning, avatar, settings: checkSettings(meaning.settings) };
}

export function alreadyInstalled(): AppError {
  return new AppError("CONFLICT", "This node is installed already.");
}
