/**
 * What is wrong with a keystore or a key:
 *
 * - `KEYSTORE_INVALID`: this is not Web3 Secret Storage version 3
 * - `KEYSTORE_TOO_HEAVY`: deriving the key would take more memory or work than is given
 * - `KEYSTORE_OTHER_KEY`: it holds another key than it names, or than is wanted
 * - `WRONG_PASSWORD`: the password does not open it, or the file is damaged
 * - `KEYSTORE_NOT_FOUND`, `KEYSTORE_EXISTS`: the file is missing, or would be written over
 * - `KEYSTORE_CLOSED`: the key was not unlocked, or was locked again
 * - `PRIVATE_KEY_INVALID`: these bytes are not a private key
 */
export type KeystoreErrorCode =
  | "KEYSTORE_INVALID"
  | "KEYSTORE_TOO_HEAVY"
  | "KEYSTORE_OTHER_KEY"
  | "WRONG_PASSWORD"
  | "KEYSTORE_NOT_FOUND"
  | "KEYSTORE_EXISTS"
  | "KEYSTORE_CLOSED"
  | "PRIVATE_KEY_INVALID";

/** Its message is a sentence for the owner and never holds a secret. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
  readonly code: KeystoreErrorCode;

  constructor(code: KeystoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
