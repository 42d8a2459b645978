import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Context } from "../../context.ts";
import { accessLimits } from "../../domain/access/access-limits.ts";
import type { SignInSite } from "../../domain/access/sign-in-message.ts";
import { checkLabel } from "../../domain/access/tokens.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { useSignIn } from "../../store/used-sign-ins.ts";
import {
  badPasskey,
  checkChallenge,
  createChallenge,
  type PasskeySite,
  parseCreated,
  readPasskeySite,
} from "./ceremony.ts";
import {
  countPasskeys,
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys as listRecords,
  type Passkey,
} from "./store.ts";

type Needs = Pick<Context, "store" | "clock" | "config" | "owner">;

// Ed25519, P-256 and RSA as COSE numbers them.
const algorithms = [-8, -7, -257];

/**
 * The options by which a browser makes a passkey for the owner: one that is found without an address, and that asks for a
 * fingerprint, a face or a PIN. It makes none if the authenticator has one already.
 *
 * @throws AppError VALIDATION_FAILED for a page without a host name, FORBIDDEN for another site, NOT_INSTALLED
 */
export async function prepareNewPasskey(
  context: Needs,
  page: SignInSite,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const own = await requireOwner(context);
  const site = readPasskeySite(context, own, page);
  const challenge = await createChallenge(context, "passkey-create", site);
  const known = (await listRecords(context.store.db)).filter(({ rpId }) => rpId === site.rpId);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return await generateRegistrationOptions({
    challenge,
    rpName: own.title || site.rpId,
    rpID: site.rpId,
    userName: site.rpId,
    userDisplayName: own.title || site.rpId,
    userID: Uint8Array.from(Buffer.from(own.address.slice(2), "hex")),
    attestationType: "none",
    timeout: accessLimits.signInMs,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

/**
 * Adds a passkey that a browser made with the options of `prepareNewPasskey`.
 *
 * @param input `label`: the owner's name for it, 1 to 60 characters; `response`: the credential as its `toJSON`
 * @throws AppError VALIDATION_FAILED, INVALID_SIGNATURE, EXPIRED_SIGNATURE, TOO_MANY, FORBIDDEN, NOT_INSTALLED
 */
export async function createPasskey(
  context: Needs,
  { label: text, response, ...page }: SignInSite & { readonly label: string; readonly response?: unknown },
): Promise<PasskeyView> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const site = readPasskeySite(context, own, page);
  const label = checkLabel(text, "A passkey", accessLimits.passkeyLabelLength);
  const answer = parseCreated(response);
  const { challenge, key } = await checkChallenge(
    context,
    "passkey-create",
    site,
    answer.response.clientDataJSON,
  );
  const made = await verifyNew(answer, site, challenge).catch(() => {
    throw badPasskey();
  });
  const record = { ...made, label, rpId: site.rpId, createdAt: clock.now() };
  const id = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "passkeys");
    if (!(await useSignIn(tx, key, accessLimits.usedSignIns))) throw badPasskey();
    if (await findPasskey(tx, made.credentialId)) {
      throw new AppError("VALIDATION_FAILED", "This passkey was already added.");
    }
    if ((await countPasskeys(tx)) >= accessLimits.passkeys) {
      throw new AppError(
        "TOO_MANY",
        msg`There are ${accessLimits.passkeys} passkeys. Remove one that is no longer needed.`,
      );
    }
    return await insertPasskey(tx, record);
  });
  return toView({ ...record, id, lastUsedAt: null });
}

/** @throws where the answer is not good for this challenge and this page */
async function verifyNew(
  answer: RegistrationResponseJSON,
  { rpId, origin }: PasskeySite,
  challenge: string,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">> {
  const [{ verifyRegistrationResponse }, attestationObject] = await Promise.all([
    import("@simplewebauthn/server"),
    dropAttestation(answer.response.attestationObject),
  ]);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, response: { ...answer.response, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  const { id, publicKey, counter } = registrationInfo?.credential ?? { id: null };
  if (id === null || id !== answer.id) throw badPasskey();
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: (answer.response.transports ?? []).join(" "),
  };
}

/** The maker of the authenticator does not matter. To check its certificates would send requests to the addresses in them. */
async function dropAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get("authData");
  const none = new Map<string, string | Uint8Array | Map<string, string>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(none));
}

/** A passkey as its owner sees it. Times are ISO 8601 UTC. */
export interface PasskeyView {
  readonly id: number;
  readonly label: string;
  /** The host name at which it signs in. */
  readonly host: string;
  readonly createdAt: string;
  /** null: never. */
  readonly lastUsedAt: string | null;
}

function toView({ id, label, rpId, createdAt, lastUsedAt }: Passkey): PasskeyView {
  return {
    id,
    label,
    host: rpId,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

/** The owner's passkeys, newest first; at most twenty. */
export async function listPasskeys({ store }: Pick<Context, "store">): Promise<PasskeyView[]> {
  return (await listRecords(store.db)).map(toView);
}

/** Removes a passkey: it signs nobody in from then on. Sessions go on. @throws AppError NOT_FOUND */
export async function removePasskey({ store }: Pick<Context, "store">, id: number): Promise<void> {
  if (await store.transaction((tx) => deletePasskey(tx, id))) return;
  throw new AppError("NOT_FOUND", "There is no passkey with that ID.");
}
