import { Readable } from "node:stream";
import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import { isTimeZone } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { saveContent } from "../../store/contents.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { migrate } from "../../store/migrate.ts";
import { findOwnProfile, type Profile, saveProfile } from "../../store/peers/profiles.ts";
import { startLists } from "../../store/publications/mark-publications.ts";
import { cleanAvatar, parseAvatar } from "../profile/avatar.ts";
import { toNodeProfile } from "../profile/owner.ts";
import { readOwnAddress } from "../profile/update-profile.ts";
import { checkSettings, writeSettings } from "../settings/settings.ts";
import { isSetupCode, removeSetupCode } from "./setup-code.ts";

type InstallContext = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">;

/**
 * Checks an installation before it is written (specification 4.10, decisions 7).
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @throws AppError CONFLICT if the node is installed, FORBIDDEN for another owner than the configured one,
 *   VALIDATION_FAILED for invalid settings; EwpError for an invalid envelope
 */
async function checkInstallation(
  { store, clock, config, recover }: InstallContext,
  body: unknown,
  timeZone: string | null,
) {
  if (await findOwnProfile(store.db)) throw alreadyInstalled();
  const { meaning, signer } = verifyEnvelope(parseEnvelope("DATA", body), { recover, now: clock.now() });
  if (config.owner && config.owner !== signer) {
    throw new AppError("FORBIDDEN", "This node is reserved for the owner that its configuration names.");
  }
  const url = readOwnAddress(meaning.node.url);
  const avatar = meaning.node.avatar === "" ? null : await parseAvatar(meaning.node.avatar);
  if (meaning.node.avatar !== "" && !avatar) {
    throw new EwpError(
      "INVALID_PAYLOAD",
      "The avatar is not a JPEG, PNG, WebP or GIF picture of allowed size.",
    );
  }
  // No part of the signed message, which has the fields of every node.
  const settings = { ...meaning.settings, ...(timeZone !== null && { timeZone }) };
  return {
    meaning: { ...meaning, node: { ...meaning.node, url } },
    avatar: avatar && (await cleanAvatar(avatar)),
    settings: checkSettings(settings),
  };
}

export function alreadyInstalled(): AppError {
  return new AppError("CONFLICT", "This node is already installed.");
}

/**
 * Writes profile, avatar and settings in one transaction: after a crash the node is installed or can be installed.
 *
 * @throws AppError CONFLICT if another installation was faster
 */
async function writeInstallation(
  { store, blobs, clock }: InstallContext,
  { meaning, avatar, settings }: Awaited<ReturnType<typeof checkInstallation>>,
): Promise<Profile> {
  const now = clock.now();
  const blob = avatar && (await blobs.put(Readable.from([avatar.bytes]), { maxBytes: avatar.bytes.length }));
  const { address, url, title, description } = meaning.node;
  const profile: Profile = {
    address,
    url,
    title,
    description: description || null,
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
    await startLists(tx, address);
    await writeSettings(tx, settings);
    await writeMeta(tx, "installed_at", new Date(now).toISOString());
  });
  return profile;
}

/**
 * Installs the node for the owner who signed (specification 4.10, decisions 7), without a setup code: the caller has
 * access to the data folder.
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @param timeZone IANA name of the site's zone; null for UTC
 * @returns the node's own profile
 * @throws EwpError for an invalid envelope; AppError FORBIDDEN for another owner than the configured one, CONFLICT if the
 *   node is installed, VALIDATION_FAILED for invalid settings
 */
export async function installNode(
  context: InstallContext,
  body: unknown,
  timeZone: string | null = null,
): Promise<Profile> {
  const profile = await writeInstallation(context, await checkInstallation(context, body, timeZone));
  await removeSetupCode(context);
  return profile;
}

/** Whether the node is installed, and since when (ISO 8601 UTC), as GET /api/install answers (decisions 7). */
export async function readInstallation({ store }: Pick<Context, "store">) {
  const installedAt = await readMeta(store.db, "installed_at");
  return { installed: installedAt !== null, installedAt };
}

/** The steps of an installation, in order (decisions 7). */
export const installationSteps = ["preCheck", "initialSchema", "initialData"] as const;
type InstallationStep = (typeof installationSteps)[number];

/**
 * Installs the node over HTTP (specification 4.10, decisions 7) for a client that knows the setup code, or for the owner
 * in the configuration. An interrupted installation can be repeated.
 *
 * @param body the signed envelope of a `DATA` message
 * @param setupCode the setup code that the client sent, or null
 * @param timeZone the zone of its browser (IANA name), or null; one that is not known here is left out
 * @returns `result`: each step, and why it failed, if it did; `node`: the node's profile, null if a step failed. It throws
 *   nothing.
 */
export async function runInstallation(
  context: InstallContext & Pick<Context, "log">,
  body: unknown,
  setupCode: string | null,
  timeZone: string | null = null,
) {
  let step: InstallationStep = "preCheck";
  try {
    await requireRight(context, setupCode);
    const known = timeZone !== null && isTimeZone(timeZone) ? timeZone : null;
    const checked = await checkInstallation(context, body, known);
    step = "initialSchema";
    await migrate(context.store);
    step = "initialData";
    const profile = await writeInstallation(context, checked);
    await removeSetupCode(context).catch((error: unknown) => {
      context.log.warn({ error }, "the setup code's file could not be removed; it opens nothing any more");
    });
    return { result: resultsUpTo(null, null), node: toNodeProfile(profile) };
  } catch (error) {
    const expected = error instanceof AppError || error instanceof EwpError;
    if (!expected) context.log.error({ error, step }, "a step of the installation failed");
    return { result: resultsUpTo(step, explain(error)), node: null };
  }
}

/** @throws AppError CONFLICT if the node is installed, FORBIDDEN for a wrong setup code */
async function requireRight(context: InstallContext, setupCode: string | null): Promise<void> {
  if (await findOwnProfile(context.store.db)) throw alreadyInstalled();
  // The signature will prove the owner.
  if (context.config.owner !== null) return;
  if (!(await isSetupCode(context, setupCode))) {
    throw new AppError(
      "FORBIDDEN",
      "The setup code is missing or wrong. The node prints it in a link when it starts.",
    );
  }
}

function resultsUpTo(failed: InstallationStep | null, error: string | null) {
  const reached = failed === null ? installationSteps.length : installationSteps.indexOf(failed);
  return installationSteps.map((step, index) => ({
    step,
    success: index < reached,
    error: step === failed ? error : null,
  }));
}

/** The message for the client; the details of an unexpected error are only in the log. */
function explain(error: unknown): string {
  if (error instanceof EwpError) return `${error.code}: ${error.detail}`;
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  return "INTERNAL_ERROR: The node failed. See its log.";
}
