import { ApiError } from "../graphql.ts";

/** Why the owner has to sign in: too long ago for an act, or the session has ended. */
export type SignInReason = "old" | "ended";

/** Lets the owner sign in again. @returns whether that happened */
type AskToSignIn = (reason: SignInReason) => Promise<boolean>;

let ask: AskToSignIn | null = null;

/** Sets what asks the owner to sign in again. @returns a function that takes it away */
export function onSignInNeeded(asks: AskToSignIn): () => void {
  ask = asks;
  return () => {
    if (ask === asks) ask = null;
  };
}

/** Whether an error says that there is no session any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "UNAUTHENTICATED";
}

/** Asks the owner to sign in, over the view that is open. @returns whether that happened */
export async function askToSignIn(): Promise<boolean> {
  return (await ask?.("ended")) ?? false;
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
    if (!isOld || ask === null || !(await ask("old"))) throw error;
    return await act();
  }
}
