import { graphql } from "@freehold/client";
import {
  base64URLStringToBuffer,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { ApiError, askField, mutation } from "../graphql.ts";
import { isRecord } from "../queries.ts";
import type { PasskeyProblem } from "./passkey-error.ts";
import { PasskeyError } from "./passkey-error.ts";

/** Signs the owner in with a passkey that the browser finds. @throws PasskeyError, ApiError */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = readOptions<PublicKeyCredentialRequestOptionsJSON>(await askField(useQuery));
  await send(signIn, { response: await ask(startAuthentication({ optionsJSON }), "refused") });
}

/**
 * Creates a passkey for the owner, who is signed in. Where the device can do that, it unlocks keys as well (`prf`).
 *
 * @param label the owner's name for it
 * @returns its id
 * @throws PasskeyError, ApiError
 */
export async function createPasskey(label: string): Promise<Uint8Array<ArrayBuffer>> {
  const options = readOptions<PublicKeyCredentialCreationOptionsJSON>(await askField(newQuery));
  const optionsJSON = { ...options, extensions: { ...options.extensions, prf: {} } };
  const response = await ask(startRegistration({ optionsJSON }), "notMade");
  await send(create, { label, response });
  return new Uint8Array(base64URLStringToBuffer(response.id));
}

/** The options of a ceremony, which the browser reads further. */
function readOptions<T extends { challenge: string }>(options: unknown): T {
  if (!isRecord(options) || typeof options.challenge !== "string") throw new PasskeyError("bad");
  return options as unknown as T;
}

/** @param otherwise the problem where the browser does not say which */
async function ask<T>(answer: Promise<T>, otherwise: PasskeyProblem): Promise<T> {
  return await answer.catch((error: unknown) => {
    const problem = problemOf(error, otherwise);
    throw problem ? new PasskeyError(problem) : error;
  });
}

function problemOf(error: unknown, otherwise: PasskeyProblem): PasskeyProblem | null {
  const code = error instanceof WebAuthnError ? error.code : null;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "known";
  if (code?.startsWith("ERROR_AUTHENTICATOR_")) return "unable";
  return error instanceof Error ? otherwise : null;
}

async function send<Input>(mutate: (input: Input) => Promise<unknown>, input: Input): Promise<void> {
  await mutate(input).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "INVALID_SIGNATURE") throw new PasskeyError("bad");
    if (error instanceof ApiError && error.code === "EXPIRED_SIGNATURE") throw new PasskeyError("late");
    throw error;
  });
}

const useQuery = graphql("query PasskeyOptions { getPasskeyOptions }");
const newQuery = graphql("query NewPasskeyOptions { getNewPasskeyOptions }");
const signIn = mutation(
  graphql(
    "mutation SignInWithPasskey($input: SignInWithPasskeyInput!) { signInWithPasskey(input: $input) { tokenId } }",
  ),
);
const create = mutation(
  graphql("mutation CreatePasskey($input: CreatePasskeyInput!) { createPasskey(input: $input) { id } }"),
);
