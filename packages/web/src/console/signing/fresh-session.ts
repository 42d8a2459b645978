import { ApiError } from "../graphql.ts";

/** Lets the owner sign in again. @returns whether that happened */
type AskToSignIn = () => Promise<boolean>;

let ask: AskToSignIn | null = null;

/** Sets what asks the owner to sign in again. @returns a function that takes it away */
export function onSignInNeeded(asks: AskToSignIn): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/**
 * Does something for which the node wants a sign-in of the last ten minutes. After an older one the owner signs in again, and
 * it is done once more.
 *
 * @throws what `act` throws
 */
export async function withFreshSession<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isOld = error instanceof ApiError && error.code === "REAUTHENTICATION_REQUIRED";
    if (!isOld || ask === null || !(await ask())) throw error;
    return await act();
  }
}
