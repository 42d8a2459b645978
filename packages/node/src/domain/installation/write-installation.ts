import { Readable } from "node:stream";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { writeMeta } from "../../store/meta.ts";
import { findOwnProfile, type Profile, saveProfile } from "../../store/profiles.ts";
import { writeSettings } from "../settings/update-settings.ts";
import { alreadyInstalled, type CheckedInstallation } from "./check-installation.ts";

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
