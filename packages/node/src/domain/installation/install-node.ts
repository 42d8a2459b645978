import { Readable } from "node:stream";
import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { writeMeta } from "../../store/meta.ts";
import { findOwnProfile, type Profile, saveProfile } from "../../store/profiles.ts";
import { DomainError } from "../domain-error.ts";
import { parseAvatar } from "../profile/parse-avatar.ts";

/**
 * Installs the node for the owner who signed (specification 4.10, decisions 7): profile, avatar and settings in
 * one transaction, once.
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @returns the node's own profile
 * @throws EwpError what the envelope lacks; DomainError FORBIDDEN for another owner than the configured one,
 *   CONFLICT when the node is installed
 */
export async function installNode(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">,
  body: unknown,
): Promise<Profile> {
  const { store, blobs, clock, config, recover } = context;
  const now = clock.now();
  const { meaning, signer } = verifyEnvelope(parseEnvelope("DATA", body), { recover, now });
  if (config.owner && config.owner !== signer) {
    throw new DomainError("FORBIDDEN", "This node is reserved for the owner that its configuration names.");
  }
  if (await findOwnProfile(store.db)) throw alreadyInstalled();

  const picture = meaning.node.avatar === "" ? null : await parseAvatar(meaning.node.avatar);
  if (meaning.node.avatar !== "" && !picture) {
    throw new EwpError(
      "INVALID_PAYLOAD",
      "The avatar is not a JPEG, PNG, WebP or GIF picture of allowed size.",
    );
  }
  const avatar = picture
    ? {
        ...(await blobs.put(Readable.from([picture.bytes]), { maxBytes: picture.bytes.length })),
        type: picture.mediaType,
      }
    : null;

  const profile: Profile = {
    address: signer,
    url: meaning.node.url,
    title: meaning.node.title,
    description: meaning.node.description || null,
    isSelf: true,
    form: "baseline",
    avatarHash: avatar?.hash ?? null,
    avatarType: avatar?.type ?? null,
    createdAt: meaning.timestamp * 1000,
    updatedAt: meaning.timestamp,
    fetchedAt: 0,
  };
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "installation");
    if (await findOwnProfile(tx)) throw alreadyInstalled();
    if (avatar) await saveContent(tx, { hash: avatar.hash, size: avatar.size, now });
    await saveProfile(tx, profile);
    for (const [key, value] of Object.entries(meaning.settings)) await writeMeta(tx, `setting.${key}`, value);
    await writeMeta(tx, "installed_at", new Date(now).toISOString());
  });
  return profile;
}

function alreadyInstalled(): DomainError {
  return new DomainError("CONFLICT", "This node is installed already.");
}
