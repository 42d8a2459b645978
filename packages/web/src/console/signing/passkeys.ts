import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { ApiError, graphqlField, mutation } from "../graphql.ts";
import type { PasskeyProblem } from "./passkey-error.ts";
import { PasskeyError } from "./passkey-error.ts";

/** Signs the owner in with a passkey that the browser finds. @throws PasskeyError, ApiError */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await graphqlField<PublicKeyCredentialRequestOptionsJSON>(useQuery);
  await send(signIn, { response: await ask(startAuthentication({ optionsJSON })) });
}

/** Creates a passkey for the owner, who is signed in. @param label the owner's name for it. @throws PasskeyError, ApiError */
export async function createPasskey(label: string): Promise<void> {
  const optionsJSON = await graphqlField<PublicKeyCredentialCreationOptionsJSON>(newQuery);
  await send(create, { label, response: await ask(startRegistration({ optionsJSON })) });
}

async function ask<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    const problem = problemOf(error);
    throw problem ? new PasskeyError(problem) : error;
  });
}

function problemOf(error: unknown): PasskeyProblem | null {
  const code = error instanceof WebAuthnError ? error.code : null;
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "known";
  if (code?.startsWith("ERROR_AUTHENTICATOR_")) return "unable";
  return error instanceof Error ? "refused" : null;
}

async function send<Input>(mutate: (input: Input) => Promise<unknown>, input: Input): Promise<void> {
  await mutate(input).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "INVALID_SIGNATURE") throw new PasskeyError("bad");
    if (error instanceof ApiError && error.code === "EXPIRED_SIGNATURE") throw new PasskeyError("late");
    throw error;
  });
}

const useQuery = /* GraphQL */ `
  query PasskeyOptions { getPasskeyOptions }
`;
const newQuery = /* GraphQL */ `
  query NewPasskeyOptions { getNewPasskeyOptions }
`;
const signIn = mutation<{ response: object }>(/* GraphQL */ `
  mutation SignInWithPasskey($input: SignInWithPasskeyInput!) { signInWithPasskey(input: $input) { tokenId } }
`);
const create = mutation<{ label: string; response: object }>(/* GraphQL */ `
  mutation CreatePasskey($input: CreatePasskeyInput!) { createPasskey(input: $input) { id } }
`);
