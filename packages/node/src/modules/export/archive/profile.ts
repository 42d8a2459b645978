import type { ArchiveEntry, ImportArchive } from "@freehold/import";
import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { limits } from "../../../domain/limits.ts";
import { setAvatar } from "../../../domain/profile/avatar.ts";
import { isRefusal } from "../../../errors/errors.ts";
import { type Profile, updateProfile } from "../../../store/peers/profiles.ts";
import type { ExportedProfile } from "./format.ts";

/**
 * Fills in a missing description and avatar of the node's own profile. Address, title and URL stay as installed. The signed
 * profile is not used, but its signature must be the owner's.
 *
 * @param given.files of the export, with the picture; null where its owner's words and picture are not taken
 * @returns a sentence for each part that was refused
 */
export async function importProfile(
  context: Pick<Context, "store" | "blobs" | "clock" | "recover" | "owner">,
  own: Profile,
  {
    profile,
    files,
    bad,
    dryRun = false,
  }: {
    profile: ExportedProfile;
    files: ImportArchive["entries"] | null;
    bad: ReadonlySet<string>;
    dryRun?: boolean;
  },
): Promise<string[]> {
  if (profile.address !== own.address) return ["it belongs to another owner"];
  if (profile.signed !== null && !isSignedByOwner(profile, context.recover))
    return ["its signature is not by the owner"];
  if (dryRun || files === null) return [];
  const { description } = profile;
  if (description && own.description === null && [...description].length <= limits.descriptionLength) {
    const text = description.replaceAll("\0", "");
    await context.store.transaction((tx) => updateProfile(tx, own.address, { description: text }));
  }
  if (profile.avatar === null || own.avatarHash !== null || bad.has(profile.avatar)) return [];
  return await importAvatar(context, files.get(profile.avatar));
}

function isSignedByOwner({ address, signed }: ExportedProfile, recover: Context["recover"]): boolean {
  try {
    return verifyEnvelope(parseEnvelope("NodeProfileUpdate", signed), { recover }).signer === address;
  } catch (error) {
    if (error instanceof EwpError) return false;
    throw error;
  }
}

async function importAvatar(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  file: ArchiveEntry | undefined,
): Promise<string[]> {
  if (!file) return ["the picture is missing"];
  if (file.size > limits.avatarBytes) return ["the picture is too large"];
  try {
    await setAvatar(context, Buffer.concat(await Array.fromAsync(await file.open())));
    return [];
  } catch (error) {
    if (isRefusal(error)) return [error.message];
    throw error;
  }
}
