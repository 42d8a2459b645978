export type KeystoreErrorCode =
  | "KEYSTORE_NOT_FOUND"
  | "KEYSTORE_EXISTS"
  | "KEYSTORE_INVALID"
  | "PRIVATE_KEY_INVALID"
  | "WRONG_PASSWORD";

/** What is wrong with a keystore or with a key, in a sentence for the owner. Never holds a secret. */
export class KeystoreError extends Error {
  readonly code: KeystoreErrorCode;
  constructor(code: KeystoreErrorCode, message: string) {
    super(message);
    this.name = "KeystoreError";
    this.code = code;
  }
}
