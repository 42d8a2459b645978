import { Readable } from "node:stream";
import { EwpError, type Meanings, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { saveContent } from "../../store/contents.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { findOwnProfile, type Profile, saveProfile } from "../../store/profiles.ts";
import { type AvatarPicture, parseAvatar } from "../profile/avatar.ts";
import { checkSettings, type SettingChanges, writeSettings } from "../settings/settings.ts";
import { removeSetupCode } from "./setup-code.ts";

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

/**
 * Writes profile, avatar and settings in one transaction, once: a crash leaves a node that can be installed, or one
 * that is.
 *
 * @throws AppError CONFLICT when somebody was quicker
 */
export async function writeInstallation(
  { store, blobs, clock }: Pick<Context, "store" | "blobs" | "clock">,
  { meaning, avatar, settings }: CheckedInstallation,
): Promise<Profile> {
  const now = clock.now();
  const blob = avatar && (await blobs.put(Readable.from([avatar.bytes]), { maxBytes: avatar.bytes.length }));
  const profile: Profile = {
    address: meaning.node.address,
    url: meaning.node.url,
    title: meaning.node.title,
    description: meaning.node.description || null,
    isSelf: true,
    form: "baseline",
    avatarHash: blob?.hash ?? null,
    avatarType: avatar?.mediaType ?? null,
    createdAt: meaning.timestamp * 1000,
    updatedAt: meaning.timestamp,
    fetchedAt: 0,
  };
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "installation");
    if (await findOwnProfile(tx)) throw alreadyInstalled();
    if (blob) await saveContent(tx, { ...blob, now });
    await saveProfile(tx, profile);
    await writeSettings(tx, settings);
    await writeMeta(tx, "installed_at", new Date(now).toISOString());
  });
  return profile;
}

/**
 * Installs the node for the owner who signed (specification 4.10, decisions 7), for somebody who has the
 * data folder: no setup code is asked for.
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @returns the node's own profile
 * @throws EwpError what the envelope lacks; AppError FORBIDDEN for another owner than the configured one,
 *   CONFLICT when the node is installed, VALIDATION_FAILED for settings that are none
 */
export async function installNode(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">,
  body: unknown,
): Promise<Profile> {
  const profile = await writeInstallation(context, await checkInstallation(context, body));
  await removeSetupCode(context);
  return profile;
}

/** Whether the node is installed, and since when (ISO 8601 UTC), as GET /api/install answers (decisions 7). */
export async function readInstallation({
  store,
}: Pick<Context, "store">): Promise<{ installed: boolean; installedAt: string | null }> {
  const installedAt = await readMeta(store.db, "installed_at");
  return { installed: installedAt !== null, installedAt };
}
