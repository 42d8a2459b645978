import type { Address, Hex, KeystoreErrorCode, TypedData } from "@freehold/protocol";

/** What a page asks of the worker that holds the key, and what it gets. The key itself is in none of it. */
export interface KeyOperations {
  /** A new key, encrypted under a password; the worker holds it from then on. */
  make: { readonly given: { readonly password: string }; readonly done: MadeKey };
  /** The key of a file. */
  open: { readonly given: { readonly file: string; readonly password: string }; readonly done: Address };
  /** A message of the protocol. */
  signTypedData: { readonly given: { readonly typedData: TypedData }; readonly done: Hex };
  /** A text, as `personal_sign` does it. */
  signMessage: { readonly given: { readonly message: string }; readonly done: Hex };
}

export interface MadeKey {
  readonly address: Address;
  /** The key file, to be saved. */
  readonly file: string;
}

export type KeyRequest = {
  [Do in keyof KeyOperations]: { readonly id: number; readonly do: Do } & KeyOperations[Do]["given"];
}[keyof KeyOperations];

export type KeyReply =
  | { readonly id: number; readonly share: number }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly failed: KeystoreErrorCode | null; readonly message: string };
