import type { ConsoleMessages } from "../../messages/console/en.ts";

/** Why a passkey was not made or used. */
export type PasskeyProblem = keyof ConsoleMessages["passkeys"]["problems"];

/** A passkey was not made, or did not sign in. */
export class PasskeyError extends Error {
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Whether this browser has passkeys. */
export const supportsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";
