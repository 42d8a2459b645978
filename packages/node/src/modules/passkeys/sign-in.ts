import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Context } from "../../context.ts";
import { accessLimits } from "../../domain/access/access-limits.ts";
import { createSession, type NewSession, type SignInDevice } from "../../domain/access/sign-in.ts";
import { checkSignInSite, type SignInSite } from "../../domain/access/sign-in-message.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { useSignIn } from "../../store/used-sign-ins.ts";
import {
  badPasskey,
  checkChallenge,
  createChallenge,
  type PasskeySite,
  parseUsed,
  readPasskeySite,
} from "./ceremony.ts";
import { findPasskey, listPasskeys, notePasskeyUse, type Passkey } from "./store.ts";

type Needs = Pick<Context, "store" | "clock" | "config" | "owner" | "log">;

/** Whether the owner has a passkey for this page's host. @throws AppError FORBIDDEN for another site, NOT_INSTALLED */
export async function hasPasskey(
  context: Pick<Needs, "store" | "config" | "owner">,
  page: SignInSite,
): Promise<boolean> {
  const { uri } = checkSignInSite(context, await requireOwner(context), page);
  const { hostname } = new URL(uri);
  return (await listPasskeys(context.store.db)).some(({ rpId }) => rpId === hostname);
}

/**
 * The options by which a browser uses a passkey. It names no passkey: the browser finds it.
 *
 * @throws AppError VALIDATION_FAILED for a page without a host name, FORBIDDEN for another site, NOT_INSTALLED
 */
export async function preparePasskeySignIn(
  context: Needs,
  page: SignInSite,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const site = readPasskeySite(context, await requireOwner(context), page);
  const challenge = await createChallenge(context, "passkey-use", site);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return await generateAuthenticationOptions({
    challenge,
    rpID: site.rpId,
    userVerification: "required",
    timeout: accessLimits.signInMs,
  });
}

/**
 * Creates a session of the owner by a passkey, with the rights of any session (decision 0008). A passkey that is unknown and
 * one that is wrong get the same error.
 *
 * @param input `response`: the credential as its `toJSON`
 * @throws AppError INVALID_SIGNATURE, EXPIRED_SIGNATURE, VALIDATION_FAILED, FORBIDDEN, NOT_INSTALLED
 */
export async function signInWithPasskey(
  context: Needs,
  {
    response,
    device = {},
    ...page
  }: SignInSite & { readonly response?: unknown; readonly device?: SignInDevice },
): Promise<NewSession> {
  const { store, clock } = context;
  const site = readPasskeySite(context, await requireOwner(context), page);
  const answer = parseUsed(response);
  const { clientDataJSON } = answer.response;
  const { challenge, key } = await checkChallenge(context, "passkey-use", site, clientDataJSON);
  const passkey = await findPasskey(store.db, answer.id);
  if (passkey?.rpId !== site.rpId) throw badPasskey();
  const counter = await verifyUse(answer, site, challenge, passkey).catch(() => {
    throw badPasskey();
  });
  return await createSession(context, { ...device, means: "passkey" }, async (tx) => {
    const isFirst = await useSignIn(tx, key, accessLimits.usedSignIns);
    const isThere = await notePasskeyUse(tx, passkey, { counter, lastUsedAt: clock.now() });
    if (!isFirst || !isThere) throw badPasskey();
  });
}

/** @returns the authenticator's counter. @throws where the answer is not good for this challenge, page and passkey */
async function verifyUse(
  answer: AuthenticationResponseJSON,
  { rpId, origin }: PasskeySite,
  challenge: string,
  { credentialId, publicKey, counter }: Passkey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: credentialId,
      publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")),
      counter,
    },
  });
  if (!verified) throw badPasskey();
  return authenticationInfo.newCounter;
}
